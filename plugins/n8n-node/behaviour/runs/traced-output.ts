import type { INodeExecutionData } from 'n8n-workflow';
import { anyFile, failureText } from '../simulated/api.ts';
import { isDecoded } from '../simulated/bytes.ts';
import type { SimulatedCredentials } from '../simulated/credentials.ts';
import { lacksContent } from '../simulated/stored-files.ts';
import { fileTypes } from '../simulated/wishes.ts';
import { digestOf } from '../trace/digest.ts';
import { jsonText } from '../trace/json-text.ts';
import { itemsIn, withoutValues } from '../trace/marks.ts';
import type { TracedOutput } from '../trace/output.ts';
import type { Run } from '../trace/run.ts';
import { most } from '../trace/trace-limits.ts';

/** What a node gave back, as far as it is compared. @param isFailing whether requests of the run were made to fail */
export function outputsOf(
  output: unknown,
  credentials: SimulatedCredentials,
  isFailing = false,
): Pick<Run, 'outputs' | 'count' | 'shapeless' | 'isFlat'> {
  if (output === null || output === undefined) return { outputs: [], count: 0 };
  if (!Array.isArray(output)) return { count: 0, shapeless: typeof output, ...(isItem(output) && { isFlat: true }) };
  let count = 0;
  const outputs = output.slice(0, 20).map((items: unknown): TracedOutput[] => {
    if (!Array.isArray(items)) return [];
    count += items.length;
    return items.slice(0, most.outputs).map((item: unknown) => outputOf(item, credentials, isFailing));
  });
  const lists = output.every((items: unknown) => Array.isArray(items) || items === null || items === undefined);
  const isFlat = output.some(isItem);
  return { outputs, count, ...(!lists && { shapeless: 'other values in place of lists' }), ...(isFlat && { isFlat }) };
}

/** What stands in `json` may have been made up: only that there is none, or that it is a list of items, is the node's doing. */
function isItem(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('json' in value)) return false;
  // `constructExecutionMetaData` of an object that is no item adds a `json` without a value.
  if (value.json === undefined && Object.keys(value).some((key) => !ofItems.has(key))) return false;
  return !(
    Array.isArray(value.json) && value.json.some((one) => typeof one === 'object' && one !== null && 'json' in one)
  );
}

/** https://docs.n8n.io/data/data-structure/ */
const ofItems: ReadonlySet<string> = new Set([
  'json',
  'binary',
  'pairedItem',
  'error',
  'metadata',
  'evaluationData',
  'sendMessage',
]);

function outputOf(item: unknown, credentials: SimulatedCredentials, isFailing: boolean): TracedOutput {
  const { json, pairedItem, error, binary } = Object(item);
  const text = jsonText(json).slice(0, 200_000);
  const paired = pairsOf(pairedItem);
  const files = filesOf(binary);
  return {
    isItem: isItem(item),
    ...(Array.isArray(json) && { isList: true }),
    ...(isResponse(json) && { isResponse: true }),
    items: itemsIn(text).slice(0, 10),
    ...(paired && { paired }),
    ...(files.length > 0 && { files }),
    failure:
      error !== undefined ||
      text.includes(failureText) ||
      /"[^"]*(error|fail|success"\s*:\s*false|"status(Code)?"\s*:\s*"?(?:500|401|404))/i.test(text) ||
      /\b(?:500|401|404)\b|unauthori[sz]ed|denied|not[ _-]?found/i.test(text),
    ...(isFailing && mayTell(text) && { mayTell: true }),
    ...((error !== undefined || /"error(?:_?message)?"\s*:/i.test(text) || (isFailing && saysFailed(json))) && {
      isError: true,
    }),
    ...errorIn(json, error),
    secrets: credentials.secretsIn(text),
    digest: digestOf(text),
  };
}

