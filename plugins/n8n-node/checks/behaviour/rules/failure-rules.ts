import { isVariant, type RunOperation } from '../../../behaviour/run-package.ts';
import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { isWrite, type Run } from '../../../behaviour/trace/trace.ts';
import { most } from '../../../behaviour/trace/trace-limits.ts';
import { docs } from '../../../docs-links.ts';
import { listOf, plainOf, shown } from '../../../model/parameters/plain.ts';
import { overOperations } from '../behaviour-rule.ts';
import { withNames } from '../operations-table.ts';
import { shownRun } from '../outcome-text.ts';
import { hostOf } from '../request-hosts.ts';
import { keepsOutputs, mixed } from './item-rules.ts';

/** Values that may say that a failure is of no interest. */
const unheeded = /ignore|wait|background|forget|error|fail|quiet|silent|async/i;

export const failureHidden = overOperations({
  code: 'behaviour-failure-hidden',
  title: 'Failed request is reported as success',
  severity: 'error',
  why: 'The workflow continues as if the request had succeeded, and users do not notice that nothing was done.',
  fix: 'Throw a `NodeApiError`, or add the error to the output if `this.continueOnFail()` is true.',
  bad: 'try {\n  await send();\n} catch {}\nreturn [[{ json: { success: true } }]];',
  good: 'try {\n  await send();\n} catch (error) {\n  if (!this.continueOnFail()) throw new NodeApiError(this.getNode(), error);\n  returnData.push({ json: { error: error.message }, pairedItem: { item: i } });\n}',
  docs: docs.nodeMethods,
  kinds: ['execute', 'webhookMethods'],
  fault(operation) {
    const { run, kind } = operation;
    if (isVariant(operation) && unheeded.test(operation.change)) return undefined;
    const [failing, denied] = [run('failing'), run('denied')];
    if (kind === 'webhookMethods')
      return failing && isAnswered(failing, 500) && isCreatedAllTheSame(failing)
        ? '`create` returns true when the API answers every request with status 500: n8n shows the workflow as active'
        : undefined;
    if (failing && isAnswered(failing, 500) && isSilent(failing))
      return 'it succeeds when the API answers every request with status 500';
    return denied && isAnswered(denied, 401) && isSilent(denied)
      ? 'it succeeds when the API rejects the credential with status 401'
      : undefined;
  },
});

export const failureIgnored = overOperations({
  code: 'behaviour-failure-ignored',
  title: 'Failure of a later request is ignored',
  severity: 'warning',
  why: 'An operation that sends several requests succeeds although one that writes something failed: users do not notice that a part is missing.',
  fix: 'Throw the error, or add it to the output.',
  bad: 'const order = await create(body);\ntry {\n  await addItems(order.id);\n} catch {}\nreturn order;',
  good: 'const order = await create(body);\nawait addItems(order.id);\nreturn order;',
  docs: docs.nodeMethods,
  fault({ run, trace: { marked } }) {
    const later = run('later');
    if (!later || !hasEnded(later) || !isSilent(later)) return undefined;
    const failed = later.requests.find((request) => request.status === 500 && isWrite(request));
    return (
      failed &&
      `it succeeds although ${failed.method} ${withNames(failed.url.split('?')[0] ?? '', marked)} fails with status 500`
    );
  },
});

/** Whether it came to its end although every request had a status. */
const isAnswered = (run: Run, expected: number) =>
  hasEnded(run) && run.requests.length > 0 && run.requests.every(({ status }) => status === expected);

const isCreatedAllTheSame = ({ returned, requests }: Run) =>
  returned === 'true' && requests.some(({ isRegistration }) => isRegistration);

/** Whether it gave items that do not tell of a failure. */
function isSilent({ outputs = [] }: Run): boolean {
  const items = outputs.flat();
  return items.length > 0 && items.every(({ failure, isItem }) => isItem && !failure);
}

