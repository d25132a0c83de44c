import { parametersOf } from '../../../behaviour/plan/plan-operations.ts';
import type { RunOperation } from '../../../behaviour/run-package.ts';
import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { parameterOf } from '../../../behaviour/trace/marks.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { docs } from '../../../docs-links.ts';
import { everyParameter, type Parameter } from '../../../model/parameters/parameter.ts';
import { listOf, plainOf, shown } from '../../../model/parameters/plain.ts';
import { listed } from '../../../rule.ts';
import { nameOf, namesAre, overOperations } from '../behaviour-rule.ts';
import { hostOf } from '../request-hosts.ts';
import { filledRuns, flawed, flawedIn } from './request-rules.ts';

export const boundaryMissing = overOperations({
  code: 'behaviour-boundary-missing',
  title: 'Multipart request does not name its boundary',
  severity: 'error',
  why: 'Without `boundary` in the header Content-Type, no server can tell the parts of the body from each other: the upload always fails.',
  fix: 'Do not set Content-Type: n8n does it for FormData. For a body of your own, add the boundary.',
  bad: "headers: { 'Content-Type': 'multipart/form-data' },\nbody: form.getBuffer(),",
  good: 'headers: form.getHeaders(),\nbody: form.getBuffer(),',
  docs: docs.httpHelpers,
  kinds: 'all',
  fault: flawed(
    'boundary',
    (method, host) => `the header Content-Type of its ${method} request to ${host} has no boundary`,
  ),
});

export const formAsJson = overOperations({
  code: 'behaviour-form-as-json',
  title: 'Form is sent with the Content-Type of JSON',
  severity: 'error',
  why: 'The server parses the body by the header Content-Type: it rejects the request, or sees no field of it.',
  fix: 'If the API expects JSON, send the body as an object. If it expects a form, set Content-Type to `application/x-www-form-urlencoded`; for `FormData`, do not set it.',
  bad: "headers: { 'Content-Type': 'application/json' },\nbody: new URLSearchParams({ name }).toString(),",
  good: "headers: { 'Content-Type': 'application/x-www-form-urlencoded' },\nbody: new URLSearchParams({ name }).toString(),",
  docs: docs.httpHelpers,
  kinds: 'all',
  fault: flawed(
    'form',
    (method, host) => `the body of its ${method} request to ${host} is a form, but its Content-Type is JSON`,
  ),
});

export const bufferAsJson = overOperations({
  code: 'behaviour-buffer-as-json',
  title: 'File is sent as a list of its bytes in JSON',
  severity: 'warning',
  why: 'In JSON, a Buffer becomes `{ "type": "Buffer", "data": [37, 80, …] }`, which hardly any API understands. n8n makes no form of an object: `formData` is an option of the old `request` helper only.',
  fix: "Send a form, `new FormData()` with `new Blob([buffer])`, or the text that the API expects: `buffer.toString('base64')`.",
  bad: 'body: { file: { value: buffer, options: { filename } } },',
  good: "const body = new FormData();\nbody.append('file', new Blob([buffer]), filename);",
  docs: docs.httpHelpers,
  kinds: 'all',
  fault: flawed(
    'buffer',
    (method, host) => `the body of its ${method} request to ${host} has a file as a JSON list of bytes`,
  ),
});

export const jsonTwice = overOperations({
  code: 'behaviour-json-stringified-twice',
  title: 'JSON is stringified twice',
  severity: 'error',
  why: 'The API gets a string instead of an object: it rejects the request, or stores the string.',
  fix: 'Remove one `JSON.stringify`: n8n stringifies a body that is an object. The value of a `json` parameter is a string already: use `JSON.parse`.',
  bad: "body: { data: JSON.stringify(this.getNodeParameter('data', i)) },   // the parameter is JSON already",
  good: "body: { data: JSON.parse(this.getNodeParameter('data', i)) },",
  docs: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/JSON/stringify',
  fault: flawed('twice', (method, host) => `its ${method} request to ${host} contains JSON that is stringified twice`),
});

export const jsonAsText = overOperations({
  code: 'behaviour-json-as-text',
  title: 'JSON is sent as text where another operation of the resource parses it',
  severity: 'warning',
  why: 'n8n passes the value of a `json` parameter as text. An API that expects an object or a list rejects the string, or stores it as it is. Reported only if another operation of the same resource sends the parameter under the same name, and parses it.',
  fix: 'Parse the value before it is sent: `JSON.parse`.',
  bad: 'body: { rates: fields.rates },   // create\nbody: { rates: JSON.parse(fields.rates) },   // update',
  good: 'body: { rates: JSON.parse(fields.rates) },   // create and update',
  docs: docs.nodeMethods,
  fault(operation, all) {
    const own = jsonFieldsOf(operation);
    const parsed = own.filter(({ isText }) => !isText).map(({ name }) => name);
    const { node, choices, version } = operation;
    const siblings = all.filter(
      (one) => one.node === node && one.version === version && one.choices['resource'] === choices['resource'],
    );
    for (const { name, key, isText } of own) {
      if (!isText || parsed.includes(name)) continue;
      const other = siblings.find((one) => {
        const same = jsonFieldsOf(one).filter((field) => field.name === name && field.key === key);
        return same.length > 0 && same.every((field) => !field.isText);
      });
      if (other)
        return {
          what: `the JSON of ${shown(name)} is sent as text; ${nameOf(other)} parses it`,
          parameter: name,
        };
    }
    return undefined;
  },
});

