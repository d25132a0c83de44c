import type { RunOperation } from '../../../behaviour/run-package.ts';
import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { isLogin } from '../../../behaviour/trace/login-address.ts';
import { withoutValues } from '../../../behaviour/trace/marks.ts';
import { endpointOf, isWrite, type TracedRequest } from '../../../behaviour/trace/request.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { docs } from '../../../docs-links.ts';
import { overOperations } from '../behaviour-rule.ts';
import { hostOf } from '../request-hosts.ts';

/** All runs of a step, those with answers that can be read in any way too; none if one did not come to its end. */
function endedRuns({ trace }: RunOperation, kind: Run['kind']): Run[] {
  const all = trace.runs.filter((run) => run.kind === kind);
  return all.every(hasEnded) ? all : [];
}

/** Whether a step gave back the same each time, and asked the API for nothing. */
function alwaysSays(operation: RunOperation, kind: Run['kind'], returned: 'true' | 'false'): boolean {
  const all = endedRuns(operation, kind);
  return all.length > 1 && all.every((run) => run.returned === returned && run.requests.length === 0);
}

/** Whether `create` understood the answers: else it kept nothing that `checkExists` and `delete` need. */
function isCreated(operation: RunOperation): boolean {
  const all = endedRuns(operation, 'create');
  return all.length > 1 && all.every(({ returned }) => returned === 'true');
}

/** The request with which `create` tells the API the address of the webhook. */
const registrationOf = ({ run }: RunOperation) => run('create')?.requests.find(({ isRegistration }) => isRegistration);

export const webhookNeverCreated = overOperations({
  code: 'behaviour-webhook-never-created',
  title: '`checkExists` prevents `create` from being called',
  severity: 'error',
  why: 'n8n calls `create` only if `checkExists` returns false. Because it does not, the workflow is active without a webhook, and the API never sends an event.',
  fix: 'In `checkExists`, request the webhook by its stored ID, or look for `this.getNodeWebhookUrl(…)` among the webhooks that the API lists. Return false if no ID is stored, if the API answers with status 404, or if the list has no match; throw other errors. In `delete`, clear the data that `create` stored.',
  bad: 'async checkExists() { return true; }',
  good: "async checkExists() {\n  const { webhookId } = this.getWorkflowStaticData('node');\n  if (webhookId === undefined) return false;\n  try {\n    await request.call(this, 'GET', '/webhooks/' + webhookId);\n    return true;\n  } catch (error) {\n    if (error.httpCode === '404') return false;\n    throw error;\n  }\n}",
  docs: docs.nodeMethods,
  kinds: ['webhookMethods'],
  fault(operation) {
    const registration = registrationOf(operation);
    if (!registration) return undefined;
    const gone = operation.run('gone');
    // A list in which it is not has another status.
    const asked = gone && hasEnded(gone) ? gone.requests : [];
    const isOne = (request: Run['requests'][number]) =>
      isOfWebhook(request) && endpointOf(request.url) !== endpointOf(registration.url);
    if (gone?.returned === 'true' && asked.length > 0 && asked.every(isOne))
      return '`checkExists` returns true although the API answers with status 404: a webhook that was deleted at the API is never created again';
    if (takesOthers(operation))
      return '`checkExists` returns true although none of the webhooks that the API lists has the URL of this workflow';
    if (alwaysSays(operation, 'exists', 'true')) return '`checkExists` returns true before `create` is called';
    return staysKnown(operation)
      ? '`checkExists` returns true after `delete` has removed the webhook: it is not created when the workflow is activated again'
      : undefined;
  },
});

/** Whether `checkExists` still says that there is a webhook when `delete` has removed it. */
function staysKnown(operation: RunOperation): boolean {
  const removed = endedRuns(operation, 'delete');
  const isRemoved = ({ requests, returned }: Run) =>
    // What it looks for in a list may not be there.
    requests.some((one) => one.method !== 'GET' && !isLogin(one)) && returned === 'true';
  const isKnown = alwaysSays(operation, 'exists', 'false') && alwaysSays(operation, 'deleted', 'true');
  if (isKnown && removed.length > 1 && removed.every(isRemoved)) return true;
  // Code that tests the type of a value, or compares it, only takes one that was learned; what it has kept needs no request.
  const { run } = operation;
  const [exists, plain, deleted] = [run('exists'), run('delete'), run('deleted')];
  return (
    exists?.returned === 'false' &&
    plain !== undefined &&
    isRemoved(plain) &&
    deleted?.returned === 'true' &&
    deleted.requests.length === 0
  );
}

