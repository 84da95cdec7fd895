/**
 * The Lua scripts of the Redis store. Redis runs a script alone and whole. Each one looks at all of its keys before it writes
 * to any: what could fail has then failed before something was written.
 *
 * A session is a stream (position n is the stream's id `n+1-0`) and a hash from entry id to position. The hash has one field
 * more, with the empty name: a mark of this session, by which a reader knows that it was not removed and begun anew.
 */
/** What every script does first: the head, and whether log and ids still belong together. */
const HEAD = `
local log, ids = KEYS[1], KEYS[2]
local head, known = redis.call('XLEN', log), redis.call('HLEN', ids)
if known ~= (head == 0 and 0 or head + 1) then return {'damaged', head} end
local function number(value) return string.format('%.0f', value) end
`;
/**
 * Keys: log, ids. Arguments: expected head, mark, then ids and lines in turn, each ended by a line feed, any number of them in
 * one argument: some clients can give only so many. Answers `{status, number}`: `ok` and `conflict` with the head, `duplicate`
 * with the index of the entry.
 */
export const APPEND = `${HEAD}
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
/**
 * Keys: log, ids. Arguments: position, how many at the most, bytes at the most (but one entry in any case). Answers `{'ok', head,
 * mark, line, line, …}`. It takes more at once while entries are small, so that it never holds much more than it gives.
 */
export const READ = `${HEAD}
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
/** Keys: log. Answers how many entries it has. */
export const LENGTH = "return redis.call('XLEN', KEYS[1])";
/** Keys: all that a session has. */
export const REMOVE = "return redis.call('UNLINK', unpack(KEYS))";
/** Key: the index of sessions. Arguments: an id. */
export const ENLIST = "return redis.call('SADD', KEYS[1], ARGV[1])";
export const DELIST = "return redis.call('SREM', KEYS[1], ARGV[1])";
/** Key: the index of sessions. Arguments: a cursor. Answers the next one, and ids. */
export const SCAN = "return redis.call('SSCAN', KEYS[1], ARGV[1], 'COUNT', 500)";
/** Key: the artifacts of a session. Arguments: id, data. */
export const PUT = "return redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])";
export const GET = "return redis.call('HGET', KEYS[1], ARGV[1])";
