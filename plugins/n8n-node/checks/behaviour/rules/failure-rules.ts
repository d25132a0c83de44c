import { parametersOf } from '../../../behaviour/plan/plan-operations.ts';
import { isVariant, type RunOperation } from '../../../behaviour/run-package.ts';
import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { isWrite, type TracedRequest, withoutQuery } from '../../../behaviour/trace/request.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { docs } from '../../../docs-links.ts';
import { everyParameter, type Parameter } from '../../../model/parameters/parameter.ts';
import { wordsOf } from '../../../model/words.ts';
import { overOperations } from '../behaviour-rule.ts';
import { withNames } from '../operations-table.ts';
import { kindOf } from '../seen-items.ts';
import { keepsOutputs } from './other-item-rules.ts';

/** Values that may say that a failure is of no interest. */
const unheeded = /ignore|wait|background|forget|error|fail|quiet|silent|async/i;

export const failureHidden = overOperations({
  code: 'behaviour-failure-hidden',
  title: 'Failed request is reported as success',
  severity: 'error',
  why: 'The workflow continues as if the request had succeeded, or ends without items, and users do not notice that nothing was done.',
  fix: 'Throw a `NodeApiError`, or add the error to the output if `this.continueOnFail()` is true. A request that creates or changes something has failed with status 404, too.',
  bad: 'try {\n  await send();\n} catch {}\nreturn [[{ json: { success: true } }]];',
  good: 'try {\n  await send();\n} catch (error) {\n  if (!this.continueOnFail()) throw new NodeApiError(this.getNode(), error);\n  returnData.push({ json: { error: error.message }, pairedItem: { item: i } });\n}',
  docs: docs.nodeMethods,
  supersededBy: ['behaviour-request-not-awaited'],
  kinds: ['execute', 'webhookMethods'],
  fault(operation) {
    const { run, kind } = operation;
    if (isVariant(operation) && unheeded.test(operation.change)) return undefined;
    // Another rule tells why.
    if (!isVariant(operation) && run('plain')?.left) return undefined;
    const [failing, denied] = [run('failing'), run('denied')];
    if (kind === 'webhookMethods')
      return failing && isAnswered(failing, 500) && isCreatedAllTheSame(failing)
        ? '`create` returns true when the API answers every request with status 500: n8n shows the workflow as active'
        : undefined;
    if (failing && isAnswered(failing, 500) && isSilent(failing))
      return 'it succeeds when the API answers every request with status 500';
    if (denied && isAnswered(denied, 401) && isSilent(denied))
      return 'it succeeds when the API rejects the credential with status 401';
    const absent = run('absent');
    if (absent && isAnswered(absent, 404) && isSilent(absent) && changesWhatIs(operation, absent))
      return 'it succeeds when the API answers every request with status 404';
    if (denied && isAnswered(denied, 401) && isEmpty(denied) && !isEmptyAsWell(failing) && outputsEntries(operation))
      return 'it outputs nothing, and does not fail, when the API rejects the credential with status 401';
    const isLost = failing && denied && isAnswered(failing, 500) && isAnswered(denied, 401);
    return isLost && [failing, denied].every(isEmpty) && outputsEntries(operation)
      ? 'it outputs nothing, and does not fail, when the API answers every request with status 500 or 401'
      : undefined;
  },
});

