import { parametersOf } from '../../../behaviour/plan/plan-operations.ts';
import { isVariant, type RunOperation } from '../../../behaviour/run-package.ts';
import { pageSizeOf } from '../../../behaviour/simulated/request-text.ts';
import { hasEnded, lacksItem } from '../../../behaviour/trace/ending.ts';
import { fileMark, itemOf, parameterOf, replaceMarks } from '../../../behaviour/trace/marks.ts';
import type { TracedOutput } from '../../../behaviour/trace/output.ts';
import { isFailed, type TracedRequest } from '../../../behaviour/trace/request.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { docs } from '../../../docs-links.ts';
import { memoize } from '../../../memoize.ts';
import { everyParameter } from '../../../model/parameters/parameter.ts';
import { listOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { listed } from '../../../rule.ts';
import { overOperations } from '../behaviour-rule.ts';
import type { Fault } from '../fault-site.ts';

/** The values of items that requests and outputs hold. */
function itemsSeen({ requests, outputs = [] }: Run): Set<number> {
  return new Set([...itemsSent(requests), ...outputs.flat().flatMap(({ items }) => items)]);
}

const itemsSent = (requests: readonly TracedRequest[]): Set<number> =>
  new Set(requests.flatMap(({ marks }) => marks.map(itemOf)));

/** A run with three items that ended, where that proves something. */
export function plainOf({ run }: RunOperation): Run | undefined {
  const plain = run('plain');
  return plain && hasEnded(plain) ? plain : undefined;
}

export const itemsLost = overOperations({
  code: 'behaviour-items-lost',
  title: 'Only one item is processed',
  severity: 'error',
  why: 'n8n passes all items to a node at once, and a node runs its operation for each of them. Users lose all items but one, without an error, or the node fails as soon as there are several.',
  fix: 'Loop over `this.getInputData()`, whose argument is the number of an input and not of an item, and read parameters with the index of the item.',
  bad: "const id = this.getNodeParameter('id', 0);\nreturn [[{ json: await get(id) }]];",
  good: "for (let i = 0; i < items.length; i++) {\n  const id = this.getNodeParameter('id', i);\n  returnData.push({ json: await get(id), pairedItem: { item: i } });\n}",
  docs: docs.nodeMethods,
  fault(operation, all) {
    const crash = crashOf(operation);
    if (crash !== undefined) return `it processes one item, and fails for three: ${crash}`;
    const plain = plainOf(operation);
    const single = operation.run('single');
    if (plain?.items !== 3 || !single?.outputs || single.thrown || single.given) return undefined;
    if (isMeantForOne(operation)) return undefined;
    // It takes what it needs of all items: for one request for them together, for example.
    if (plain.readsAll) return undefined;
    // What is in all items may be alike to it: "Remove Duplicates".
    if (plain.requests.length === 0 && leavesOut.test(Object.values(operation.choices).join(' '))) return undefined;
    // An execution that waits is resumed once, whatever the number of its items.
    if (plain.waits) return undefined;
    // One of several inputs may hold a list or a setting for the items of the other ones.
    if (listOf(operation.of.description['inputs']).length > 1) return undefined;
    const seen = itemsSeen(plain);
    // What one item gives, the second one gives too when it is alone.
    const alone = itemsSeen(single).has(1) && single.count > 0;
    const onlyFirst = seen.has(0) && !seen.has(1) && !seen.has(2);
    if (hasOnlyLast(plain, single) && !leavesOut.test(Object.values(operation.choices).join(' ')))
      return 'of three input items, only the results of the last one are output';
    const sameWork = plain.requests.length === single.requests.length && plain.count === single.count;
    return onlyFirst && alone && sameWork && !isBatch(operation, all, plain)
      ? 'only the first of three input items is processed'
      : undefined;
  },
});

/** Whether it sends what it sends for one item for each of them, and outputs what the last one gives. */
function hasOnlyLast({ requests, count, outputs = [] }: Run, single: Run): boolean {
  const isEach = requests.length === 3 * single.requests.length && itemsSent(requests).size === 3;
  const isOfLast = ({ items, paired = [] }: TracedOutput) =>
    items.length > 0 ? items.join() === '2' : paired.join() === '2';
  return isEach && count > 0 && count === single.count && outputs.flat().every(isOfLast);
}

/**
 * Whether it sends all items together, where its other fields are as they are: a field may choose columns, for example, that the
 * items do not have.
 */
function isBatch(operation: RunOperation, all: readonly RunOperation[], { requests }: Run): boolean {
  const usual =
    isVariant(operation) && operation.isWhole ? all.find(({ variants }) => variants.includes(operation)) : undefined;
  const plain = usual && plainOf(usual);
  return requests.length > 0 && plain?.requests.length === requests.length && itemsSeen(plain).has(1);
}

/** What operations are called that have fewer items in their output than in their input. */
const leavesOut =
  /duplicat|unique|distinct|dedup|filter|merg|group|limit|first|latest|last|summar|count|stat|reduc|combin|aggregat/i;

const forOneItem = /once|first|single|\bone\b|per ?run|aggregat|combin|all.?items/i;

/** The name of an option that says that an operation runs for one item, or for all of them together. */
const forFirstItem = /\bonce\b|\bfirst (?:input )?item\b|\bsingle (?:run|execution)\b|\baggregat/i;

/** Whether a value may be there to run an operation once: `executeOnce: true`, alone or among all optional fields. */
function isMeantForOne(operation: RunOperation): boolean {
  if (modesOf(operation).some((text) => forFirstItem.test(text))) return true;
  if (!isVariant(operation)) return false;
  if (!operation.isWhole) return forOneItem.test(operation.change);
  return everyParameter(operation.of.parameters).some(({ type, name }) => type === 'boolean' && forOneItem.test(name));
}

/** What a parameter is called that says how often an operation runs. */
const ofRuns = /mode|run|exec|process|item|batch/i;

/** The names of the options that are selected beside the operation: `Once (First Input Item)`. */
function modesOf(operation: RunOperation): string[] {
  const names = [...operation.of.parameters.named.keys()].filter((name) => !Object.hasOwn(operation.choices, name));
  return names.flatMap((name) =>
    parametersOf(operation, name).flatMap(({ type, choices = [], raw }) => {
      if (!ofRuns.test(`${name} ${textOf(raw['displayName'])}`)) return [];
      const selected = operation.values?.[name] ?? raw['default'];
      const option = type === 'options' ? choices.find(({ value }) => value === selected) : undefined;
      return option ? [`${String(option.value)} ${textOf(option.raw['name'])}`] : [];
    }),
  );
}

/** What JavaScript throws for a second item, before a request is sent for it, where one item alone is processed. */
function crashOf({ run }: RunOperation): string | undefined {
  const [plain, single] = [run('plain'), run('single')];
  if (!plain?.thrown || !single || !hasEnded(single) || single.count === 0) return undefined;
  const isFirst = plain.requests.length <= single.requests.length;
  return isFirst && lacksItem(plain.thrown) ? plain.thrown.message.split('\n')[0] : undefined;
}

export const itemBeyondLast = overOperations({
  code: 'behaviour-item-beyond-last',
  title: 'Operation reads an item after the last one',
  severity: 'error',
  why: 'n8n throws for the index of an item that there is not: the operation fails after it has processed all items.',
  fix: 'End the loop before the number of items.',
  bad: "for (let i = 0; i <= items.length; i++) await send(this.getNodeParameter('id', i));",
  good: "for (let i = 0; i < items.length; i++) await send(this.getNodeParameter('id', i));",
  docs: docs.nodeMethods,
  fault: itemAfterLast,
});

function itemAfterLast({ run }: RunOperation): string | undefined {
  // n8n-core 2.41, for a parameter with an expression: `"Acme" node has 3 item(s) but you're trying to access item 3`
  const [, items, index] =
    /\bnode has (\d+) item\(s\) but you're trying to access item (\d+)/.exec(run('plain')?.thrown?.message ?? '') ?? [];
  return items !== undefined && Number(index) >= Number(items)
    ? `of ${items} input items, it reads the one with the index ${index}`
    : undefined;
}

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
    const all = [...mixed(fields.requests), ...repeated(fields.requests)];
    // Only the second item has no values: what is mixed with others is meant to be, unless all items before are in it.
    const isOfSecond = ({ marks }: TracedRequest) => marks.every((mark) => !mark.startsWith('2.'));
    const ofSecond = all.filter(isOfSecond);
    // Where the third item's own values are sent nowhere, all items get those of the first one.
    if (!fields.requests.some(({ marks }) => marks.some((mark) => mark.startsWith('2.')))) return undefined;
    if (ofSecond.length === 0 || !all.every((one) => isOfSecond(one) || repeatsFirst(one))) return undefined;
    const kept = ofSecond.flatMap(({ marks }) => marks.filter((mark) => !mark.startsWith('1.')).map(parameterOf));
    const names = [...new Set(kept)].flatMap((parameter) => marked[parameter] ?? []).map(shown);
    return `a request for an item without ${listed(names)} contains the value of the item before`;
  },
});

