var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var stdin_exports = {};
__export(stdin_exports, {
  APPEND: () => APPEND,
  DELIST: () => DELIST,
  ENLIST: () => ENLIST,
  GET: () => GET,
  LENGTH: () => LENGTH,
  PUT: () => PUT,
  READ: () => READ,
  REMOVE: () => REMOVE,
  SCAN: () => SCAN
});
module.exports = __toCommonJS(stdin_exports);
const HEAD = `
local log, ids = KEYS[1], KEYS[2]
local head, known = redis.call('XLEN', log), redis.call('HLEN', ids)
if known ~= (head == 0 and 0 or head + 1) then return {'damaged', head} end
local function number(value) return string.format('%.0f', value) end
`;
const APPEND = `${HEAD}
local given = {}
for i = 3, #ARGV do
  local from = 1
  while from <= #ARGV[i] do
    local feed = string.find(ARGV[i], '\\n', from, true)
    given[#given + 1] = string.sub(ARGV[i], from, feed - 1)
    from = feed + 1
  end
end
local expected, count = tonumber(ARGV[1]), #given / 2
if expected ~= head then
  local same = count > 0
  for i = 1, count do
    if not same then break end
    same = redis.call('HGET', ids, given[2 * i - 1]) == number(expected + i - 1)
  end
  if same then return {'ok', expected + count} end
  return {'conflict', head}
end
for i = 1, count do
  if redis.call('HEXISTS', ids, given[2 * i - 1]) == 1 then return {'duplicate', i - 1} end
end
if head == 0 and count > 0 then redis.call('HSET', ids, '', ARGV[2]) end
for i = 1, count do
  redis.call('XADD', log, number(head + i) .. '-0', 'data', given[2 * i])
  redis.call('HSET', ids, given[2 * i - 1], number(head + i - 1))
end
return {'ok', head + count}`;
const READ = `${HEAD}
local answer = {'ok', head, redis.call('HGET', ids, '') or ''}
local from, left, room, step = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), 1
while left > 0 and from < head do
  local size = 0
  local part = redis.call('XRANGE', log, number(from + 1) .. '-0', '+', 'COUNT', math.min(step, left))
  if #part == 0 then return {'damaged', head} end
  for _, item in ipairs(part) do
    local line = item[2][2]
    size = size + #line
    if size > room and #answer > 3 then return answer end
    answer[#answer + 1] = line
  end
  from, left, room = from + #part, left - #part, room - size
  step = size < 65536 and math.min(step * 2, 64) or 1
end
return answer`;
const LENGTH = "return redis.call('XLEN', KEYS[1])";
const REMOVE = "return redis.call('UNLINK', unpack(KEYS))";
const ENLIST = "return redis.call('SADD', KEYS[1], ARGV[1])";
const DELIST = "return redis.call('SREM', KEYS[1], ARGV[1])";
const SCAN = "return redis.call('SSCAN', KEYS[1], ARGV[1], 'COUNT', 500)";
const PUT = "return redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])";
const GET = "return redis.call('HGET', KEYS[1], ARGV[1])";
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  APPEND,
  DELIST,
  ENLIST,
  GET,
  LENGTH,
  PUT,
  READ,
  REMOVE,
  SCAN
});