export const errorAsItem = overOperations({
  code: 'behaviour-error-as-item',
  title: 'Failed request does not stop the workflow',
  severity: 'warning',
  why: 'Unless users set "On Error: Continue", a node must fail if its request fails. Here the error is an item of the output: the workflow goes on with it, the execution counts as a success, and no error workflow runs.',
  fix: 'Throw the error unless `this.continueOnFail()` is true. In a declarative node, remove `ignoreHttpStatusErrors`.',
  bad: 'catch (error) {\n  returnData.push({ json: { error: error.message }, pairedItem: { item: i } });\n}',
  good: 'catch (error) {\n  if (!this.continueOnFail()) throw new NodeApiError(this.getNode(), error, { itemIndex: i });\n  returnData.push({ json: { error: error.message }, pairedItem: { item: i } });\n}',
  docs: docs.nodeMethods,
  onlyUsual: true,
  fault(operation) {
    const { run } = operation;
    const [failing, denied] = [run('failing'), run('denied')];
    if (!failing || !denied || !outputsEntries(operation)) return undefined;
    if (!isToldOnly(failing) || !isAnswered(failing, 500)) return undefined;
    const what =
      'it outputs an item with the error, and does not fail, when the API answers every request with status 500';
    if (isToldOnly(denied) && isAnswered(denied, 401)) return `${what} or 401`;
    return denied.thrown ? what : undefined;
  },
});

/** Whether all items are errors. */
function isToldOnly({ outputs = [] }: Run): boolean {
  const items = outputs.flat();
  return outputs.length === 1 && items.length > 0 && items.every(({ isItem, isError }) => isItem && isError);
}

export const failureIgnored = overOperations({
  code: 'behaviour-failure-ignored',
  title: 'Failure of a later request is ignored',
  severity: 'warning',
  why: 'An operation that sends several requests succeeds although one that writes something, or gets a later page of a list, failed: users do not notice that a part is missing.',
  fix: 'Throw the error, or add it to the output.',
  bad: 'const order = await create(body);\ntry {\n  await addItems(order.id);\n} catch {}\nreturn order;',
  good: 'const order = await create(body);\nawait addItems(order.id);\nreturn order;',
  docs: docs.nodeMethods,
  fault(operation) {
    const { run, trace } = operation;
    const { marked, hidesFailedPage } = trace;
    if (hidesFailedPage)
      return 'it outputs the entries of the first pages as if they were all, although the next page fails with status 500';
    const later = run('later');
    if (!later || !hasEnded(later)) return undefined;
    const last = later.requests.at(-1);
    // Where every failure is hidden, another rule tells so.
    const isKnown = isEmptyAsWell(run('failing')) && outputsEntries(operation);
    if (last?.method === 'GET' && last.status === 500 && isEmpty(later) && !isKnown && minds(operation))
      return `it outputs nothing, and does not fail, when ${last.method} ${withNames(withoutQuery(last.url), marked)} fails with status 500`;
    if (!isSilent(later)) return undefined;
    const failed = later.requests.find((request) => request.status === 500 && isWrite(request));
    return (
      failed &&
      `it succeeds although ${failed.method} ${withNames(withoutQuery(failed.url), marked)} fails with status 500`
    );
  },
});

export const rejectedRepeated = overOperations({
  code: 'behaviour-rejected-request-repeated',
  title: 'Rejected request is sent again',
  severity: 'warning',
  why: 'With a status such as 400, 404 or 422, the API says that the request itself is wrong: sent again, it fails again, and costs the user quota and time. Code that repeats every failed request also repeats one that the API carried out before the connection broke: what it creates is there twice.',
  fix: 'Repeat a request only after a status that says that it may work later, such as 429 or 503, and one that creates or changes something only if the API does not store it twice. Leave the rest to "Retry On Fail" of n8n.',
  bad: 'try {\n  return await send(options);\n} catch (error) {\n  return await send(options);\n}',
  good: "try {\n  return await send(options);\n} catch (error) {\n  if (error.httpCode !== '429') throw error;\n  await sleep(1000);\n  return await send(options);\n}",
  docs: docs.nodeMethods,
  fault({ run }) {
    const [plain, single, absent] = [run('plain'), run('single'), run('absent')];
    // What is sent twice in any case is no second try.
    if (!plain || !single || !hasEnded(single) || !absent || repeatedOf(single.requests).length > 0) return undefined;
    const kinds = new Set(single.requests.map(kindOf));
    const [again] = repeatedOf(absent.requests.filter((one) => isRejectedChange(one) && kinds.has(kindOf(one))));
    return (
      again && {
        what: 'it sends the same request again after the API rejected it with status 404',
        detail: again.method,
        request: plain.requests.find((one) => kindOf(one) === kindOf(again)),
      }
    );
  },
});

