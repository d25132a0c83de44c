import { isVariant, type RunOperation } from '../../../behaviour/run-package.ts';
import { pageSizeOf } from '../../../behaviour/simulated/request-text.ts';
import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { fileMark, itemOf, parameterOf } from '../../../behaviour/trace/marks.ts';
import type { TracedRequest } from '../../../behaviour/trace/request.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { docs } from '../../../docs-links.ts';
import { memoize } from '../../../memoize.ts';
import { everyParameter } from '../../../model/parameters/parameter.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { listed } from '../../../rule.ts';
import { overOperations } from '../behaviour-rule.ts';
import type { Fault } from '../fault-site.ts';
import { itemsSent, kindOf, mixed, plainOf } from '../seen-items.ts';

export const wrongValues = overOperations({
  code: 'behaviour-values-of-other-item',
  title: 'Request contains values of another item',
  severity: 'error',
  why: 'The request for one item is sent with a value of another one: the wrong record is read, changed or deleted.',
  fix: 'Read every parameter with the index of the item that is processed, and build each request inside the loop.',
  bad: "for (let i = 0; i < items.length; i++)\n  await remove(this.getNodeParameter('id', 0));",
  good: "for (let i = 0; i < items.length; i++)\n  await remove(this.getNodeParameter('id', i));",
  docs: docs.nodeMethods,
  fault: (operation) => valuesOfOther(operation),
});

export const fieldsKept = overOperations({
  code: 'behaviour-fields-of-other-item',
  title: 'Optional value of one item is sent for the next',
  severity: 'warning',
  why: 'Where an optional field has no value for an item, its request is sent with the value of the item before: a filter that was not set, or a change that nobody asked for.',
  fix: 'Create the body and the query of a request inside the loop.',
  bad: 'const qs = {};\nfor (let i = 0; i < items.length; i++) {\n  if (filters.status) qs.status = filters.status;',
  good: 'for (let i = 0; i < items.length; i++) {\n  const qs = {};\n  if (filters.status) qs.status = filters.status;',
  docs: docs.nodeMethods,
  fault(operation) {
    const { run, trace } = operation;
    const [plain, fields] = [run('plain'), run('fields')];
    // All items get it from the first one.
    if (valuesOfOther(operation) !== undefined) return undefined;
    if (!isVariant(operation) && operation.variants.some((one) => valuesOfOther(one) !== undefined)) return undefined;
    if (!plain || !fields || [...mixed(plain.requests), ...repeated(plain.requests)].length > 0) return undefined;
    const { marked = trace.marked } = fields;
    // Without values of its own, its request is that of the first item again.
    const again = repeated(fields.requests);
    // Each item sends its own request twice.
    if (again.some(({ marks }) => marks.some(isOfThird))) return undefined;
    const all = [...mixed(fields.requests), ...again];
    // Only the second item has no values: what is mixed with others is meant to be, unless all items before are in it.
    const isOfSecond = ({ marks }: TracedRequest) => !marks.some(isOfThird);
    const ofSecond = all.filter(isOfSecond);
    // Where the third item's own values are sent nowhere, all items get those of the first one.
    if (!fields.requests.some(({ marks }) => marks.some(isOfThird))) return undefined;
    if (ofSecond.length === 0 || !all.every((one) => isOfSecond(one) || repeatsFirst(one))) return undefined;
    const kept = ofSecond.flatMap(({ marks }) => marks.filter((mark) => !mark.startsWith('1.')).map(parameterOf));
    const names = [...new Set(kept)].flatMap((parameter) => marked[parameter] ?? []).map(shown);
    return `a request for an item without ${listed(names)} contains the value of the item before`;
  },
});

export const settingOfOther = overOperations({
  code: 'behaviour-setting-of-other-item',
  title: 'Setting of the first item is used for all items',
  severity: 'warning',
  why: 'Users can enter an expression for the parameter, with another value for each item. The node reads it for the first item only.',
  fix: 'Read the parameter with the index of the item that is processed. If it is meant for all items, set `noDataExpression: true`.',
  bad: "const status = this.getNodeParameter('status', 0);\nfor (let i = 0; i < items.length; i++)\n  await update(this.getNodeParameter('id', i), { status });",
  good: "for (let i = 0; i < items.length; i++)\n  await update(this.getNodeParameter('id', i), { status: this.getNodeParameter('status', i) });",
  docs: docs.nodeMethods,
  fault(operation) {
    const { ofFirstItem = [] } = operation.trace;
    if (ofFirstItem.length === 0 || valuesOfOther(operation) !== undefined) return undefined;
    return {
      what: `requests for other items are sent with the value of ${listed(ofFirstItem.map(shown))} of the first item`,
      parameter: ofFirstItem[0],
    };
  },
});

const isOfThird = (mark: string): boolean => itemOf(mark) === 2;

/** Whether a request for the third item also has the values of the first one for the same parameters. */
const repeatsFirst = ({ marks }: TracedRequest): boolean =>
  marks.every((mark) => !mark.startsWith('0.') || marks.includes(`2.${parameterOf(mark)}`));