/** Whether a request for the third item also has the values of the first one for the same parameters. */
const repeatsFirst = ({ marks }: TracedRequest): boolean =>
  marks.every((mark) => !mark.startsWith('0.') || marks.includes(`2.${parameterOf(mark)}`));

/** Requests with values of an item that were sent before. */
const repeated = (requests: readonly TracedRequest[]): TracedRequest[] =>
  requests.filter(
    ({ marks, digest }, at) => marks.length > 0 && requests.findIndex((one) => one.digest === digest) < at,
  );

/** The items whose values a request has. */
export const itemsOf = ({ marks }: TracedRequest): number[] => [...new Set(marks.map(itemOf))];

/** What a request does, whatever the item. */
export const kindOf = ({ method, url }: TracedRequest): string =>
  `${method} ${replaceMarks(url, String).split('?')[0]}`;

/** Requests with values of several items. */
export const mixed = (requests: readonly TracedRequest[]): TracedRequest[] =>
  requests.filter((request) => itemsOf(request).length > 1);

/** Two rules ask for it. */
const valuesOfOther = memoize((operation: RunOperation): Fault | undefined => {
  const plain = plainOf(operation);
  if (plain?.items !== 3) return undefined;
  const fields = operation.run('fields');
  for (const { requests, marked } of [plain, ...(fields && hasEnded(fields) ? [fields] : [])]) {
    const fixed = parametersOfFirst(requests);
    const [first] = fixed;
    if (first === undefined) continue;
    if (first === fileMark) return { what: 'requests for other items contain the file of the first item' };
    return ofFirst(fixed, operation, marked);
  }
  if (fields && hasEnded(fields) && isOfFirstAlone(fields))
    return ofFirst(parametersIn(fields.requests), operation, fields.marked);
  const gathered = isConversation(operation) ? undefined : gatheredIn(plain.requests);
  if (gathered !== undefined)
    return {
      what: `each request also contains the values of ${namesOf([gathered], operation)} of all earlier items`,
      parameter: operation.trace.marked[gathered],
    };
  const single = operation.run('single');
  if (!single || single.thrown || single.requests.length === 0 || single.given) return undefined;
  // Others, such as for a token, have no values of items.
  const [all, alone] = [plain, single].map(({ requests }) => requests.filter(({ marks }) => marks.length > 0));
  if (!all || !areOfFirst(all) || !alone?.length || all.length !== 3 * alone.length) return undefined;
  return ofFirst(parametersIn(all), operation);
});

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
  listed(parameters.map((number) => (number === fileMark ? 'the file' : shown(marked[number] ?? String(number)))));

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
  title: 'Output of earlier input items is repeated',
  severity: 'error',
  why: 'With several input items, the results of earlier items are output again: later nodes create, change or send the same data twice.',
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