/** The JSON parameters that an operation sends in bodies, under which name, and whether as text. */
function jsonFieldsOf({ run, trace: { marked }, of }: RunOperation): { name: string; key: string; isText: boolean }[] {
  return [run('plain'), run('fields')].flatMap((one) =>
    one && hasEnded(one)
      ? one.requests.flatMap(({ jsonFields = [] }) =>
          jsonFields.flatMap(({ parameter, ...field }) => {
            const name = (one.marked ?? marked)[parameter];
            return name !== undefined && isJson(of.parameters, name) ? [{ name, ...field }] : [];
          }),
        )
      : [],
  );
}

const isJson = (parameters: RunOperation['of']['parameters'], name: string) => {
  const same = everyParameter(parameters).filter((one) => one.name === name);
  return same.length > 0 && same.every(({ type }) => type === 'json');
};

export const textSpread = overOperations({
  code: 'behaviour-text-spread',
  title: 'Text is spread into its characters',
  severity: 'error',
  why: 'JavaScript spreads a text into one field for each character: `{"0":"{","1":"\\"",…}`. The API gets none of the fields that users enter. n8n passes the value of a `json` parameter as text.',
  fix: 'Parse the text before you spread it: `{ ...JSON.parse(text) }`.',
  bad: "body: { ...this.getNodeParameter('data', i) },   // the parameter is JSON",
  good: "body: { ...JSON.parse(this.getNodeParameter('data', i)) },",
  docs: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Operators/Spread_syntax',
  fault: flawed(
    'characters',
    (method, host) => `its ${method} request to ${host} has one field for each character of a text`,
  ),
});