export const continueIgnored = overOperations({
  code: 'behaviour-continue-ignored',
  title: '"Continue on fail" has no effect',
  severity: 'warning',
  why: 'Users set "On Error: Continue" so that one bad item does not stop the others. Here the error of one item ends the node for all of them.',
  fix: 'Catch the error of each item, and add it to the output if `this.continueOnFail()` is true.',
  bad: 'for (let i = 0; i < items.length; i++) returnData.push(await send(i));',
  good: 'try {\n  returnData.push(await send(i));\n} catch (error) {\n  if (!this.continueOnFail()) throw error;\n  returnData.push({ json: { error: error.message }, pairedItem: { item: i } });\n}',
  docs: docs.nodeMethods,
  supersededBy: ['n8n-nodes-base/node-execute-block-missing-continue-on-fail'],
  fault(operation) {
    const { run, of } = operation;
    const tolerant = run('tolerant');
    // One request for all items.
    if (isVariant(operation) && mixed(tolerant?.requests ?? []).length > 0) return undefined;
    if (!of.methods.has('execute') || !tolerant?.thrown || tolerant.given) return undefined;
    const failed = tolerant.requests.some(({ status }) => status === 500);
    return failed ? 'one failed request ends the node although "Continue on fail" is set' : undefined;
  },
});

export const failedItemLost = overOperations({
  code: 'behaviour-failed-item-lost',
  title: '"Continue on fail" loses items',
  severity: 'warning',
  why: 'Users set "On Error: Continue" (`continueOnFail`) to see which items failed, and to go on with the others. Here a failed item has no output. Reported as an error if it ends the loop: the items after it are not processed, and nothing says so.',
  fix: 'Add the error of the item to the output, and continue with the next item.',
  bad: 'catch (error) {\n  if (this.continueOnFail()) continue;\n  throw error;\n}',
  good: 'catch (error) {\n  if (!this.continueOnFail()) throw error;\n  returnData.push({ json: { error: error.message }, pairedItem: { item: i } });\n}',
  docs: docs.nodeMethods,
  isGrave: (operation) => lostAfterFailure(operation) === 'others',
  fault(operation) {
    switch (lostAfterFailure(operation)) {
      case 'others':
        return 'with "Continue on fail", the items after a failed one are not processed';
      case 'before':
        return 'with "Continue on fail", the results of the items before a failed one are lost, and those after it are not processed';
      case 'failed':
        return 'with "Continue on fail", a failed item has no output';
      default:
        return undefined;
    }
  },
});

/** What is missing where only the requests of the second of three items fail. */
function lostAfterFailure({ run, of }: RunOperation): 'failed' | 'others' | 'before' | undefined {
  const [plain, tolerant] = [run('plain'), run('tolerant')];
  if (!of.methods.has('execute') || !plain || !tolerant || !hasEnded(tolerant)) return undefined;
  const each = plain.count / 3;
  if (plain.items !== 3 || each < 1 || !Number.isInteger(each)) return undefined;
  const outputs = tolerant.outputs?.flat() ?? [];
  const has = (item: number) => outputs.some(({ items }) => items.includes(item));
  const sends = (item: number) => sentIn(tolerant, item);
  const isFailed = tolerant.requests.some(({ status }) => status === 500);
  if (!isFailed) return undefined;
  const failures = outputs.filter(({ failure }) => failure).length;
  const isOver = sentIn(plain, 2) && !sends(2) && !has(2);
  if (failures === 1 && isOver && tolerant.count === 1 && !has(0) && sends(0)) return 'before';
  if (!has(0)) return undefined;
  if (failures === 1 && isOver && tolerant.count === each + 1) return 'others';
  if (has(1) || failures > 0) return undefined;
  if (tolerant.count === each && !sends(2)) return 'others';
  return tolerant.count === 2 * each && has(2) ? 'failed' : undefined;
}

const sentIn = ({ requests }: Run, item: number) =>
  requests.some(({ marks }) => marks.some((mark) => mark.startsWith(`${item}.`)));

