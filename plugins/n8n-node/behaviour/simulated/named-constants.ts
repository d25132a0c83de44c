/** `Status["DONE"] = "completed"`, as TypeScript compiles a member of an enum. */
const enumMember = /\b([A-Z]\w{0,59})\[(['"])(\w{1,60})\2\]\s{0,9}=\s{0,9}(['"])([\w .-]{1,60})\4/g;
/** `const STATUS = { DONE: 'completed', … }`, `exports.STATUS = Object.freeze({ … })` */
const object = /\b([A-Z]\w{0,59})\s{0,9}=\s{0,9}(?:Object\.freeze\(\s{0,9})?\{([^{}]{1,4000})\}/g;
const field = /(?:^|,)\s{0,99}['"]?(\w{1,60})['"]?\s{0,9}:\s{0,9}(['"])([\w .-]{1,60})\2(?=\s{0,99}(?:,|$))/g;
const member = /(?<![\w.])(?:\w{1,60}\.){0,2}?([A-Z]\w{0,59})\.(\w{1,60})(?![\w(.])/g;

/** Writes the texts that scripts keep under a name in the place of the name: `status === Status.DONE`. */
export function withNamedConstants(texts: readonly string[]): string[] {
  const values = new Map<string, string | undefined>();
  // Another script may have a constant of the same name.
  const note = (name: string, value: string) =>
    void values.set(name, values.has(name) && values.get(name) !== value ? undefined : value);
  for (const text of texts) {
    for (const [, name, , key, , value = ''] of text.matchAll(enumMember)) note(`${name}.${key}`, value);
    for (const [, name, body = ''] of text.matchAll(object))
      for (const [, key, , value = ''] of body.matchAll(field)) note(`${name}.${key}`, value);
  }
  if (values.size === 0) return [...texts];
  return texts.map((text) =>
    text.replace(member, (written, name, key) => {
      const value = values.get(`${name}.${key}`);
      return value === undefined ? written : `'${value}'`;
    }),
  );
}
