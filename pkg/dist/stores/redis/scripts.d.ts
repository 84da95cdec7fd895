/**
 * The Lua scripts of the Redis store. Redis runs a script alone and whole. Each one looks at all of its keys before it writes
 * to any: what could fail has then failed before something was written.
 *
 * A session is a stream (position n is the stream's id `n+1-0`) and a hash from entry id to position. The hash has one field
 * more, with the empty name: a mark of this session, by which a reader knows that it was not removed and begun anew.
 */
/**
 * Keys: log, ids. Arguments: expected head, mark, then ids and lines in turn, each ended by a line feed, any number of them in
 * one argument: some clients can give only so many. Answers `{status, number}`: `ok` and `conflict` with the head, `duplicate`
 * with the index of the entry.
 */
export declare const APPEND = "\nlocal log, ids = KEYS[1], KEYS[2]\nlocal head, known = redis.call('XLEN', log), redis.call('HLEN', ids)\nif known ~= (head == 0 and 0 or head + 1) then return {'damaged', head} end\nlocal function number(value) return string.format('%.0f', value) end\n\nlocal given = {}\nfor i = 3, #ARGV do\n  local from = 1\n  while from <= #ARGV[i] do\n    local feed = string.find(ARGV[i], '\\n', from, true)\n    given[#given + 1] = string.sub(ARGV[i], from, feed - 1)\n    from = feed + 1\n  end\nend\nlocal expected, count = tonumber(ARGV[1]), #given / 2\nif expected ~= head then\n  local same = count > 0\n  for i = 1, count do\n    if not same then break end\n    same = redis.call('HGET', ids, given[2 * i - 1]) == number(expected + i - 1)\n  end\n  if same then return {'ok', expected + count} end\n  return {'conflict', head}\nend\nfor i = 1, count do\n  if redis.call('HEXISTS', ids, given[2 * i - 1]) == 1 then return {'duplicate', i - 1} end\nend\nif head == 0 and count > 0 then redis.call('HSET', ids, '', ARGV[2]) end\nfor i = 1, count do\n  redis.call('XADD', log, number(head + i) .. '-0', 'data', given[2 * i])\n  redis.call('HSET', ids, given[2 * i - 1], number(head + i - 1))\nend\nreturn {'ok', head + count}";
/**
 * Keys: log, ids. Arguments: position, how many at the most, bytes at the most (but one entry in any case). Answers `{'ok', head,
 * mark, line, line, …}`. It takes more at once while entries are small, so that it never holds much more than it gives.
 */
export declare const READ = "\nlocal log, ids = KEYS[1], KEYS[2]\nlocal head, known = redis.call('XLEN', log), redis.call('HLEN', ids)\nif known ~= (head == 0 and 0 or head + 1) then return {'damaged', head} end\nlocal function number(value) return string.format('%.0f', value) end\n\nlocal answer = {'ok', head, redis.call('HGET', ids, '') or ''}\nlocal from, left, room, step = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), 1\nwhile left > 0 and from < head do\n  local size = 0\n  local part = redis.call('XRANGE', log, number(from + 1) .. '-0', '+', 'COUNT', math.min(step, left))\n  if #part == 0 then return {'damaged', head} end\n  for _, item in ipairs(part) do\n    local line = item[2][2]\n    size = size + #line\n    if size > room and #answer > 3 then return answer end\n    answer[#answer + 1] = line\n  end\n  from, left, room = from + #part, left - #part, room - size\n  step = size < 65536 and math.min(step * 2, 64) or 1\nend\nreturn answer";
/** Keys: log. Answers how many entries it has. */
export declare const LENGTH = "return redis.call('XLEN', KEYS[1])";
/** Keys: all that a session has. */
export declare const REMOVE = "return redis.call('UNLINK', unpack(KEYS))";
/** Key: the index of sessions. Arguments: an id. */
export declare const ENLIST = "return redis.call('SADD', KEYS[1], ARGV[1])";
export declare const DELIST = "return redis.call('SREM', KEYS[1], ARGV[1])";
/** Key: the index of sessions. Arguments: a cursor. Answers the next one, and ids. */
export declare const SCAN = "return redis.call('SSCAN', KEYS[1], ARGV[1], 'COUNT', 500)";
/** Key: the artifacts of a session. Arguments: id, data. */
export declare const PUT = "return redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])";
export declare const GET = "return redis.call('HGET', KEYS[1], ARGV[1])";