/** Whether it sent one request again and again, and ended when lists had no entries any more. */
export function asksForSamePage(run: Run): boolean {
  const { requests, items } = run;
  const [first, ...others] = requests.slice(0, most.full + 1);
  const isOver = requests.length > most.full && requests.length <= most.full + Math.max(1, items);
  return hasEnded(run) && isOver && others.every(({ digest }) => digest === first?.digest);
}

/** Requests that are the same, from which on a node does not stop to try again. */
const manyTries = 15;

const isRetrying = ({ requests }: Run) =>
  requests.length >= manyTries &&
  requests.slice(-manyTries).every(({ digest, status }) => status === 500 && digest === requests[0]?.digest);

export const neverStops = overOperations({
  code: 'behaviour-never-stops',
  title: 'Operation does not stop sending requests',
  severity: 'warning',
  why: 'The operation sends requests endlessly: it blocks the workflow and uses up the quota of the user.',
  fix: 'Stop at the last page, at an empty page, and at an error; limit how often the operation polls a status.',
  bad: 'do {\n  page = await get(cursor);\n} while (true);',
  good: 'do {\n  page = await get(cursor);\n} while (page.items.length > 0 && page.nextCursor);',
  docs: docs.nodeMethods,
  kinds: 'all',
  // Who has more entries than fit on one page gets no result.
  isGrave: ({ run }) => {
    const pages = run('pages');
    const [first] = pages?.requests ?? [];
    // What one request takes out of a queue, the next one does not get.
    return pages?.isFull === true && first?.method === 'GET' && first.isFullPage === true && asksForSamePage(pages);
  },
  fault(operation) {
    // It may ask every second until there is something to emit.
    if (operation.kind === 'trigger') return undefined;
    const plain = shownRun(operation);
    const last = plain?.requests.at(-1);
    if (!plain || !last) return undefined;
    const repeated = [plain, operation.run('pages')].some((run) => run && asksForSamePage(run));
    if (repeated) return `it asks ${new URL(last.url).host} for the same page until it has no entries`;
    const failing = operation.run('failing');
    if (failing?.given && isRetrying(failing))
      return 'it repeats its request endlessly when the API answers with status 500';
    if (plain.given !== 'requests') return undefined;
    return `it sends more than 200 requests, the last fifty of them after failures, to ${new URL(last.url).host}`;
  },
});

/** Whether one of its parameters is a resource locator: workflows that n8n's own API is sent have some, too. */
const hasLocator = ({ of }: RunOperation) =>
  listOf(of.description['properties']).some((one) => plainOf(one)?.['type'] === 'resourceLocator');

export const objectAsText = overOperations({
  code: 'behaviour-object-as-text',
  title: 'Object is used instead of its value',
  severity: 'error',
  why: 'JavaScript turns an object into the text "[object Object]" or the number NaN: the request is for something that does not exist, or the operation fails, whatever the user selects.',
  fix: 'For a resource locator, pass `{ extractValue: true }` as the last argument: `getNodeParameter(name, i, fallback, options)` in `execute`, `getNodeParameter(name, fallback, options)` in triggers, webhooks and `loadOptions`. For a collection, read one of its fields.',
  bad: "// `user` is a resource locator\nconst user = this.getNodeParameter('user', i);\nconst url = 'https://api.acme.com/users/' + user;",
  good: "const user = this.getNodeParameter('user', i, '', { extractValue: true });\nconst url = 'https://api.acme.com/users/' + user;",
  docs: docs.nodeMethods,
  kinds: 'all',
  fault(operation) {
    // A later request may hold what the simulated API answered.
    const { requests: [first] = [], thrown, converted: [name] = [] } = shownRun(operation) ?? {};
    if (first && /(\[|%5b)object(%20|\+)object(\]|%5d)/i.test(first.url))
      return `the URL of its request to ${hostOf(first.url)} contains "[object Object]"${name === undefined ? ' instead of a value' : `: the resource locator ${shown(name)} is used instead of its value`}`;
    if (first?.flaws?.includes('locator') && hasLocator(operation))
      return `its request to ${hostOf(first.url)} contains a whole resource locator ("__rl") instead of its value`;
    if (first || !thrown || name === undefined) return undefined;
    return `it converts the resource locator "${name}" to a text or a number, and fails: ${thrown.message.split('\n')[0]}`;
  },
});