/** Requests with values of an item that were sent before. */
const repeated = (requests: readonly TracedRequest[]): TracedRequest[] =>
  requests.filter(
    ({ marks, digest }, at) => marks.length > 0 && requests.findIndex((one) => one.digest === digest) < at,
  );

/** Two rules ask for it. */
export const valuesOfOther = memoize((operation: RunOperation): Fault | undefined => {
  const plain = plainOf(operation);
  if (plain?.items !== 3) return undefined;
  const fields = operation.run('fields');
  for (const { requests, marked } of [plain, ...(fields && hasEnded(fields) ? [fields] : [])]) {
    const fixed = parametersOfFirst(requests);
    const [first] = fixed;
    if (first === undefined) continue;
    if (first === fileMark) return { what: fileOfFirst };
    return ofFirst(fixed, operation, marked);
  }
  if (fields && hasEnded(fields) && isOfFirstAlone(fields))
    return ofFirstAlone(fields.requests, operation, fields.marked);
  const gathered = isConversation(operation) ? undefined : gatheredIn(plain.requests);
  if (gathered !== undefined)
    return {
      what: `each request also contains the values of ${namesOf([gathered], operation)} of all earlier items`,
      parameter: operation.trace.marked[gathered],
    };
  const single = operation.run('single');
  if (!single || single.thrown || single.requests.length === 0 || single.given) return undefined;
  if (sendsFirstFile(plain, single)) return { what: fileOfFirst };
  // Others, such as for a token, have no values of items.
  const [all, alone] = [plain, single].map(({ requests }) => requests.filter(({ marks }) => marks.length > 0));
  if (!all || !areOfFirst(all) || !alone?.length || all.length !== 3 * alone.length) return undefined;
  return ofFirstAlone(all, operation);
});

const fileOfFirst = 'requests for other items contain the file of the first item';

/**
 * Whether it sends as many files for each item as for one alone, and all of them are the first one's, in requests that may
 * have no other values of items, while other requests are for each item.
 */
function sendsFirstFile(plain: Run, single: Run): boolean {
  const [all, alone] = [plain, single].map(({ requests }) => requests.filter(({ marks }) => marks.some(isOfFile)));
  if (!all || !alone?.length || all.length !== 3 * alone.length || mixed(plain.requests).length > 0) return false;
  const isOwn = alone.every(({ marks }) => marks.every((mark) => itemOf(mark) === 1));
  return isOwn && areOfFirst(all) && itemsSent(plain.requests).size === 3;
}

const isOfFile = (mark: string): boolean => parameterOf(mark) === fileMark;

/** What is said where they have no others: the same for all operations of a node. */
function ofFirstAlone(
  requests: readonly TracedRequest[],
  operation: RunOperation,
  marked = operation.trace.marked,
): Fault {
  const parameters = parametersIn(requests);
  return {
    what: 'requests for other items are sent with the values of the first item',
    detail: namesOf(parameters, operation, marked),
    parameter: marked[parameters[0] ?? -1],
  };
}

/** What is said where requests for other items have values of the first one. */
const ofFirst = (parameters: readonly number[], operation: RunOperation, marked = operation.trace.marked): Fault => ({
  what: `requests for other items contain the value of ${namesOf(parameters, operation, marked)} of the first item`,
  parameter: marked[parameters[0] ?? -1],
});

const parametersIn = (requests: readonly TracedRequest[]): number[] => [
  ...new Set(requests.flatMap(({ marks }) => marks.map(parameterOf))),
];

const areOfFirst = (requests: readonly TracedRequest[]): boolean =>
  requests.every(({ marks }) => marks.every((mark) => mark.startsWith('0.')));

/** Whether each of three items sends the same requests, with values of the first item and of no other one. */
function isOfFirstAlone({ items, requests }: Run): boolean {
  const all = requests.filter(({ marks }) => marks.length > 0);
  const counts = [...Map.groupBy(all, ({ digest }) => digest).values()].map(({ length }) => length);
  return items === 3 && all.length > 0 && areOfFirst(all) && counts.every((count) => count % 3 === 0);
}

const namesOf = (parameters: readonly number[], { trace }: RunOperation, marked = trace.marked): string =>
  listed([
    ...new Set(
      parameters.map((number) => (number === fileMark ? 'the file' : shown(marked[number] ?? String(number)))),
    ),
  ]);

/** Parameters that requests of one kind for the second and third item take from the first one, and none from their own. */
function parametersOfFirst(requests: readonly TracedRequest[]): number[] {
  const used = new Set(
    requests.flatMap(({ marks }) => marks.filter((mark) => !mark.startsWith('0.')).map(parameterOf)),
  );
  const kinds = Map.groupBy(requests, kindOf);
  return [...new Set([...kinds.values()].flatMap(takenFromFirst))].filter((parameter) => !used.has(parameter));
}

/** Whether what was said for earlier items may be meant to be sent again. */
const isConversation = ({ of: { parameters } }: RunOperation): boolean =>
  everyParameter(parameters).some(({ name }) =>
    /histor|memory|conversation|context|keep|session|thread|accumulat|across/i.test(name),
  );

