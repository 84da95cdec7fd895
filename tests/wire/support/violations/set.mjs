/** Puts a value at a path such as `messages[0].content` of a body. */
export function set(body, path, value) {
  const keys = path.split(/[.[\]]+/).filter((key) => key !== "");
  const last = keys.pop();
  let place = body;
  for (const key of keys) place = place[key];
  place[last] = value;
}