export const parsedTwice = overOperations({
  code: 'behaviour-json-parsed-twice',
  title: 'Response is parsed as JSON twice',
  severity: 'error',
  why: 'n8n has parsed the JSON already. JSON.parse turns the object into the text "[object Object]" and throws: the operation always fails.',
  fix: 'Use the response as it is, without JSON.parse.',
  bad: 'const response = await this.helpers.httpRequest({ url });\nreturn JSON.parse(response);',
  good: 'return await this.helpers.httpRequest({ url });',
  docs: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/http-helpers/',
  kinds: 'all',
  fault: ({ run }) =>
    run('plain')?.parsesObject ? 'it calls JSON.parse with a response that n8n has parsed already' : undefined,
});

/** A variable of expressions with a field of it, in a decoded URL. */
const unevaluated = /\$(?:parameter|credentials|json|input|node|self)\b(?:\[|\.\w)[\w.[\]'"]*/;

export const expressionAsText = overOperations({
  code: 'behaviour-expression-as-text',
  title: 'URL contains an expression instead of its value',
  severity: 'error',
  why: 'n8n evaluates only what is within `{{ }}` of a text that starts with "=". It sends other text unchanged: the request is for something that does not exist, whatever the user enters.',
  fix: 'Start the text with "=", and write the expression within `{{ }}`. In code, read the value with `getNodeParameter`.',
  bad: "url: '/orders + $parameter.orderId'",
  good: "url: '=/orders/{{ $parameter.orderId }}'",
  docs: docs.nodeMethods,
  supersededBy: [
    'nodes-expression-without-equals',
    'nodes-expression-syntax',
    'credentials-expression-without-equals',
    'credentials-expression-syntax',
  ],
  kinds: 'all',
  fault(operation) {
    // A later request may hold what the simulated API answered.
    const [first] = shownRun(operation)?.requests ?? [];
    const text = first && unevaluated.exec(decoded(first.url))?.[0];
    return text === undefined ? undefined : `the URL of its request contains "${text}" instead of a value`;
  },
  concerns: ({ of: { description }, option }) =>
    [description, ...Object.values(description), option, ...Object.values(option ?? {})]
      .map((part) => plainOf(part))
      .filter((part) => part !== undefined),
});

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

export const slashMissing = overOperations({
  code: 'behaviour-slash-missing',
  title: 'URL has no slash between its host and its path',
  severity: 'error',
  why: 'The request goes to a host that does not exist, and fails for every user.',
  fix: 'Begin the path with a slash.',
  bad: "const url = 'https://api.acme.com' + 'orders';",
  good: "const url = 'https://api.acme.com' + '/orders';",
  docs: docs.nodeMethods,
  kinds: 'all',
  fault(operation, _, { runsOn }) {
    const [first] = shownRun(operation)?.requests ?? [];
    const host = first && hostOf(first.url);
    const known = host && runsOn(host);
    return known ? `it sends its request to ${host}, where a slash is missing after ${known}` : undefined;
  },
});

export const stateKept = overOperations({
  code: 'behaviour-state-kept',
  title: 'Data of one execution is used in the next',
  severity: 'warning',
  why: 'n8n runs all executions in one process. Data that a module or a class stores appears in the executions of other users.',
  fix: 'Keep data in local variables of `execute`, or in `this.getWorkflowStaticData`.',
  bad: 'const results = [];\nexport class Acme { async execute() { results.push(…); } }',
  good: 'async execute() {\n  const results = [];\n}',
  docs: docs.nodeMethods,
  fault(operation) {
    const isStale = operation.run('single')?.requests.some(({ stale }) => stale.length > 0);
    if (isStale) return 'its requests contain values of an earlier execution';
    return keepsOutputs(operation) ? 'its output has the items of an earlier execution as well' : undefined;
  },
});