/** Parameters that choose a part of a list by its length, or that authenticate. */
const ofAnyList = /^(?:page|limit|per_?page|page_?size|size|offset|skip|take|sort|order(?:_?by)?|\w*(?:key|token))$/i;

/** Whether `checkExists` is content with any webhook of the list to which `create` adds one. */
function takesOthers(operation: RunOperation): boolean {
  const others = operation.run('others');
  const registration = registrationOf(operation);
  if (!others || !registration || !hasEnded(others) || others.returned !== 'true') return false;
  return others.requests.every(
    ({ method, url, isEmpty, isRegistration }) =>
      method === 'GET' &&
      isEmpty === true &&
      !isRegistration &&
      endpointOf(url) === endpointOf(registration.url) &&
      [...(URL.parse(url)?.searchParams.keys() ?? [])].every((name) => ofAnyList.test(name)),
  );
}

/** Whether a URL has a value of an answer, an ID for example. The version of an API looks like one: `/api/v1/webhooks`. */
function hasAnsweredValue(url: string): boolean {
  const [path = '', query = ''] = url.split('?');
  const rest = `${path.replace(/\/v\d{1,3}(?=\/)/g, '')}?${query}`;
  return withoutValues(rest) !== rest;
}

/** Whether a request reads what the API answered to `create`. */
const isOfWebhook = ({ method, url }: Run['requests'][number]) => method === 'GET' && hasAnsweredValue(url);

/** Whether a request without a body can be one that creates a webhook: others log in, or enable one that there is. */
const createsWebhook = (url: string) =>
  !url.includes('?') &&
  !hasAnsweredValue(url) &&
  !/auth|login|session|token|enable|activate|start|\b(?:verify|validate|check|ping|test)\b/i.test(url);

export const webhookUrlNotSent = overOperations({
  code: 'behaviour-webhook-url-not-sent',
  title: '`create` does not send the URL of the webhook',
  severity: 'error',
  why: 'A request without a body or a query cannot tell the API where to send events: the workflow is active, but never starts.',
  fix: 'Send `this.getNodeWebhookUrl(…)` in the field that the API documents, usually in the body.',
  bad: "const url = this.getNodeWebhookUrl('default');\nawait request.call(this, 'POST', '/webhooks');\nreturn true;",
  good: "const url = this.getNodeWebhookUrl('default');\nawait request.call(this, 'POST', '/webhooks', { url });\nreturn true;",
  docs: docs.nodeMethods,
  kinds: ['webhookMethods'],
  fault(operation) {
    const all = endedRuns(operation, 'create');
    if (!isCreated(operation) || registrationOf(operation)) return undefined;
    const isLost = ({ hasReadAddress, requests }: Run) => {
      const [only, ...others] = requests.filter(isWrite);
      return hasReadAddress && only && others.length === 0 && only.isEmpty && createsWebhook(only.url);
    };
    const sent = all[0]?.requests.find(isWrite);
    return sent && all.every(isLost)
      ? `\`create\` reads the webhook URL, but its ${sent.method} request to ${hostOf(sent.url)} has neither a body nor a query`
      : undefined;
  },
});

