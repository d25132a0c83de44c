import { parametersOf } from '../../../behaviour/plan/plan-operations.ts';
import type { RunOperation } from '../../../behaviour/run-package.ts';
import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { parameterOf, withoutValues } from '../../../behaviour/trace/marks.ts';
import type { TracedRequest } from '../../../behaviour/trace/request.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import type { OperationTrace } from '../../../behaviour/trace/trace.ts';
import { docs } from '../../../docs-links.ts';
import { hasNoUse } from '../../../model/parameters/has-no-use.ts';
import { everyParameter } from '../../../model/parameters/parameter.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { singularWordsOf } from '../../../model/words.ts';
import { isTaken, namesAre, overOperations } from '../behaviour-rule.ts';
import type { Fault } from '../fault-site.ts';

export const parameterUnused = overOperations({
  code: 'behaviour-parameter-unused',
  title: 'Parameter has no effect',
  severity: 'error',
  why: 'n8n shows the parameter, and users fill it in, but the operation never reads it, and no other code mentions it: what they enter is ignored.',
  fix: 'Read the parameter in the code of the operation, or remove it.',
  bad: "{ name: 'orderLimit', … }   with `this.getNodeParameter('limit', i, 10)`",
  good: "{ name: 'orderLimit', … }   with `this.getNodeParameter('orderLimit', i, 10)`",
  docs: docs.nodeMethods,
  supersededBy: ['nodes-parameter-duplicate'],
  fault(operation, all, { isMentioned }) {
    const { trace, run, of } = operation;
    const { unread = [], useless = [], unseen = [], unknown = [] } = trace;
    // n8n itself reads what expressions name.
    const copies = of.isDeclarative ? [] : unread.map((name) => ({ name, copied: copiedFor(name, run('plain')) }));
    const other = copies.find(({ copied }) => copied !== undefined);
    if (other)
      return {
        what: `${shown(other.name)} is shown, but never read: the query sends another value`,
        parameter: other.copied,
      };
    const unused = unread.filter(
      (name) => (useless.includes(name) || !isMentioned(name)) && !parametersOf(operation, name).some(hasNoUse),
    );
    const fields = unseen.filter(
      (name) => !isMentioned(name) && !everyNotice(operation).has(name) && !isShared(name, operation, all),
    );
    const advice = of.isDeclarative ? sendIt : {};
    if (unused.length === 0 && fields.length > 0)
      return { what: `${namesAre(fields)} shown as an option, but never read`, ...advice };
    if (unused.length === 0) {
      const pairs = unread.flatMap((name) => unknown.map((read) => [name, read] as const));
      const [name, read] = pairs.find(([one, other]) => isSameWithMore(one, other)) ?? [];
      if (name === undefined || read === undefined) return undefined;
      const reader = of.isDeclarative ? 'an expression' : 'the code';
      const what = `${shown(name)} is shown, but never read: ${reader} reads ${shown(read)}, which the node does not have`;
      return { what, ...advice };
    }
    const [first = ''] = unused;
    const raw = parametersOf(operation, first)[0]?.raw;
    return { what: `${namesAre(unused)} shown, but never read`, raw, ...advice };
  },
});

/** A node without code sends what its description says. */
const sendIt = {
  fix: 'Send the value with `routing.send` of the parameter, name it in an expression of the request, as in `{{ $parameter.limit }}`, or remove the parameter.',
  docs: docs.declarative,
};

/** Whether an operation has a field only because it shares the collection with another one, which sends the field. */
function isShared(name: string, operation: RunOperation, all: readonly RunOperation[]): boolean {
  const sending = all.filter((one) => one !== operation && sendsField(one, name));
  if (sending.length === 0) return false;
  const collections = [...operation.of.parameters.named.keys()]
    .flatMap((one) => parametersOf(operation, one))
    .filter(({ inner }) => inner.flatMap(everyParameter).some((field) => field.name === name));
  return sending.some((other) => collections.some((one) => parametersOf(other, one.name).includes(one)));
}

const sendsField = ({ trace }: RunOperation, name: string): boolean =>
  trace.runs.some(({ requests }) => requests.some(({ fields = [] }) => fields.some(({ key }) => key === name)));

