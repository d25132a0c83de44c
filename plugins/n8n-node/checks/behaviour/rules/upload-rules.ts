import { parametersOf } from '../../../behaviour/plan/plan-operations.ts';
import type { RunOperation } from '../../../behaviour/run-package.ts';
import type { RequestFlaw } from '../../../behaviour/trace/request.ts';
import { docs } from '../../../docs-links.ts';
import { type Plain, textOf } from '../../../model/parameters/plain.ts';
import { overOperations } from '../behaviour-rule.ts';
import { hostOf } from '../request-hosts.ts';

export const uploadCorrupted = overOperations({
  code: 'behaviour-upload-corrupted',
  title: 'Uploaded file is corrupted',
  severity: 'error',
  why: 'Decoding a file as text replaces all bytes that are not valid UTF-8. Base64 that is sent where the API expects bytes is not decoded. Either way, the API stores a file that nobody can open.',
  fix: "In a raw or multipart body, send the buffer unchanged. In a JSON body, send `buffer.toString('base64')` if the API expects Base64.",
  bad: "const buffer = await this.helpers.getBinaryDataBuffer(i, 'data');\nawait send({ json: true, body: { document: buffer.toString() } });   // a PDF",
  good: "const buffer = await this.helpers.getBinaryDataBuffer(i, 'data');\nawait send({ json: true, body: { document: buffer.toString('base64') } });",
  docs: docs.httpHelpers,
  fault(operation) {
    const runs = ['plain', 'fields', 'upload'] as const;
    const requests = runs.flatMap((kind) => operation.run(kind)?.requests ?? []);
    const words = wordsOf(operation);
    const encoded = requests.find(({ flaws }) => flaws?.includes('base64'));
    if (encoded && !base64.test(`${words.file} ${words.operation}`))
      return `its ${encoded.method} request to ${hostOf(encoded.url)} sends the base64 text of the file in place of its bytes`;
    const flaw = flawOf(words);
    const decoded = requests.find(({ flaws }) => flaw && flaws?.includes(flaw));
    // What is decoded may only be looked at, and sent as it is beside.
    return decoded && !requests.some(({ hasFile }) => hasFile)
      ? `its ${decoded.method} request to ${hostOf(decoded.url)} sends the file after it was decoded as text`
      : undefined;
  },
});

export const fileFixed = overOperations({
  code: 'behaviour-file-fixed',
  title: 'Operation reads the file "data" whatever users enter',
  severity: 'error',
  why: 'Users enter the name of the binary property that has the file. The operation reads the property "data" all the same: it fails where items have no such property, and sends the wrong file where they have both.',
  fix: 'Read the binary property that the parameter names.',
  bad: "const name = this.getNodeParameter('binaryPropertyName', i);\nconst file = this.helpers.assertBinaryData(i, name);\nconst buffer = await this.helpers.getBinaryDataBuffer(i, 'data');",
  good: 'const buffer = await this.helpers.getBinaryDataBuffer(i, name);',
  docs: docs.nodeMethods,
  fault({ trace: { fixedFile } }) {
    if (fixedFile === undefined) return undefined;
    return {
      what: `it fails if "${fixedFile}" names another binary property than "data", unless the item has "data" too`,
      parameter: fixedFile,
    };
  },
});

/** What users read of the parameters that name a file, and of its operation. */
interface Words {
  file: string;
  operation: string;
}

/** What is wrong with a file that was decoded: nothing if it may be text; anywhere if it cannot be; else only as a file of another type. */
function flawOf({ file, operation }: Words): RequestFlaw | undefined {
  if (ofText.test(file)) return undefined;
  if (ofBytes.test(file)) return 'decoded';
  // What it makes of a file may be a PDF, and the file a text.
  if (ofText.test(operation) || !handsOn.test(`${file} ${operation}`)) return undefined;
  return ofBytes.test(operation) ? 'decoded' : 'decodedFile';
}

const base64 = /\bbase-?64\b/i;
/** Files that are text, or may be. */
const ofText =
  /\b(?:[ct]sv|json\w*|xml|x?html?|markdown|md|ya?ml|te?xts?|sql|ics|i?calendar|v?cards?|vcf|edi\w*|srt|vtt|subtitles?|captions?|transcripts?|code|scripts?|templates?|logs?|svg|eml|e-?mails?|certificates?|keys?|pem|source|imports?|lines?|rows?|contacts?)\b/i;
/** Files that are no text. */
const ofBytes =
  /\b(?:base-?64|pdfs?|docx?|xlsx?|pptx?|images?|photos?|pictures?|avatars?|logos?|screenshots?|png|jpe?g|gif|webp|audio|recordings?|voices?|videos?|mp[34]|wav|zip|media files?)\b/i;
/** What is done with a file that is sent for its own sake. */
const handsOn = /\b(?:upload|attach|send|submit|replace|transcri|resize|compress)/i;
/** Parameters that name a file which the node outputs. */
const ofOutput = /\b(?:output|result|store|save|put|download|destination|target)/i;
/** What becomes of a file. */
const result = /\b(?:to|as|into)\s+(?:an?\s+)?\w+/gi;

function wordsOf(operation: RunOperation): Words {
  const { of, option, choices } = operation;
  const isOfFile = (name: string, initial: unknown) =>
    initial === 'data' || /binary|file|attachment|document/i.test(name);
  const named = [...of.parameters.named.keys()].flatMap((name) =>
    parametersOf(operation, name).filter(({ type, raw }) => type === 'string' && isOfFile(name, raw['default'])),
  );
  const textsOf = (raw: Plain) =>
    ['displayName', 'name', 'action', 'description', 'hint', 'placeholder'].map((field) => textOf(raw[field]) ?? '');
  return {
    file: named
      .map(({ raw }) => spelled(textsOf(raw)))
      .filter((one) => !ofOutput.test(one))
      .join('\n'),
    operation: spelled([...textsOf(option ?? {}), ...Object.values(choices).map(String)]),
  };
}

const spelled = (texts: readonly string[]) =>
  texts
    .join('\n')
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .replace(result, (text) => (ofBytes.test(text) && !base64.test(text) ? '' : text));
