/** A time of a day, in ISO 8601 with seconds and an offset, or as seconds or milliseconds since 1970. */
const time =
  /(?<![\w.-])(\d{4}-\d\d-\d\d[T +]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+ -]\d\d:?\d\d)|17[67]\d{7}(?:\d{3})?)(?![\w-])/g;

/** What a condition is called that data has to be newer for: `since`, `updated_after`, `createdTime gt`, `{"modified":{"$gte":`. */
const changed =
  /since[^a-z]*$|(?:creat|updat|modif|chang|sync|last)\w*\W{0,8}(?:since|after|from|start|min|gte?|>=?)[^a-z]*$/i;
const after = /(?:after|newer)[^a-z]*$/i;

/** What may lie ahead, of which data later than now is asked for. */
const ahead =
  /start|begin|due|schedul|event|expir|calendar|booking|appointment|meeting|availab|departure|shift|upcoming/i;

/** Characters before a time that say what it is for. */
const labelLength = 60;

/**
 * The field by which a request asks for nothing but what is newer than the time at which it is sent.
 * @param text the URL and the body, decoded
 * @param now milliseconds since 1970
 */
export function askedSinceNow(text: string, now: number): string | undefined {
  let name: string | undefined;
  for (const { 0: found, index } of text.matchAll(time)) {
    // No time at all is none of now either.
    if (!(Math.abs(now - timeOf(found)) < 1000)) return undefined;
    const label = text.slice(Math.max(0, index - labelLength), index);
    if (changed.test(label) || (after.test(label) && !ahead.test(text)))
      name ??= /\w+(?=\W*(?:\bgte?\W*)?$)/i.exec(label)?.[0];
  }
  return name;
}

/** @returns milliseconds since 1970 */
function timeOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text.padEnd(13, '0'));
  const [, day = '', clock = '', offset = ''] = /^([\d-]+).([\d:.]+)(.*)$/.exec(text) ?? [];
  return Date.parse(`${day}T${clock}${offset.replace(' ', '+')}`);
}