/** A parameter of which the requests of one kind have the values of one, two and three items, in their order. */
function gatheredIn(requests: readonly TracedRequest[]): number | undefined {
  for (const same of Map.groupBy(requests, kindOf).values()) {
    if (same.length !== 3) continue;
    const itemsIn = (parameter: number) =>
      same.map(({ marks }) =>
        marks
          .filter((mark) => parameterOf(mark) === parameter)
          .map(itemOf)
          .sort()
          .join(),
      );
    const parameters = new Set(same.at(-1)?.marks.map(parameterOf));
    const found = [...parameters].find((parameter) => itemsIn(parameter).join(' ') === '0 0,1 0,1,2');
    if (found !== undefined) return found;
  }
  return undefined;
}

function takenFromFirst(requests: readonly TracedRequest[]): number[] {
  const marks = requests.map((request) => request.marks.map((mark) => mark.split('.').map(Number)));
  const own = (item: number) =>
    marks.filter((all) => all.some(([of]) => of === item) && all.every(([of]) => of === item || of === 0));
  const [second, third] = [own(1), own(2)];
  if (second.length === 0 || third.length === 0 || second.length !== third.length) return [];
  const taken = [...second, ...third].map(
    (all) => new Set(all.filter(([item]) => item === 0).map(([, parameter = -1]) => parameter)),
  );
  const [some = new Set<number>()] = taken;
  return [...some].filter((parameter) => taken.every((one) => one.has(parameter)));
}

export const itemsRepeated = overOperations({
  code: 'behaviour-items-repeated',
  title: 'Output of input items is repeated',
  severity: 'error',
  why: 'The results of items are output again, with those of later items or at once: later nodes create, change or send the same data twice.',
  fix: 'Inside the loop, start a new list for the results of each input item.',
  bad: 'const orders = [];\nfor (let i = 0; i < items.length; i++) {\n  orders.push(...(await get(i)));\n  returnData.push(...this.helpers.returnJsonArray(orders));\n}',
  good: 'for (let i = 0; i < items.length; i++) {\n  const orders = await get(i);\n  returnData.push(...this.helpers.returnJsonArray(orders));\n}',
  docs: docs.nodeMethods,
  fault(operation) {
    const repeats = repeatedOutputs(operation);
    return repeats && `for three input items, it outputs ${repeats}`;
  },
});

/** Of what three items give, in which order: each time with that of the items before, or with that of all. */
const repeatedOrders = [
  [[0, 0, 1, 0, 1, 2], 'the result of the first item three times, and that of the second twice'],
  [[0, 1, 2, 0, 1, 2, 0, 1, 2], 'the results of all items three times'],
] as const;

/** Whether each of three different results is output twice in a row, while nothing that it is made of is a list. */
function outputsTwice({ requests }: Run, digests: readonly string[]): boolean {
  const [first] = requests;
  const isOfOne = first?.answer !== undefined && !first.answer.includes('[');
  const isEach = requests.length === 3 && requests.every((one) => first && kindOf(one) === kindOf(first));
  const isTwice = digests.length === 6 && digests.every((digest, at) => digest === digests[at - (at % 2)]);
  return isOfOne && isEach && isTwice && new Set(digests).size === 3;
}

/** How outputs repeat what others hold already, if they do. */
export function repeatedOutputs(operation: RunOperation): string | undefined {
  const [plain, single] = [plainOf(operation), operation.run('single')];
  if (plain?.items !== 3 || !single || !hasEnded(single) || single.count === 0) return undefined;
  const digests = plain.outputs?.flat().map(({ digest }) => digest) ?? [];
  if (outputsTwice(plain, digests)) return 'the result of each item twice';
  const blocks = Array.from({ length: Math.floor(plain.count / single.count) }, (_, at) =>
    digests.slice(at * single.count, (at + 1) * single.count).join(),
  );
  const order = blocks.map((block) => [...new Set(blocks)].indexOf(block));
  const isWhole = digests.length === plain.count && blocks.length * single.count === plain.count;
  // The same request for each item has the same results, which alone are in the output once for each.
  const { length: sent } = single.requests;
  const isSame = new Set(blocks).size === 1 && sent > 0 && plain.requests.length === 3 * sent;
  const isOf = ([repeats]: (typeof repeatedOrders)[number]) =>
    isSame ? repeats.length === blocks.length : repeats.join() === order.join();
  return isWhole ? repeatedOrders.find(isOf)?.[1] : undefined;
}

/** Pages' worth of entries that nodes may make of one page: of lists in its entries. */
const mostOfPage = 3;

/** Whether one item gives more than three gave before, or than was asked for: the output has that of earlier executions. */
export function keepsOutputs({ run }: RunOperation): boolean {
  const [plain, single] = [run('plain'), run('single')];
  if (plain?.items !== 3 || !hasEnded(plain) || !single || !hasEnded(single)) return false;
  const sizes = single.requests.map(({ url }) => pageSizeOf(url) ?? Number.POSITIVE_INFINITY);
  const asked = sizes.reduce((sum, size) => sum + size, 0);
  return single.count > plain.count || (asked > 0 && single.count > mostOfPage * asked);
}
