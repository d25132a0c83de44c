import { parametersOf } from '../../../behaviour/plan/plan-operations.ts';
import type { RunOperation } from '../../../behaviour/run-package.ts';
import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { parameterOf } from '../../../behaviour/trace/marks.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { docs } from '../../../docs-links.ts';
import { everyParameter, type Parameter } from '../../../model/parameters/parameter.ts';
import { listOf, plainOf } from '../../../model/parameters/plain.ts';
import { listed } from '../../../rule.ts';
import { namesAre, overOperations } from '../behaviour-rule.ts';
import { hostOf } from '../request-hosts.ts';
import { filledRuns, flawed, flawedIn } from './request-rules.ts';

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

export const optionIgnored = overOperations({
  code: 'behaviour-option-ignored',
  title: 'Request has an option that n8n does not know',
  severity: 'error',
  why: '`httpRequest` ignores options of other clients, such as `form`, `formData`, `data`, an object in `json`, `params` and `query`: the request is sent without what is in them. Reported only if nothing is in `body` or `qs` instead.',
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