/** Whether a request for an item was to change something that is not there. With such a key, the API would know it again. */
const isRejectedChange = (one: TracedRequest): boolean =>
  one.status === 404 &&
  (isWrite(one) || one.method === 'DELETE') &&
  one.marks.length > 0 &&
  one.idempotencyKey === undefined;

/** Requests that are the same as one before. */
const repeatedOf = (requests: readonly TracedRequest[]): TracedRequest[] =>
  requests.filter(({ digest }, at) => requests.findIndex((one) => one.digest === digest) < at);

export const requestNotAwaited = overOperations({
  code: 'behaviour-request-not-awaited',
  title: 'Operation does not wait for its request',
  severity: 'error',
  why: 'The operation outputs its items before the request is sent: it succeeds even if the request fails, and n8n reports the failure nowhere.',
  fix: 'Write `await` before the call that sends the request.',
  bad: 'deleteOrder.call(this, id);\nreturnData.push({ json: { success: true } });',
  good: 'await deleteOrder.call(this, id);\nreturnData.push({ json: { success: true } });',
  docs: docs.nodeMethods,
  onlyUsual: true,
  fault({ run, trace: { marked }, choices, of: { parameters } }) {
    // Users may choose not to wait.
    const switches = everyParameter(parameters).filter(({ type }) => type === 'boolean');
    const names = [...Object.values(choices), ...switches.map(({ name }) => name)];
    if (names.some((name) => unheeded.test(String(name)))) return undefined;
    const plain = run('plain');
    const left = plain && hasEnded(plain) && plain.count > 0 ? plain.left : undefined;
    return left && `it ends before it has sent ${left.method} ${withNames(withoutQuery(left.url), marked)}`;
  },
});

/** Whether it came to its end although every request had a status. */
const isAnswered = (run: Run, expected: number) =>
  hasEnded(run) && run.requests.length > 0 && run.requests.every(({ status }) => status === expected);

const isCreatedAllTheSame = ({ returned, requests }: Run) =>
  returned === 'true' && requests.some(({ isRegistration }) => isRegistration);

/** What may ask whether there is something, or lets only that pass which there is. */
const asksWhether = /exist|check|verif|valid|test|avail|health|ping|status|find|lookup|match|filter|wait/i;

/** A setting that says whether failures are of interest. */
const ofFailures = /ignore|error|fail|silent|quiet/i;

/** "Continue on error", which users have to switch on. */
const isOffByDefault = ({ name, type, raw }: Parameter): boolean =>
  type === 'boolean' && raw['default'] === false && /^(?:continue|ignore|suppress|swallow)/i.test(name);

/** Whether it outputs items where no request fails, and is not there to find out whether there is something. */
function outputsEntries(operation: RunOperation): boolean {
  const all = [operation.run('plain'), operation.run('single')];
  return all.every((one) => one !== undefined && hasEnded(one) && one.count > 0) && minds(operation);
}

/** Whether a failure is of interest to it. */
function minds(operation: RunOperation): boolean {
  const { choices, of } = operation;
  const { name, displayName } = of.description;
  return !asksWhether.test([...Object.values(choices), name, displayName].join(' ')) && !mayIgnore(operation);
}

/** Whether users select for it what becomes of failures. */
function mayIgnore(operation: RunOperation): boolean {
  const shown = [...operation.of.parameters.named.keys()].flatMap((name) => parametersOf(operation, name));
  const settings = shown.flatMap((one) => [one, ...one.inner.flatMap(everyParameter)]);
  return settings.some((one) => isChoice(one) && ofFailures.test(one.name) && !isOffByDefault(one));
}

