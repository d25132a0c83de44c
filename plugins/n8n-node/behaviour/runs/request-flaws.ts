import { tryJson } from '../../../../kernel/index.ts';
import { instanceId } from '../engine/engine.ts';
import type { FileState } from '../simulated/bytes.ts';
import { lacksContent } from '../simulated/stored-files.ts';
import { type RequestFlaw, requestFlaws } from '../trace/request.ts';
import { placedFields } from './request-fields.ts';
import { hasEncodedFile, hasTypedFile } from './sent-files.ts';

/** The parts of a request, and all of it. */
interface Sent {
  method: string;
  url: string;
  whole: string;
  headers: string;
  body: string;
  /** Dates that code wrote in the locale of this machine. */
  localTimes: ReadonlySet<string>;
  file?: FileState;
}

const flaws: Readonly<Record<RequestFlaw, (sent: Sent) => boolean>> = {
  instance: ({ whole }) => whole.includes(instanceId),
  boundary: ({ headers, body }) => body !== '' && withoutBoundary.test(headers),
  form: ({ headers, body }) => saysJson.test(headers) && form.test(body),
  twice: ({ url, body }) =>
    jsonOfJson.test(body) || placedFields([url], [body]).some(({ value }) => isJsonOfJson(value)),
  getBody: ({ method, body }) => /^GET$/i.test(method) && !nothing.test(body),
  locator: ({ whole }) => locator.test(whole),
  mapper: ({ whole }) => mapper.test(whole),
  file: ({ body }) => lacksContent(body),
  locale: ({ url, body, localTimes }) =>
    localTimes.size > 0 &&
    placedFields([url], [body]).some(({ key, value }) => localTimes.has(value) && !ofReaders.test(key)),
  month: ({ whole }) => monthZero.test(whole),
  basic: ({ headers }) => basicWithColon.test(headers),
  undefined: ({ headers }) => withoutToken.test(headers) || isWithoutPart(basicOf(headers)),
  decoded: ({ file }) => file === 'decoded',
  decodedFile: (sent) => sent.file === 'decoded' && hasTypedFile(sent),
  base64: hasEncodedFile,
  collection: ({ body }) => collection.test(body) && !isGraphql(body),
  group: ({ body }) => group.test(body) && !isGraphql(body),
  buffer: ({ body }) => serializedBuffer.test(body),
  characters: ({ url, body }) => characters.test(body) || charactersInQuery.test(url),
};

/** https://nodejs.org/api/buffer.html#buftojson */
const serializedBuffer = /"type":"Buffer","data":\[\d{1,3},\d{1,3},\d{1,3},\d{1,3},/;

/** https://datatracker.ietf.org/doc/html/rfc2046#section-5.1.1 */
const withoutBoundary = /^content-type: *multipart\/(?!.*boundary=)/im;

const saysJson = /^content-type: *application\/json\b/im;
/** `name=value&other=1`, which axios puts between quotes where the header says JSON, or the first part of a form with files. */
const pair = String.raw`[\w.[\]%~-]{1,100}=(?!=*"?$)[^&\s"{}]*`;
const form = new RegExp(String.raw`^(?:"?${pair}(?:&${pair})*"?$|--[^\r\n]{1,100}\r\ncontent-disposition:)`, 'i');

/** `"{\"id\":1}"`, the whole body, or where it is the value of a field. */
const jsonOfJson =
  /^\s*"[[{](?:[[{ ]|\\[nrt]){0,100}\\"|"\\"(?: |\\\\[nrt]){0,20}[[{](?:[[{ ]|\\\\[nrt]){0,100}\\\\\\"/;

/** Whether the value of a field is the JSON of a text that is JSON itself: `"{\"id\":1}"`. */
function isJsonOfJson(value: string): boolean {
  if (!/^"\s{0,9}[[{]/.test(value)) return false;
  const inner = tryJson(value);
  return typeof inner === 'string' && typeof tryJson(inner) === 'object';
}

/** An object or a list without anything in it. */
const nothing = /^\s*(?:(?:\{\s*\}|\[\s*\]|""|null)\s*)?$/;

/** As `"__rl":true` in JSON, or `table[__rl]=true` in a query. */
const locator = /"__rl\\?" *: *true|(?:\[|%5b)__rl(?:\]|%5d)=true/i;

/** The editor stores how columns are mapped beside their values. */
const mapper = /"mappingMode\\?" *: *\\?"(?:defineBelow|autoMapInputData)|(?:\[|%5b)mappingMode(?:\]|%5d)=/i;

/** A collection under the name that the guidelines of n8n give it, which is no field of an API. */
const collection = /"(?:additional|update)Fields" *: *\{ *"/;

/** A group of fields below its collection, under names such as `metadataUi` and `metadataValues`. */
const group = /"\w{1,60}U[Ii]" *: *\{ *"\w{1,60}" *: *[[{]|"(\w{2,60})" *: *\{ *"\1Values?" *: *[[{]/;

/** The first indexes of a text that was spread into an object, and what is at each of them. */
const indexes = Array.from({ length: 12 }, (_, index) => index);
const characters = new RegExp(
  indexes.map((index) => String.raw`"${index}" *: *"(?:[^"\\]|\\u[\da-f]{4}|\\[^u])"`).join(' *, *'),
  'i',
);
const inQuery = indexes.map((index) => String.raw`${index}=(?:[^&=%]|(?:%[\da-f]{2}){1,4})`).join('&');
const charactersInQuery = new RegExp(`[?&]${inQuery}`, 'i');

/** Its variables have whatever names their author gave them. */
const isGraphql = (body: string) => /"query" *: *"/.test(body) && /"variables" *:/.test(body);

/** The day on which runs take place, or one of a parameter, in a month that is counted from 0. */
const monthZero = /(?<![\w-])2026-0?0-\d{1,2}(?!\d)/;

/** Fields with texts that people read. */
const ofReaders = /text|message|title|name|subject|note|comment|content|label|description|caption|body|html|value/i;

/** Base64 has no colon: https://datatracker.ietf.org/doc/html/rfc7617#section-2 */
const basicWithColon = /^authorization: *basic [^\r\n]*:/im;

const withoutToken = /^authorization: *(?:[\w-]+ +)?undefined *$/im;
const isWithoutPart = (pair: string) => /^undefined:|:undefined$/.test(pair);

/** The user name and the password of basic authentication. */
function basicOf(headers: string): string {
  const [, encoded = ''] = /^authorization: *basic +([\w+/]+=*) *$/im.exec(headers) ?? [];
  return Buffer.from(encoded, 'base64').toString();
}

/** What is wrong with a request, whatever the API is. */
export const flawsOf = (sent: Sent): RequestFlaw[] => requestFlaws.filter((flaw) => flaws[flaw](sent));