/** What says that something was done, in JSON. */
const saysDone =
  /"(?!\w*(?:skip|reject|refus|ignor|miss))\w*(?:success|successful|ok|done|sent|ed)":true|"(?:status|state|message|result)":"[^"]*(?:success|succeeded|\bok\b|done|completed|finished|(?:cre|upd)ated|sent)[^"]*"/gi;
/** What is not there, or may say in other words than "error" that something was not done. */
const saysUndone =
  /:(?:false|null)\b|"[^"]*(?:stat(?:us|e)\b|message|reason|skip|ignor|warn|exception|problem|issue|invalid|success|exist|found|missing|unknown|absent|\b(?:no|not|info|notes?|details?|code|ok|result|outcome)\b|un(?:able|available)|reject|refus|retry|attempt)[^"]*"/i;
const mayTell = (text: string) => saysUndone.test(text.replace(saysDone, ''));

/** Fields that say more of an error, and hold no result. */
const besideError =
  /^(?:error|success|ok|failed|status|code|message|description|details?|stack|timestamp|operation|resource|name|status_?code|error_?code|item(?:_?index)?)$/i;

/** What a message says of a request that failed. */
const saysStatus = /\bstatus(?: code)?:? (?:500|401|404)\b/i;

/**
 * `{ success: false, message: 'the message' }` or `{ success: false, data: null }`, with no result beside it, or
 * `{ data: null, message: 'Request failed with status code 500' }`
 */
function saysFailed(json: unknown): boolean {
  const { success, ok, message }: Record<string, unknown> = Object(json);
  const isFalse = success === false || (success === undefined && ok === false && typeof message === 'string');
  const isNothing =
    typeof message === 'string' && saysStatus.test(message) && Object.values(Object(json)).includes(null);
  return (
    (isFalse || isNothing) &&
    Object.entries(Object(json)).every(([key, value]) => value === null || besideError.test(key))
  );
}

/** `{ error: 'the message' }`, `{ error: { message: 'the message' } }`, or an item with an error of n8n */
function errorIn(json: unknown, error: unknown): Pick<TracedOutput, 'error'> {
  const said: unknown = error ?? Object(json).error;
  const message: unknown = typeof said === 'string' ? said : Object(said).message;
  // Beside a result, it is one of the values of the result.
  if (error === undefined && !Object.keys(Object(json)).every((key) => besideError.test(key))) return {};
  return typeof message === 'string' && message !== '' ? { error: message.slice(0, most.text) } : {};
}

/** As `httpRequest` returns it with `returnFullResponse`, and not as code makes one. */
function isResponse(json: unknown): boolean {
  const { body, headers, statusCode, statusMessage } = Object(json);
  return (
    body !== undefined &&
    typeof headers === 'object' &&
    headers !== null &&
    typeof statusCode === 'number' &&
    typeof statusMessage === 'string'
  );
}

/** https://docs.n8n.io/data/data-structure/: files by name, each with its content in base64. */
function filesOf(binary: unknown): NonNullable<TracedOutput['files']> {
  return Object.values(Object(binary))
    .slice(0, 5)
    .map((file: unknown) => {
      const { mimeType, fileExtension, data, id } = Object(file);
      const encoded = typeof data === 'string' ? data.slice(0, 10_000) : '';
      const content = Buffer.from(encoded, 'base64');
      const named = mimeType === anyFile ? fileTypes[String(fileExtension)] : undefined;
      return {
        type: (named ?? String(mimeType)).slice(0, most.name),
        isDecoded: isDecoded(content),
        // What n8n knows of a file of an input item is handed on as it is.
        ...(id === undefined && lacksContent(encoded) && { lacksContent: true }),
      };
    });
}

function pairsOf(paired: unknown): number[] | undefined {
  if (paired === undefined || paired === null) return undefined;
  const list: unknown[] = Array.isArray(paired) ? paired : [paired];
  const numbers = list.map((one) => (typeof one === 'number' ? one : Object(one).item));
  return numbers.filter((one) => Number.isInteger(one)).slice(0, 10);
}

/** What an item brings: its data, and its files. */
type Brought = Pick<INodeExecutionData, 'json' | 'binary'>;

/**
 * Watches what code changes of its input. The items are copies of n8n, of which code may replace `json` and `binary`: only what
 * is in these belongs to other nodes, too.
 * Source: n8n-core 2.41, dist/execution-engine/workflow-execute.js (`addPairedItemLineage`)
 * @returns tells what has changed since then
 */
export function watchInput(items: readonly Brought[]): () => Run['changed'] {
  const before = items.map(({ json, binary }) => ({
    json,
    binary,
    text: JSON.stringify(json),
    files: jsonText(binary),
  }));
  return () =>
    before.flatMap(({ json, binary, text, files }, item): Run['changed'] => {
      if (jsonText(binary) !== files) return [{ item, isFile: true }];
      const now = jsonText(json);
      if (now === text) return [];
      const was: unknown = JSON.parse(text);
      // What an item brings is named by the number of its parameter, and a value of one says nothing to an author either.
      const field = Object.keys(Object(json)).find((key) => !(key in Object(was)) && withoutValues(key) === key);
      return [{ item, ...(field !== undefined && { field: field.slice(0, 200) }) }];
    });
}
