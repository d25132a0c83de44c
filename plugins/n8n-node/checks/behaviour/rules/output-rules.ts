import type { RunOperation } from '../../../behaviour/run-package.ts';
import { docs } from '../../../docs-links.ts';
import { everyParameter } from '../../../model/parameters/parameter.ts';
import { listOf } from '../../../model/parameters/plain.ts';
import { singularWordsOf } from '../../../model/words.ts';
import { nameOf, overOperations } from '../behaviour-rule.ts';
import { plainOf } from '../seen-items.ts';

/** Kinds of operations that give items. */
const withOutput = ['execute', 'poll', 'webhook'] as const;

export const notItems = overOperations({
  code: 'behaviour-output-not-items',
  title: 'Output is not a list of items',
  severity: 'warning',
  why: 'Each output item is an object with `json`, which is an object. Later nodes fail on anything else, or ignore it.',
  fix: 'Return `[items]` with items such as `{ json: { … } }`; `this.helpers.returnJsonArray` creates them.',
  bad: 'return [[await get(id)]];   or   returnData.push({ json: [order] });',
  good: 'return [this.helpers.returnJsonArray(await get(id))];',
  docs: 'https://docs.n8n.io/data/data-structure/',
  kinds: withOutput,
  fault(operation) {
    const plain = plainOf(operation);
    if (plain?.isFlat) return undefined;
    if (plain?.shapeless !== undefined && operation.kind === 'webhook')
      return {
        what: 'its `workflowData` is not a list of lists of items',
        fix: 'Return `{ workflowData: [items] }` with items such as `{ json: { … } }`; `this.helpers.returnJsonArray` creates them.',
      };
    if (plain?.shapeless !== undefined) return `it does not return a list of outputs (${plain.shapeless})`;
    const outputs = plain?.outputs?.flat() ?? [];
    if (outputs.some(({ isItem }) => !isItem)) return 'its output has entries without a `json` object';
    // A list of the response may be an object in earnest.
    const [first] = plain?.requests ?? [];
    const isMade = plain?.requests.every(({ answer = '' }) => !answer.includes('['));
    return first?.answer !== undefined && isMade && outputs.some(({ isList }) => isList)
      ? 'the `json` of its output items is an array'
      : undefined;
  },
});

export const responseOutput = overOperations({
  code: 'behaviour-response-output',
  title: 'Whole HTTP response is output',
  severity: 'warning',
  why: 'With `returnFullResponse`, `httpRequest` returns the body together with headers and status. Users expect the data of the service, as other operations of the node output it. Reported only if most of them do.',
  fix: 'Output the body: `json: response.body`.',
  bad: 'const order = await this.helpers.httpRequest({ url, returnFullResponse: true });\nreturnData.push({ json: order });',
  good: 'const { body } = await this.helpers.httpRequest({ url, returnFullResponse: true });\nreturnData.push({ json: body });',
  docs: docs.httpHelpers,
  onlyUsual: true,
  fault(operation, all) {
    const { requests = [], getsResponse } = plainOf(operation) ?? {};
    if (!getsResponse || !isOfResponses(operation)) return undefined;
    const isForIt = ofRequest.test(nameOf(operation)) || requests.some(({ method }) => method === 'HEAD');
    if (isForIt) return undefined;
    const others = all.filter((one) => one !== operation && outputsOf(one).length > 0);
    const isUnusual = others.filter(isOfResponses).length < others.length / 2;
    const isSelected = everyParameter(operation.of.parameters).some(({ name }) => ofResponse.test(name));
    return isUnusual && !isSelected
      ? 'it outputs the whole HTTP response, with headers and status, not the body'
      : undefined;
  },
});

/** A switch for it: "Include Response Headers and Status". */
const ofResponse = /response|header|status_?code|raw|debug|simplif/i;

/** Operations of which the response is the point. */
const ofRequest = /request|raw|custom|call|fetch|scrape|head|ping|check|test|http|url/i;

const outputsOf = (operation: RunOperation) => plainOf(operation)?.outputs?.flat() ?? [];

function isOfResponses(operation: RunOperation): boolean {
  const outputs = outputsOf(operation);
  return outputs.length > 0 && outputs.every(({ isResponse }) => isResponse);
}

export const outputFlat = overOperations({
  code: 'behaviour-output-flat',
  title: 'Items are returned without the list of outputs',
  severity: 'error',
  why: 'n8n reads a list of items for each output. The execution fails on items in its place, and a webhook that returns a list starts no workflow.',
  fix: 'Return `[items]`: the list of items in the list of outputs; in a webhook, `{ workflowData: [items] }`.',
  bad: 'return returnData;',
  good: 'return [returnData];',
  docs: 'https://docs.n8n.io/data/data-structure/',
  kinds: withOutput,
  fault(operation) {
    if (!plainOf(operation)?.isFlat) return undefined;
    return operation.kind === 'webhook'
      ? 'it does not return `workflowData` with a list of items for each output'
      : 'it returns items without a list of outputs around them';
  },
});

