import { tryJson } from '../../../../kernel/index.ts';
import { instanceId } from '../engine/engine.ts';
import { lacksContent } from '../simulated/stored-files.ts';
import { type RequestFlaw, requestFlaws } from '../trace/request.ts';
import { placedFields } from './request-fields.ts';

/** The parts of a request, and all of it. */
interface Sent {
  method: string;
  url: string;
  whole: string;
  headers: string;
  body: string;
}

const flaws: Readonly<Record<RequestFlaw, (sent: Sent) => boolean>> = {
  instance: ({ whole }) => whole.includes(instanceId),
  twice: ({ url, body }) =>
    jsonOfJson.test(body) || placedFields([url], [body]).some(({ value }) => isJsonOfJson(value)),
  getBody: ({ method, body }) => /^GET$/i.test(method) && !nothing.test(body),
  locator: ({ whole }) => locator.test(whole),
  mapper: ({ whole }) => mapper.test(whole),
  file: ({ body }) => lacksContent(body),
  undefined: ({ headers }) => withoutToken.test(headers) || isWithoutPart(basicOf(headers)),
  collection: ({ body }) => collection.test(body) && !isGraphql(body),
  group: ({ body }) => group.test(body) && !isGraphql(body),
  buffer: ({ body }) => serializedBuffer.test(body),
  promise: ({ whole }) => promise.test(whole),
};

/** https://nodejs.org/api/buffer.html#buftojson */
const serializedBuffer = /"type":"Buffer","data":\[\d{1,3},\d{1,3},\d{1,3},\d{1,3},/;

/** In a URL or elsewhere. */
const promise = /(?:\[|%5b)object(?:%20|\+| )Promise(?:\]|%5d)/i;

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

/** Its variables have whatever names their author gave them. */
const isGraphql = (body: string) => /"query" *: *"/.test(body) && /"variables" *:/.test(body);

const withoutToken = /^authorization: *(?:[\w-]+ +)?undefined *$/im;
const isWithoutPart = (pair: string) => /^undefined:|:undefined$/.test(pair);

/** The user name and the password of basic authentication. */
function basicOf(headers: string): string {
  const [, encoded = ''] = /^authorization: *basic +([\w+/]+=*) *$/im.exec(headers) ?? [];
  return Buffer.from(encoded, 'base64').toString();
}

/** What is wrong with a request, whatever the API is. */
export const flawsOf = (sent: Sent): RequestFlaw[] => requestFlaws.filter((flaw) => flaws[flaw](sent));