const isChoice = ({ type }: Parameter) => type === 'boolean' || type === 'options' || type === 'multiOptions';

const isEmptyAsWell = (failing: Run | undefined) => failing !== undefined && hasEnded(failing) && isEmpty(failing);

/** Names of operations for which it is no failure that something is not there: they look for it, or want it to be gone. */
const maybeAbsent =
  /\b(?:get|list|search|find|fetch|look|query|read|load|check|exist|verif|valid|test|match|filter|count|enrich|scrape|delet|remov|clear|clean|purge|archiv|unsub|cancel|stop|abort|revok|detach|unassign|unlink|unset|leave|log.?out|deactiv|disabl|dismiss|disconnect|expire|end|close|reset|upsert|ensure|sync)/i;

/** Whether it asked the API to change something, or to store something new, that was not there. */
function changesWhatIs(operation: RunOperation, absent: Run): boolean {
  const { choices, of } = operation;
  const named = Object.entries(choices).flatMap(([name, value]) => (name === 'resource' ? [] : [String(value)]));
  const names = named.length > 0 ? named : [String(of.description['name']), String(of.description['displayName'])];
  return (
    absent.requests.some(isWrite) &&
    !names.some((name) => maybeAbsent.test(wordsOf(name).join(' '))) &&
    !absent.outputs?.flat().some(({ mayTell }) => mayTell) &&
    !mayIgnore(operation)
  );
}

const isEmpty = ({ outputs, shapeless, waits }: Run) =>
  outputs !== undefined && outputs.flat().length === 0 && shapeless === undefined && !waits;

/** Whether it gave items that do not tell of a failure. */
function isSilent({ outputs = [] }: Run): boolean {
  const items = outputs.flat();
  return items.length > 0 && items.every(({ failure, isItem }) => isItem && !failure);
}

export const parsedTwice = overOperations({
  code: 'behaviour-json-parsed-twice',
  title: 'Response is parsed as JSON twice',
  severity: 'error',
  why: 'n8n has parsed the JSON already. JSON.parse turns the object into the text "[object Object]" and throws: the operation always fails.',
  fix: 'Use the response as it is, without JSON.parse.',
  bad: 'const response = await this.helpers.httpRequest({ url });\nreturn JSON.parse(response);',
  good: 'return await this.helpers.httpRequest({ url });',
  docs: docs.httpHelpers,
  kinds: 'all',
  fault: ({ run }) =>
    run('plain')?.parsesObject ? 'it calls JSON.parse with a response that n8n has parsed already' : undefined,
});

export const stateKept = overOperations({
  code: 'behaviour-state-kept',
  title: 'Data of one execution is used in the next',
  severity: 'warning',
  why: 'n8n runs all executions in one process. Data that a module or a class stores appears in the executions of other users: their requests are sent with the key of another user, or to the server of another user.',
  fix: 'Keep data in local variables of `execute`, or in `this.getWorkflowStaticData`. If something must be cached, key it by the credential and the URL, and let it expire.',
  bad: 'const results = [];\nexport class Acme { async execute() { results.push(…); } }',
  good: 'async execute() {\n  const results = [];\n}',
  docs: docs.nodeMethods,
  fault(operation) {
    const isStale = operation.trace.runs.some(({ requests }) => requests.some(({ stale }) => stale.length > 0));
    if (isStale) return 'its requests contain values of an earlier execution';
    const kept = operation.trace.keepsForOther;
    if (kept) return `with the credential of another user, ${keptOf[kept]}`;
    return keepsOutputs(operation) ? 'its output has the items of an earlier execution as well' : undefined;
  },
});

const keptOf = {
  secret: 'its requests contain the secret of an earlier execution',
  address: 'it sends requests to the server of an earlier execution',
  list: 'it uses the response to a request of an earlier execution, and does not send that request again, even a day later',
  response: 'it sends no request and outputs the response to an earlier execution',
};