export const nothingSupplied = overOperations({
  code: 'behaviour-nothing-supplied',
  title: 'Sub-node supplies nothing',
  severity: 'error',
  why: 'An agent or a chain gets what `supplyData` returns as `response`. Without it, the node that it is connected to fails.',
  fix: 'Return an object with the model, the memory or the tool as `response`.',
  bad: 'async supplyData() { return model; }',
  good: 'async supplyData() { return { response: model }; }',
  docs: docs.nodeMethods,
  kinds: ['supplyData'],
  fault: (operation) => (plainOf(operation)?.returned === 'nothing' ? 'what it returns has no `response`' : undefined),
});

/** Types of files that no text is of: https://www.iana.org/assignments/media-types */
const notText =
  /^(image\/(?!svg)|audio\/|video\/|font\/|model\/(?:gltf-binary|vnd\.|stl)|application\/(pdf|zip|gzip|x-(zip|tar|rar|7z)\b.*|msword|vnd\.(ms-|openxmlformats|oasis)))/;

/**
 * What operations are called that download what users have uploaded, files of any type, or what is no text. The type may be that
 * of the response, of which the simulated API knows nothing.
 */
const anyFile = new Set(
  [
    'attachment image photo picture video media document binary file',
    'pdf invoice receipt avatar thumbnail screenshot recording archive zip',
  ].flatMap((names) => names.split(' ')),
);

export const fileCorrupted = overOperations({
  code: 'behaviour-file-corrupted',
  title: 'Downloaded file is decoded as text',
  severity: 'error',
  why: 'n8n decodes a response as UTF-8 unless the request asks for bytes. Bytes that are not valid UTF-8 are replaced, so users cannot open the file.',
  fix: "Request the file with `encoding: 'arraybuffer'`; with the deprecated `request` and `requestWithAuthentication`, `encoding: null`.",
  bad: "const data = await this.helpers.httpRequest({ url });\nconst file = await this.helpers.prepareBinaryData(Buffer.from(data), 'label.pdf');",
  good: "const data = await this.helpers.httpRequest({ url, encoding: 'arraybuffer' });\nconst file = await this.helpers.prepareBinaryData(Buffer.from(data), 'label.pdf');",
  docs: docs.httpHelpers,
  fault({ run, choices }) {
    const files = run('bytes')
      ?.outputs?.flat()
      .flatMap((output) => output.files ?? []);
    const ofAnyType = singularWordsOf(Object.values(choices).join(' ')).some((word) => anyFile.has(word));
    const corrupted = files?.find(
      ({ type, isDecoded }) => isDecoded && (notText.test(type) || (ofAnyType && type === 'application/octet-stream')),
    );
    return (
      corrupted && `the file that it outputs (${corrupted.type}) is corrupted, because the response is decoded as text`
    );
  },
});

export const inputChanged = overOperations({
  code: 'behaviour-input-changed',
  title: 'Input items are changed in place',
  severity: 'warning',
  why: 'Other branches of the workflow get the same items, and the execution shows them as the input of the node: both see the changes.',
  fix: 'Create new items: `{ json: { ...item.json, name } }`, and for files `{ binary: { ...item.binary, [name]: file } }`.',
  bad: 'item.json.name = name;\nreturnData.push(item);',
  good: 'returnData.push({ json: { ...item.json, name }, pairedItem: { item: i } });',
  docs: docs.nodeMethods,
  fault(operation) {
    const runs = [plainOf(operation), operation.run('tolerant'), operation.run('fields')];
    const [first] = runs.flatMap((run) => run?.changed ?? []);
    if (!first) return undefined;
    if (first.isFile) return 'it adds or replaces files of its input items';
    return first.field === undefined
      ? 'it changes, adds or removes fields of its input items'
      : `it adds \`json.${first.field}\` to its input items`;
  },
});

export const outputMissing = overOperations({
  code: 'behaviour-output-missing',
  title: 'Operation outputs no items',
  severity: 'warning',
  why: 'n8n does not run the nodes after one that outputs nothing: the workflow ends there, without an error. Not reported for operations that read a list.',
  fix: 'Add an item for each input item to the result: what the API returns, or `{ json: { success: true } }`.',
  bad: 'const response = await this.helpers.httpRequest(options);\nthis.helpers.constructExecutionMetaData([{ json: response }], { itemData: { item: i } });',
  good: 'const response = await this.helpers.httpRequest(options);\nreturnData.push({ json: response, pairedItem: { item: i } });',
  docs: docs.nodeMethods,
  fault: ({ trace, of }) =>
    trace.outputsNothing && listOf(of.description['outputs']).length > 0
      ? 'it outputs no items for any of the simulated responses'
      : undefined,
});

export const outputsBeyond = overOperations({
  code: 'behaviour-outputs-beyond',
  title: 'Items are in outputs that the node does not have',
  severity: 'error',
  why: 'The outer list has one entry for each output of the node. Items in further entries are lost.',
  fix: 'Return all items of an output in one list.',
  bad: 'return items.map((item) => [item]);',
  good: 'return [items];',
  docs: docs.nodeMethods,
  kinds: ['execute', 'poll', 'trigger', 'webhook'],
  fault({ trace: { runs }, of }) {
    const { outputs: declared } = of.description;
    if (!Array.isArray(declared) || declared.length === 0) return undefined;
    const most = Math.max(...runs.map(({ outputs = [] }) => outputs.findLastIndex((items) => items.length > 0) + 1));
    return most > declared.length ? `it returns ${most} outputs, and the node has ${declared.length}` : undefined;
  },
});
