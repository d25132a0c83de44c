import { isVariant, type RunOperation } from '../../../behaviour/run-package.ts';
import { plural } from '../../../behaviour/simulated/recorder.ts';
import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { isFailed, type TracedRequest } from '../../../behaviour/trace/request.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { executes } from '../../../model/descriptions/described-node.ts';
import { overOperations } from '../behaviour-rule.ts';
import { itemsOf, itemsSeen, itemsSent, kindOf, mixed, plainOf } from '../seen-items.ts';
import { itemAfterLast } from './items-lost-rules.ts';
import { keepsOutputs, repeatedOutputs, valuesOfOther } from './other-item-rules.ts';

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
    pairedBeyond(operation) ??
    pairedWithOther(operation, all) ??
    allPairedWithFirst(operation) ??
    failurePairedWithOther(operation),
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

/** Outputs without values of items, files for example: as many for each item as one alone gives, and all name the first one. */
function allPairedWithFirst(operation: RunOperation): string | undefined {
  const [plain, single] = [plainOf(operation), operation.run('single')];
  if (plain?.items !== 3 || !single || !hasEnded(single) || single.count === 0) return undefined;
  const isThreefold = plain.count === 3 * single.count && plain.requests.length === 3 * single.requests.length;
  // Each request is for one item: none is for all of them.
  const isForEach = itemsSent(plain.requests).size === 3 && mixed(plain.requests).length === 0;
  const outputs = plain.outputs?.flat() ?? [];
  const isOfFirst = outputs.every(({ items, paired }) => items.length === 0 && paired?.join() === '0');
  return isThreefold && isForEach && isOfFirst && outputs.length > 0
    ? 'the outputs of all items have the `pairedItem` 0'
    : undefined;
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
  onlyUsual: 'orListed',
  fault(operation, all) {
    // https://docs.n8n.io/integrations/creating-nodes/build/reference/paired-items/: for programmatic nodes only.
    if (!executes(operation.of.methods)) return undefined;
    const plain = plainOf(operation);
    const outputs = plain?.outputs?.flat() ?? [];
    if (plain?.items !== 3 || plain.count === 3 || plain.count < 2) return undefined;
    // Code that takes any response does not say that the API answers with a list.
    const isBareList = plain.requests.some(({ answer }) => answer?.startsWith('['));
    if (isVariant(operation) && operation.isListed && isBareList) return undefined;
    // With one request for all items, the API may answer with one entry for each.
    if (plain.requests.length < plain.items) return undefined;
    // A loop that runs once too often gives one output more.
    if (plain.count === 4 && all.some((one) => itemAfterLast(one) !== undefined)) return undefined;
    if (hasListOfOthers(operation, plain, all)) return undefined;
    const without = outputs.filter(({ paired, isItem }) => isItem && paired === undefined).length;
    const known = new Set(outputs.flatMap(({ items }) => items));
    // What is made of all items together has no single origin.
    if (without !== outputs.length || outputs.some(({ items }) => items.length > 1) || known.size === 1)
      return undefined;
    return 'it outputs more or fewer items than it gets, and none has `pairedItem`';
  },
});

/** What operations are called that get several entries. */
const getsMany = /^(?:list|search|find|query|browse)|^get.*(?:all|many)|all$/i;

/**
 * Whether the lists in the responses are there because code that all operations share looks for them, and nothing of the
 * operation itself says that there are any: neither its name nor its addresses.
 */
function hasListOfOthers(operation: RunOperation, { requests }: Run, all: readonly RunOperation[]): boolean {
  const own = requests.flatMap(listsOf);
  const name = String(operation.choices['operation'] ?? '');
  if (own.length === 0 || getsMany.test(name) || plural.test(name)) return false;
  const isNamed = requests.some(
    ({ method, url }) => method === 'GET' && (own.includes(lastPartOf(url)) || plural.test(lastPartOf(url))),
  );
  const kinds = new Set(requests.map(kindOf));
  const others = all.flatMap((one) =>
    (one.run('plain')?.requests ?? []).filter((request) => !kinds.has(kindOf(request))),
  );
  const ofOthers = new Set(others.flatMap(listsOf));
  return !isNamed && own.every((name) => ofOthers.has(name));
}

/** Names of the lists in a response, at any depth, in small letters. */
function listsOf({ answer }: TracedRequest): string[] {
  const found: string[] = [];
  const addNamed = (value: unknown): void => {
    for (const [key, inner] of Object.entries(Object(value))) {
      if (Array.isArray(inner)) found.push(key.toLowerCase());
      else if (typeof inner === 'object') addNamed(inner);
    }
  };
  if (answer?.startsWith('{')) addNamed(JSON.parse(answer));
  return found;
}

/** The last part of a path, in small letters. */
const lastPartOf = (url: string) =>
  (URL.parse(url)?.pathname ?? '').split('/').filter(Boolean).at(-1)?.toLowerCase() ?? '';