/** Names of what only shows a text, at any depth. */
const everyNotice = ({ of: { parameters } }: RunOperation): ReadonlySet<string> =>
  new Set(everyParameter(parameters).flatMap(({ name, type }) => (type === 'notice' ? [name] : [])));

/** The field of a query whose value it has under another name, too. */
function copiedFor(name: string, run: Run | undefined): string | undefined {
  for (const { url } of run?.requests ?? []) {
    const query = [...(URL.parse(url)?.searchParams ?? [])];
    const [, value = ''] = query.find(([key]) => key === name) ?? [];
    const [copied] = query.find(([key, other]) => key !== name && other === value) ?? [];
    if (value.length > 3 && copied !== undefined) return copied;
  }
  return undefined;
}

export const zeroReplaced = overOperations({
  code: 'behaviour-zero-replaced',
  title: 'A 0 or false that users enter is replaced',
  severity: 'warning',
  why: '`||` treats 0 and false as missing: users who enter 0, where the default or minimum of the parameter is 0, select an option whose value is 0, or switch a field off, silently get another value, or the default of the API. In a list, the entry is missing.',
  fix: 'Replace `||` with `??`, and test for `undefined` instead of `if (value)`.',
  bad: "const priority = this.getNodeParameter('priority', i) || 1;",
  good: "const priority = this.getNodeParameter('priority', i) ?? 1;",
  docs: docs.nodeMethods,
  kinds: ['execute', 'supplyData'],
  fault(operation) {
    const [first] = operation.trace.zeroReplaced ?? [];
    if (first?.value !== undefined)
      return `if ${shown(first.name)} is 0, it sends the same requests as for ${first.value}`;
    if (first?.option !== undefined)
      return `${shown(first.option)}, an option of ${shown(first.name)} with the value 0, is not sent, where other options are sent`;
    if (first?.isEntry) return `an entry whose ${shown(first.name)} is 0 is not sent, where others are sent`;
    if (first) return `${shown(first.name)} is not sent if it is 0, where other values are sent`;
    const off = operation.run('off');
    const name = off && hasEnded(off) ? off.keptOn?.[0] : undefined;
    return name && `if ${shown(name)} is off, it still sends true`;
  },
});

/** Whether one name has all words of the other one: `options` and `additionalOptions`. */
function isSameWithMore(one: string, other: string): boolean {
  const [some, others] = [singularWordsOf(one), singularWordsOf(other)];
  const [few, many] = some.length < others.length ? [some, others] : [others, some];
  return few.length > 0 && few.every((word) => many.includes(word));
}

export const parameterNotShown = overOperations({
  code: 'behaviour-parameter-not-shown',
  title: 'Operation demands a parameter that is not shown for it',
  severity: 'error',
  why: 'The parameter is shown for other operations only. Here, the operation always gets its fallback value, and throws.',
  fix: 'Add the resource and the operation to `displayOptions` of the parameter.',
  bad: "displayOptions: { show: { operation: ['create'] } }\n…\nconst items = this.getNodeParameter('items', i, []);   // in createShipment, too\nif (items.length === 0) throw new NodeOperationError(this.getNode(), 'At least one item is required');",
  good: "displayOptions: { show: { operation: ['create', 'createShipment'] } }",
  docs: docs.nodeMethods,
  onlyUsual: true,
  fault(operation) {
    const { run, choices, variants } = operation;
    const { absent = [] } = operation.trace;
    const { thrown, requests = [], refused = [] } = run('plain') ?? {};
    if (!thrown || requests.length > 0 || refused.length > 0 || variants.some(isTaken)) return undefined;
    const [message = ''] = thrown.message.split('\n');
    // It refuses what another one has.
    if (withoutValues(message) !== message) return undefined;
    // It says where else to enter it: "Populate them in Query JSON."
    if (shownLabels(operation).some((label) => message.includes(label))) return undefined;
    // The name of the operation says nothing of what it lacks.
    const own = new Set(Object.values(choices).map(String));
    const words = message.split(/[^\p{L}\p{N}_-]+/u).flatMap((word) => (own.has(word) ? [] : singularWordsOf(word)));
    const name = absent.find((one) => singularWordsOf(one).every((word) => words.includes(word)));
    return name && `the parameter "${name}" is hidden for this operation, which fails without it: ${message}`;
  },
});