/** How outputs repeat what others hold already, if they do. */
function repeatedOutputs(operation: RunOperation): string | undefined {
  const [plain, single] = [plainOf(operation), operation.run('single')];
  if (plain?.items !== 3 || !single || !hasEnded(single) || single.count === 0) return undefined;
  const digests = plain.outputs?.flat().map(({ digest }) => digest) ?? [];
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

export const wrongPairing = overOperations({
  code: 'behaviour-wrong-pairing',
  title: 'Output is paired with the wrong item',
  severity: 'error',
  why: "Expressions of later nodes, such as `$('Start').item`, read the input item that an output names as its origin. They read the wrong item, or fail if it does not exist.",
  fix: 'Set `pairedItem: { item: i }` with the index of the input item that the output is created from.',
  bad: 'returnData.push({ json: response, pairedItem: { item: 0 } });',
  good: 'returnData.push({ json: response, pairedItem: { item: i } });',
  docs: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/paired-items/',
  fault: (operation, all) =>
    pairedBeyond(operation) ?? pairedWithOther(operation, all) ?? failurePairedWithOther(operation),
});

/** Outputs that name an item which the node did not get. */
function pairedBeyond({ run }: RunOperation): string | undefined {
  const [plain, single] = [run('plain'), run('single')];
  // Of one request for all items, the API answers for each of them.
  if (!plain || !single || plain.requests.length < plain.items * single.requests.length) return undefined;
  for (const one of [plain, single]) {
    // Numbers that go on over all outputs are right where the API answers with one entry each time.
    const named = one.outputs?.flat().map(({ paired = [] }) => paired) ?? [];
    const goesOn = named.every(([item], at) => item === at);
    if (!hasEnded(one) || (one.items > 1 && goesOn)) continue;
    const beyond = named.flat().find((item) => item >= one.items);
    if (beyond !== undefined)
      return `an output has the \`pairedItem\` ${beyond}, but the last input item has the index ${one.items - 1}`;
  }
  return undefined;
}

function pairedWithOther(operation: RunOperation, all: readonly RunOperation[]): string | undefined {
  if (isVariant(operation) && mixed(operation.run('plain')?.requests ?? []).length > 0) return undefined;
  // What was answered to a request with the values of another item is of that item, and what was kept of an earlier one.
  if (valuesOfOther(operation) !== undefined || all.some(keepsOutputs)) return undefined;
  if (repeatedOutputs(operation) !== undefined) return undefined;
  const plain = plainOf(operation);
  const outputs = plain?.outputs?.flat() ?? [];
  // One request for all items, with settings of the first one, is answered for each of them.
  const seen = plain ? itemsSeen(plain) : new Set<number>();
  // Requests for all items may carry what one of them got, a token for example.
  const shared = outputs[0]?.items.filter((item) => outputs.every(({ items }) => items.includes(item)));
  for (const { items, paired } of outputs) {
    const [item, ...others] = outputs.length > 1 ? items.filter((one) => !shared?.includes(one)) : items;
    const [named, ...more] = paired ?? [];
    if (item === undefined || others.length > 0 || named === undefined || more.length > 0) continue;
    if (named !== item && seen.has(named))
      return `the output of the item with index ${item} has the \`pairedItem\` ${named}`;
  }
  return undefined;
}

/** The output of the one item that failed with "Continue on Fail", where it names another one. */
function failurePairedWithOther({ run }: RunOperation): string | undefined {
  const tolerant = run('tolerant');
  if (tolerant?.items !== 3 || !hasEnded(tolerant)) return undefined;
  const { requests } = tolerant;
  // Each request is for one item, and there is one for each.
  if (!requests.every((request) => itemsOf(request).length === 1) || itemsSeen(tolerant).size !== 3) return undefined;
  const [failed, ...others] = new Set(requests.filter(isFailed).flatMap(itemsOf));
  const outputs = tolerant.outputs?.flat() ?? [];
  const [failure, ...more] = outputs.filter((output) => output.failure);
  if (failed === undefined || others.length > 0 || !failure || more.length > 0 || outputs.length !== 3)
    return undefined;
  const [named, ...rest] = failure.paired ?? [];
  return named === undefined || rest.length > 0 || named === failed
    ? undefined
    : `with "Continue on Fail", the output of the failed item with index ${failed} has the \`pairedItem\` ${named}`;
}

export const noPairing = overOperations({
  code: 'behaviour-no-pairing',
  title: 'Output is not paired with its item',
  severity: 'warning',
  why: 'n8n finds out by itself where an output comes from if there is one input item, or as many outputs as inputs. Otherwise expressions of later nodes that refer to earlier items fail.',
  fix: 'Set `pairedItem: { item: i }` on each output.',
  bad: 'returnData.push(...orders.map((json) => ({ json })));',
  good: 'returnData.push(...orders.map((json) => ({ json, pairedItem: { item: i } })));',
  docs: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/paired-items/',
  supersededBy: ['@n8n/community-nodes/missing-paired-item'],
  onlyUsual: true,
  fault(operation, all) {
    // https://docs.n8n.io/integrations/creating-nodes/build/reference/paired-items/: for programmatic nodes only.
    if (!operation.of.methods.has('execute')) return undefined;
    const plain = plainOf(operation);
    const outputs = plain?.outputs?.flat() ?? [];
    if (plain?.items !== 3 || plain.count === 3 || plain.count < 2) return undefined;
    // With one request for all items, the API may answer with one entry for each.
    if (plain.requests.length < plain.items) return undefined;
    // A loop that runs once too often gives one output more.
    if (plain.count === 4 && all.some((one) => itemAfterLast(one) !== undefined)) return undefined;
    const without = outputs.filter(({ paired, isItem }) => isItem && paired === undefined).length;
    const known = new Set(outputs.flatMap(({ items }) => items));
    // What is made of all items together has no single origin.
    if (without !== outputs.length || outputs.some(({ items }) => items.length > 1) || known.size === 1)
      return undefined;
    return 'it outputs more or fewer items than it gets, and none has `pairedItem`';
  },
});

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
