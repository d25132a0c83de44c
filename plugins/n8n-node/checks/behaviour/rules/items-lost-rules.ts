import { parametersOf } from '../../../behaviour/plan/plan-operations.ts';
import { isVariant, type RunOperation, usualOf } from '../../../behaviour/run-package.ts';
import { hasEnded, isFault, lacksItem } from '../../../behaviour/trace/ending.ts';
import type { TracedOutput } from '../../../behaviour/trace/output.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { docs } from '../../../docs-links.ts';
import { everyParameter } from '../../../model/parameters/parameter.ts';
import { listOf, textOf } from '../../../model/parameters/plain.ts';
import { overOperations } from '../behaviour-rule.ts';
import { itemsSeen, itemsSent, plainOf } from '../seen-items.ts';

export const itemsLost = overOperations({
  code: 'behaviour-items-lost',
  title: 'Items are not processed',
  severity: 'error',
  why: 'n8n passes all items to a node at once, and a node runs its operation for each of them. Users lose items without an error, all but one for example, or the node fails as soon as there are several.',
  fix: 'Loop over all items of `this.getInputData()`, whose argument is the number of an input and not of an item. Read parameters with the index of the item, and collect the output: a `return` within the loop ends it at the first item.',
  bad: "const id = this.getNodeParameter('id', 0);\nreturn [[{ json: await get(id) }]];",
  good: "for (let i = 0; i < items.length; i++) {\n  const id = this.getNodeParameter('id', i);\n  returnData.push({ json: await get(id), pairedItem: { item: i } });\n}",
  docs: docs.nodeMethods,
  fault(operation, all) {
    const crash = crashOf(operation);
    if (crash !== undefined)
      return {
        what: `it processes one item, and fails for three: ${crash}`,
        fix: 'Read what belongs to the item that is processed: `this.getInputData()[i]`, `this.getNodeParameter(name, i)`.',
      };
    const plain = plainOf(operation);
    const single = operation.run('single');
    if (plain?.items !== 3 || !single?.outputs || single.thrown || single.given) return undefined;
    if (isMeantForOne(operation)) return undefined;
    // What is in all items may be alike to it: "Remove Duplicates".
    if (plain.requests.length === 0 && leavesOut.test(Object.values(operation.choices).join(' '))) return undefined;
    // An execution is resumed once, and its call is answered once, whatever the number of its items.
    if (plain.waits || plain.responds) return undefined;
    // One of several inputs may hold a list or a setting for the items of the other ones.
    if (listOf(operation.of.description['inputs']).length > 1) return undefined;
    const seen = itemsSeen(plain);
    const skipped = skippedItem(plain, single);
    if (skipped !== undefined) return `of three input items, the ${skipped} one is not processed`;
    // What one item gives, the second one gives too when it is alone.
    const alone = itemsSeen(single).has(1) && single.count > 0;
    const isOfFirst = seen.has(0) && !seen.has(1) && !seen.has(2) && alone;
    if (hasOnlyLast(plain, single) && !leavesOut.test(Object.values(operation.choices).join(' ')))
      return 'of three input items, only the results of the last one are output';
    const sameWork = plain.requests.length === single.requests.length && plain.count === single.count;
    // With what it takes of all items, one request may be for all of them; without one, the output says what it was made of.
    const isForAll =
      plain.requests.length === 0 ? isOfAll(plain) : plain.readsAll === true && plain.requests.length === 1;
    return (isOfFirst || (seen.size === 0 && differsByItem(operation))) &&
      sameWork &&
      !isForAll &&
      !isBatch(operation, all, plain)
      ? 'only the first of three input items is processed'
      : undefined;
  },
});

/** The item that a loop leaves out which begins or ends at the wrong one: where it is the only item, nothing happens. */
function skippedItem(plain: Run, single: Run): 'first' | 'last' | undefined {
  const sent = itemsSent(plain.requests);
  if (sent.size !== 2 || !sent.has(1) || single.requests.length > 0 || single.count > 0) return undefined;
  const [left, skipped] = sent.has(2) ? ([0, 'first'] as const) : ([2, 'last'] as const);
  return itemsSeen(plain).has(left) ? undefined : skipped;
}

/** Whether a request tells the item by its address, without a value that is recognised: a date. It is the same in another run. */
function differsByItem({ run }: RunOperation): boolean {
  const [plain, failing, single] = (['plain', 'failing', 'single'] as const).map((kind) => run(kind)?.requests[0]?.url);
  const isOfItem = plain !== undefined && plain === failing && single !== undefined && single !== plain;
  return isOfItem && plain.replace(date, '') === single.replace(date, '') && run('single')?.count !== 0;
}

/** Of items: see `forms`. */
const date = /20\d\d-\d\d-\d\d/g;

/** Whether it sends what it sends for one item for each of them, and outputs what the last one gives. */
function hasOnlyLast({ requests, count, outputs = [] }: Run, single: Run): boolean {
  const isEach = requests.length === 3 * single.requests.length && itemsSent(requests).size === 3;
  const isOfLast = ({ items, paired = [] }: TracedOutput) =>
    items.length > 0 ? items.join() === '2' : paired.join() === '2';
  return isEach && count > 0 && count === single.count && outputs.flat().every(isOfLast);
}

/** Whether it pairs all that it outputs with all items. */
const isOfAll = ({ outputs = [], items }: Run): boolean =>
  outputs.flat().length > 0 && outputs.flat().every(({ paired = [] }) => new Set(paired).size === items);

/**
 * Whether it sends all items together, or runs once as it takes nothing of any, where its other fields are as they are: a field
 * may choose columns, for example, that the items do not have.
 */
function isBatch(operation: RunOperation, all: readonly RunOperation[], { requests }: Run): boolean {
  const usual = isVariant(operation) && operation.isWhole ? usualOf(operation, all) : undefined;
  const plain = usual && plainOf(usual);
  if (requests.length === 0 || plain?.requests.length !== requests.length) return false;
  const seen = itemsSeen(plain);
  return seen.has(1) || seen.size === 0;
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

/**
 * What JavaScript throws for several items where one item is processed: for the second one, before a request is sent for it, or
 * before any request.
 */
function crashOf({ run }: RunOperation): string | undefined {
  const [several, single] = [run('several'), run('single')];
  if (!several || !single || !hasEnded(single) || single.count === 0) return undefined;
  const message = several.thrown?.message ?? '';
  const isOfItem = several.requests.length <= single.requests.length && lacksItem({ message });
  // What comes after a request for all items may be about the simulated response.
  const isCrash =
    several.requests.length === 0 &&
    single.requests.length > 0 &&
    isFault(message) &&
    // Items of another node may have the fields that it reads of them.
    several.itemFields === undefined;
  return isOfItem || isCrash ? message.split('\n')[0] : undefined;
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

export function itemAfterLast({ run }: RunOperation): string | undefined {
  // n8n-core 2.41, for a parameter with an expression: `"Acme" node has 3 item(s) but you're trying to access item 3`
  const [, items, index] =
    /\bnode has (\d+) item\(s\) but you're trying to access item (\d+)/.exec(run('plain')?.thrown?.message ?? '') ?? [];
  return items !== undefined && Number(index) >= Number(items)
    ? `of ${items} input items, it reads the one with the index ${index}`
    : undefined;
}