/** Names of its parameters that the editor shows, of more than one word: others occur in any message. */
const shownLabels = (operation: RunOperation) =>
  [...operation.of.parameters.named.keys()]
    .flatMap((name) => parametersOf(operation, name).map(({ raw }) => raw['displayName']))
    .filter((label) => typeof label === 'string')
    .filter((label) => label.includes(' '));

export const valuesSwapped = overOperations({
  code: 'behaviour-values-swapped',
  title: 'Value is sent under the name of another parameter, or multiplied by its value',
  severity: 'error',
  why: 'What users enter in one parameter arrives as the value of another one, or multiplied by it.',
  fix: 'Send each value under the name that belongs to it.',
  bad: "body: { add: this.getNodeParameter('removeIds', i), remove: this.getNodeParameter('addIds', i) }",
  good: "body: { add: this.getNodeParameter('addIds', i), remove: this.getNodeParameter('removeIds', i) }",
  docs: docs.nodeMethods,
  fault({ run, trace: { marked, misplaced: known, sentElsewhere = [] } }) {
    if (known) return misplaced(known);
    for (const one of [run('plain'), run('fields')]) {
      const fault = one && hasEnded(one) && misplacedIn(one, one.marked ?? marked, sentElsewhere);
      if (fault) return fault;
    }
    return undefined;
  },
});

const misplaced = ({ name, key, lost, isFactor }: NonNullable<OperationTrace['misplaced']>): Fault =>
  isFactor
    ? { what: `the value of "${lost}" is multiplied by that of "${name}", and sent as "${key}"`, parameter: lost }
    : { what: `the value of "${name}" is sent as "${key}", and that of "${lost}" is not sent`, parameter: name };

/** What a run sends under the name of another parameter. */
function misplacedIn(
  { requests }: Run,
  marked: readonly string[],
  sentElsewhere: readonly string[],
): Fault | undefined {
  const everything = new Set(requests.flatMap(({ marks }) => marks.map(parameterOf)));
  for (const { fields = [] } of requests) {
    const swapped = swappedIn(fields, marked);
    if (swapped) return swapped;
    const sent = fields.flatMap(({ parameter, key }) => {
      const name = marked[parameter] ?? '';
      const [word, ...more] = singularWordsOf(key);
      return word === undefined || more.length > 0 || name === ''
        ? []
        : [{ key, word, name, names: singularWordsOf(name) }];
    });
    for (const one of sent) {
      if (one.names.includes(one.word)) continue;
      // Two parameters may be the same one in different operations or collections.
      const owners = marked.flatMap((name, parameter) =>
        name === one.key || isNamesake(name, one) ? [parameter] : [],
      );
      const isLost =
        owners.length > 0 &&
        owners.every((parameter) => !everything.has(parameter) && !sentElsewhere.includes(marked[parameter] ?? ''));
      const isKnown = fields.some(({ parameter, key }) => marked[parameter] === one.name && key === one.name);
      if (isLost && !isKnown) return misplaced({ ...one, lost: marked[owners[0] ?? 0] ?? '' });
    }
  }
  return undefined;
}

/** Two fields of which each has the value of the parameter whose name has all words of the other one. */
function swappedIn(fields: NonNullable<TracedRequest['fields']>, marked: readonly string[]): Fault | undefined {
  const sent = fields.map(({ parameter, key }) => {
    const name = marked[parameter] ?? '';
    return { key, name, words: singularWordsOf(key), names: singularWordsOf(name) };
  });
  const has = (names: readonly string[], words: readonly string[]) =>
    words.length > 0 && words.every((word) => names.includes(word));
  for (const one of sent.filter(({ words, names }) => !has(names, words))) {
    const other = sent.find(({ words, names }) => has(names, one.words) && has(one.names, words));
    if (other && !has(other.names, other.words))
      return { what: `the values for "${one.key}" and "${other.key}" are swapped`, parameter: one.name };
  }
  return undefined;
}

/** Whether a name has the word of a field in place of one of another name: `marginBottom`, where `marginTop` is sent as `bottom`. */
function isNamesake(name: string, { word, names }: { word: string; names: readonly string[] }): boolean {
  const words = singularWordsOf(name);
  const others = words.filter((one) => one !== word);
  return (
    others.length > 0 &&
    others.length === words.length - 1 &&
    words.length === names.length &&
    others.every((one) => names.includes(one))
  );
}