export const optionIgnored = overOperations({
  code: 'behaviour-option-ignored',
  title: 'Request has an option that n8n does not know',
  severity: 'error',
  why: '`httpRequest` ignores options of other clients, such as `form`, `formData`, `data`, `params` and `query`: the request is sent without what is in them. Reported only if nothing is in `body` or `qs` instead.',
  fix: 'Use `body` for what is sent in the body, with an instance of `FormData` for files, and `qs` for the query.',
  bad: "await this.helpers.httpRequest({ method: 'POST', url, formData: { file } });",
  good: "const form = new FormData();\nform.append('file', new Blob([file]), name);\nawait this.helpers.httpRequest({ method: 'POST', url, body: form });",
  docs: docs.httpHelpers,
  kinds: 'all',
  fault(operation) {
    const ignored = filledRuns(operation).find(({ ignoredOptions }) => ignoredOptions)?.ignoredOptions;
    return ignored && `the request is sent without what is in ${listed(ignored.map((one) => `\`${one}\``))}`;
  },
});

export const emptyEntrySent = overOperations({
  code: 'behaviour-empty-entry-sent',
  title: 'List with an empty string is sent for an empty parameter',
  severity: 'warning',
  why: "`''.split(',')` is a list with one empty string, not an empty list: the API looks for a record without a name, or stores an empty entry.",
  fix: 'Leave the field out if the parameter is empty, or remove empty entries: `.split(",").filter(Boolean)`.',
  bad: "body: { tags: tags.split(',') },   // tags is ''",
  good: "body: { tags: tags.split(',').filter(Boolean) },",
  docs: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/String/split',
  fault(operation) {
    const fields = operation.run('fields');
    if (!fields || !hasEnded(fields)) return undefined;
    const { marked = operation.trace.marked } = fields;
    // The editor stores an empty list for it.
    const isList = (name = '') =>
      parametersOf(operation, name).some(({ raw }) => plainOf(raw['typeOptions'])?.['multipleValues'] === true);
    const filledIn = new Set(
      fields.requests.flatMap((one) =>
        (one.fields ?? []).flatMap(({ key, parameter }) => (isList(marked[parameter]) ? [] : [key])),
      ),
    );
    const emptied = fields.requests.flatMap(({ emptyEntries = [] }) => emptyEntries.filter((key) => filledIn.has(key)));
    if (emptied.length === 0) return undefined;
    const deletes =
      fields.requests.some(({ method }) => method === 'DELETE') ||
      deleting.test(String(operation.choices['operation'] ?? ''));
    const what = `without a value, ${namesAre([...new Set(emptied)])} sent as a list with one empty string`;
    return deletes
      ? {
          what: `${what}, and the operation deletes something`,
          fix: 'Require a value: throw an error if the parameter is empty. Do not leave the field out: the API may delete everything without it.',
        }
      : what;
  },
});

const deleting = /^(?:delete|purge|remove(?!Background))/i;

export const collectionSent = overOperations({
  code: 'behaviour-collection-sent',
  title: 'Collection is sent as a whole',
  severity: 'warning',
  why: 'The request has a field named like the collection, such as `updateFields`, or a list below the names under which n8n stores it, such as `metadataUi.metadataValues`. Most APIs expect the fields themselves, and ignore or reject what users enter there.',
  fix: 'Spread the fields of the collection into the body, or send the list itself: `metadata: fields.metadataUi.metadataValues`. In a declarative node, set `routing.send` on each option, not on the collection.',
  bad: "const updateFields = this.getNodeParameter('updateFields', i);\nbody: { id, updateFields },",
  good: "const updateFields = this.getNodeParameter('updateFields', i);\nbody: { id, ...updateFields },",
  docs: docs.nodeMethods,
  fault: (operation) => sendsCollection(operation) ?? (hasNamedGroups(operation) ? sendsGroup(operation) : undefined),
});

const sendsCollection = flawed(
  'collection',
  (method, host) =>
    `the body of its ${method} request to ${host} has a collection of optional fields as a whole, not the fields in it`,
);
const sendsGroup = flawed(
  'group',
  (method, host) =>
    `the body of its ${method} request to ${host} has a fixed collection as n8n stores it, with its group`,
);

/** Whether it has a fixed collection under the names that the guidelines of n8n give it. */
const hasNamedGroups = (operation: RunOperation) =>
  everyParameter(operation.of.parameters).some(
    ({ name, type, raw }) =>
      type === 'fixedCollection' &&
      listOf(raw['options']).some((one) => /Ui$/i.test(name) || `${plainOf(one)?.['name']}`.startsWith(`${name}Value`)),
  );

export const getWithBody = overOperations({
  code: 'behaviour-get-body',
  title: 'GET request has a body',
  severity: 'warning',
  why: "HTTP gives the body of a GET request no meaning, and most servers ignore it. This is an error if n8n's `httpRequest` is used: it removes the body, so what users enter is lost.",
  fix: 'Send the values in the query: `qs`, or `routing.send.type: "query"`.',
  bad: "await this.helpers.httpRequest({ method: 'GET', url, body: { limit } });",
  good: "await this.helpers.httpRequest({ method: 'GET', url, qs: { limit } });",
  docs: 'https://datatracker.ietf.org/doc/html/rfc9110#section-9.3.1',
  isGrave: (operation) => lostInGet(operation) !== undefined,
  fault(operation) {
    const lost = lostInGet(operation);
    const sent = flawedIn(runsOfGet(operation), 'getBody');
    if ((!lost && !sent) || selectsMethod(operation)) return undefined;
    if (lost) return `${namesAre(lost)} in the body of a GET request, which n8n does not send`;
    return sent && !takesBody.test(sent.url) ? `its GET request to ${hostOf(sent.url)} has a body` : undefined;
  },
});

/** Those with an ID, and those with filters in place of one. */
const runsOfGet = (operation: RunOperation): Run[] =>
  [...filledRuns(operation), operation.run('unset')].filter((run) => run !== undefined);

/** Of Elasticsearch and its like: https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-search */
const takesBody = /\/_(?:search|count|msearch|mget|analyze|validate|explain|sql)\b/;

/** Whether users select the method of the request: a body is for another one. */
const selectsMethod = (operation: RunOperation): boolean =>
  [...operation.of.parameters.named].some(
    ([name, all]) => all.some(offersMethods) && parametersOf(operation, name).some(offersMethods),
  );

function offersMethods({ raw }: Parameter): boolean {
  const values = listOf(raw['options']).map((one) => String(plainOf(one)?.['value']).toUpperCase());
  return values.includes('GET') && values.includes('POST');
}

/** Types of parameters whose values cannot be recognised. */
const unmarked = /^(?:number|boolean|options)$/;

/** The parameters whose values get lost in the body of a GET request. */
function lostInGet(operation: RunOperation): string[] | undefined {
  const isOwn = (one: Parameter): boolean =>
    one.level.owner ? isOwn(one.level.owner) : parametersOf(operation, one.name).includes(one);
  // Large nodes have tens of thousands of parameters.
  const isUnmarked = (field: string) =>
    everyParameter(operation.of.parameters).some((one) => one.name === field && unmarked.test(one.type) && isOwn(one));
  for (const run of runsOfGet(operation)) {
    const { marked = operation.trace.marked, lostInGet: marks = [], fieldsLostInGet: fields = [] } = run;
    const names = [...marks.map((mark) => marked[parameterOf(mark)] ?? 'the file'), ...fields.filter(isUnmarked)];
    if (names.length > 0 && hasEnded(run)) return [...new Set(names)];
  }
  return undefined;
}