export const webhookCreatedAgain = overOperations({
  code: 'behaviour-webhook-created-again',
  title: '`checkExists` does not find the webhook that `create` created',
  severity: 'warning',
  why: 'At every start, n8n calls `checkExists`, and `create` if it returns false: each start adds a webhook, and every event then starts the workflow several times.',
  fix: "Store the ID of the webhook in `this.getWorkflowStaticData('node')`, or look for its URL among the webhooks that the API lists.",
  bad: 'async checkExists() { return false; }',
  good: "async checkExists() {\n  return this.getWorkflowStaticData('node').webhookId !== undefined;\n}",
  docs: docs.nodeMethods,
  kinds: ['webhookMethods'],
  fault(operation) {
    const created = operation.run('create');
    const registration = registrationOf(operation);
    // A request that sets the address may be sent again; one that comes after others may be sent only where it is needed.
    if (!created || registration?.method !== 'POST' || created.requests.length > 1) return undefined;
    if (/\/(set|update|put|replace)[^/]*(\?|$)/i.test(registration.url)) return undefined;
    // The ID is not kept, which is reported already.
    if (notDeletedFault(operation) !== undefined) return undefined;
    return isCreated(operation) && alwaysSays(operation, 'created', 'false')
      ? '`checkExists` returns false after `create` has sent the webhook URL to the API'
      : undefined;
  },
});

export const webhookNotDeleted = overOperations({
  code: 'behaviour-webhook-not-deleted',
  title: '`delete` does not remove the webhook that `create` created',
  severity: 'warning',
  why: 'The API keeps sending events to a URL that no longer exists, and unused webhooks accumulate in the account of the user. An error if `create` stores data for `delete`, or if both send the same request.',
  fix: "Store the ID that `create` gets in `this.getWorkflowStaticData('node')`, and send it with the request of `delete`, which has to be the one that removes the webhook.",
  bad: "async create() {\n  const webhook = await register(this.getNodeWebhookUrl('default'));\n  return true;\n}\nasync delete() { return true; }",
  good: "async delete() {\n  const kept = this.getWorkflowStaticData('node');\n  await remove(kept.webhookId);\n  delete kept.webhookId;\n  return true;\n}",
  docs: docs.nodeMethods,
  kinds: ['webhookMethods'],
  fault: notDeletedFault,
  // An API may have nothing to remove a webhook with: then nodes do not keep its ID.
  isGrave: (operation) => operation.run('create')?.isStored === true || registersAgain(operation),
});

/** Whether all that `delete` changes is what `create` set already. */
function registersAgain(operation: RunOperation): boolean {
  const known = new Set(endedRuns(operation, 'create').flatMap(({ requests }) => requests.map(({ digest }) => digest)));
  return endedRuns(operation, 'delete').every(({ requests }) => {
    const changes = requests.filter(({ method }) => method !== 'GET');
    const isKnown = changes.every(({ digest, url }) => known.has(digest) && !/toggle|switch/i.test(url));
    return isKnown && changes.some(({ isRegistration }) => isRegistration);
  });
}

function notDeletedFault(operation: RunOperation): string | undefined {
  if (!registrationOf(operation) || !isCreated(operation)) return undefined;
  const removed = endedRuns(operation, 'delete');
  if (removed.length < 2) return undefined;
  if (removed.every(({ requests }) => requests.length === 0))
    return '`create` sends the webhook URL to the API, but `delete` sends no request';
  if (registersAgain(operation))
    return '`delete` sends the same request as `create`, which registers the webhook again';
  if (removed.every(({ requests }) => requests.every(onlyReads)) && isByPost(operation))
    return '`create` sends POST requests to the API, but `delete` only sends GET requests, which read the webhook';
  const unnamed = removed.map(({ requests }) => requests.find(({ url }) => hasNoName(url)));
  const isKnown = operation.run('create')?.requests.some(({ url }) => hasNoName(url));
  const [first] = unnamed;
  return first && unnamed.every((one) => one !== undefined) && !isKnown
    ? '`delete` asks the API to remove the webhook "undefined"'
    : undefined;
}

/** Whether a request reads one webhook. An API may do by GET what the address says. */
const onlyReads = ({ method, url }: TracedRequest): boolean =>
  method === 'GET' &&
  hasAnsweredValue(url) &&
  !/delet|remov|destroy|un\w{0,3}(?:sub|reg|link|set|install)|de(?:reg|activ)|disabl|cancel|stop|off/i.test(url);

const isByPost = (operation: RunOperation): boolean =>
  endedRuns(operation, 'create').some(({ requests }) => requests.some(isWrite));

/** Whether a part of an address is a value that was not there. */
const hasNoName = (url: string) => /[/=](?:eq\.)?(undefined|null)(?=$|[/?&])/.test(url);
