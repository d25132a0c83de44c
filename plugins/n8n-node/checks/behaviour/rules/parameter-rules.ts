import { parametersOf } from '../../../behaviour/plan/plan-operations.ts';
import type { RunOperation } from '../../../behaviour/run-package.ts';
import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { isLogin } from '../../../behaviour/trace/login-address.ts';
import { parameterOf } from '../../../behaviour/trace/marks.ts';
import { isWrite } from '../../../behaviour/trace/request.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { docs } from '../../../docs-links.ts';
import { memoize } from '../../../memoize.ts';
import { everyParameter, type Parameter } from '../../../model/parameters/parameter.ts';
import { listOf, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { singularWordsOf } from '../../../model/words.ts';
import { listed } from '../../../rule.ts';
import { isTaken, namesAre, overOperations, type Surroundings } from '../behaviour-rule.ts';

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
  fault(operation, _, { isMentioned }) {
    const { trace, run, of } = operation;
    const { unread = [], useless = [], unseen = [], unknown = [] } = trace;
    // n8n itself reads what expressions name.
    const other = of.isDeclarative ? undefined : unread.find((name) => hasCopy(name, run('plain')));
    if (other !== undefined) return `${shown(other)} is shown, but never read: the query sends another value`;
    const unused = unread.filter(
      (name) => (useless.includes(name) || !isMentioned(name)) && !parametersOf(operation, name).some(hasNoChoice),
    );
    const fields = unseen.filter((name) => !isMentioned(name) && !everyNotice(operation).has(name));
    if (unused.length === 0 && fields.length > 0) return `${namesAre(fields)} shown as an option, but never read`;
    if (unused.length === 0) {
      const pairs = unread.flatMap((name) => unknown.map((read) => [name, read] as const));
      const [name, read] = pairs.find(([one, other]) => isSameWithMore(one, other)) ?? [];
      if (name === undefined || read === undefined) return undefined;
      return `${shown(name)} is shown, but never read: the code reads ${shown(read)}, which the node does not have`;
    }
    return `${namesAre(unused)} shown, but never read`;
  },
});

/** Names of what only shows a text, at any depth. */
const everyNotice = ({ of: { parameters } }: RunOperation): ReadonlySet<string> =>
  new Set(everyParameter(parameters).flatMap(({ name, type }) => (type === 'notice' ? [name] : [])));

/** Whether users can enter nothing, or select one value only. */
const hasNoChoice = ({ type, raw }: Parameter) => {
  const { length } = listOf(raw['options']);
  return (/collection$/i.test(type) && length === 0) || (type === 'options' && length === 1);
};

/** Whether a query has the value of another parameter under a name. */
const hasCopy = (name: string, run: Run | undefined): boolean =>
  (run?.requests ?? []).some(({ url }) => {
    const query = [...(URL.parse(url)?.searchParams ?? [])];
    const [, value = ''] = query.find(([key]) => key === name) ?? [];
    return value.length > 3 && query.some(([key, other]) => key !== name && other === value);
  });

/** Texts that steer what the node does, and that no API gets. */
const steering =
  /separat|delimit|encoding|time_?zone|format|property|output|file|path|pattern|regex|prefix|suffix|template/i;
/** What texts of a response may have a place for. */
const filling = /variable|placeholder|template|input|mapping/i;

export const parameterNotSent = overOperations({
  code: 'behaviour-parameter-not-sent',
  title: 'Parameter is never sent',
  severity: 'warning',
  why: 'The value of the parameter appears in no request and no output item. Reported as an error if the value also changes nothing else, so that requests and output are the same with every value, and the operation sends POST, PUT or PATCH requests; or if the `preSend` function of a declarative node removes the value from the request.',
  fix: 'Send the value, keep it in `preSend`, or remove or hide the parameter.',
  bad: "const filters = this.getNodeParameter('filters', i);\nawait request.call(this, 'GET', '/orders');",
  good: "const filters = this.getNodeParameter('filters', i);\nawait request.call(this, 'GET', '/orders', {}, filters);   // body, query",
  docs: docs.nodeMethods,
  supersededBy: ['behaviour-parameter-unused'],
  onlyUsual: true,
  isGrave: (operation, all, around) => effectless(operation, all, around).some((name) => isCertain(operation, name)),
  fault(operation, all, around) {
    const { trace, of, run } = operation;
    const { unsent = [], unread = [] } = trace;
    // What comes after a login may fail in a way that the operation outputs.
    const { requests = [], outputs = [] } = run('plain') ?? {};
    const isFailed = outputs.flat().some(({ failure }) => failure);
    if (isFailed && requests.length > 0 && requests.every(isLogin)) return undefined;
    const without = effectless(operation, all, around);
    if (without.length > 0)
      return of.methods.has('execute') || without.every((name) => parametersOf(operation, name).some(isTime))
        ? `${listed(without.map(shown))} ${without.length === 1 ? 'has' : 'have'} no effect: ${writes(operation) ? '' : 'with the simulated responses, '}requests and output are the same with every value`
        : `\`preSend\` removes ${listed(without.map(shown))} from the request`;
    const lost = unsent.filter(
      ({ name, texts }) => !unread.includes(name) && !filling.test(name) && !texts.every((text) => steering.test(text)),
    );
    if (lost.length > 0) return `the values of ${listed(lost.flatMap(textsOf))} appear in no request and no output`;
    const idle = readByOthers(operation, all, around.isMentioned);
    return idle.length === 0 ? undefined : `${namesAre(idle)} shown, but only other operations read the value`;
  },
});

/** The parameters that are shown for this operation, as for others, of which only the others read them. */
function readByOthers(
  operation: RunOperation,
  all: readonly RunOperation[],
  isMentioned: (name: string) => boolean,
): readonly string[] {
  const { trace, variants, of, run } = operation;
  const plain = run('plain');
  if (!of.methods.has('execute') || trace.isCut || !plain || !hasEnded(plain)) return [];
  const isUnread = ({ trace: { unread = [] } }: RunOperation, name: string) => unread.includes(name);
  return (trace.unread ?? []).filter(
    (name) =>
      isMentioned(name) &&
      // Another rule reports that.
      !(trace.ignoresLimit && /^(?:limit|returnAll)$/.test(name)) &&
      variants.every((one) => isUnread(one, name)) &&
      parametersOf(operation, name).some(isOfOperation) &&
      !parametersOf(operation, name).some((one) => isChosen(one) || hasNoChoice(one)) &&
      !steersList(name, of) &&
      (readersOf(all).get(of)?.get(name) ?? []).some((one) => parametersOf(one, name).length > 0),
  );
}

/** The operations of each version that read a parameter, by its name. */
const readersOf = memoize((all: readonly RunOperation[]) => {
  const found = new Map<RunOperation['of'], Map<string, RunOperation[]>>();
  for (const one of all) {
    const readers = found.get(one.of) ?? new Map<string, RunOperation[]>();
    found.set(one.of, readers);
    for (const name of one.of.parameters.named.keys()) {
      if (![one, ...one.variants].some((way) => isRead(way, name))) continue;
      const known = readers.get(name);
      if (known) known.push(one);
      else readers.set(name, [one]);
    }
  }
  return found;
});

/** Whether the editor loads its list. */
export const isLoaded = ({ raw }: Parameter): boolean =>
  plainOf(raw['typeOptions'])?.['loadOptionsMethod'] !== undefined;

/** A choice from a list of the API: the list of another parameter may depend on it. */
const isChosen = (parameter: Parameter): boolean => parameter.type === 'resourceLocator' || isLoaded(parameter);

/** Whether an operation ran to its end, and read a parameter. */
function isRead({ run, trace }: RunOperation, name: string): boolean {
  const plain = run('plain');
  return plain !== undefined && hasEnded(plain) && trace.unread?.includes(name) === false;
}

/** Texts of one collection that are named. */
const maxTexts = 5;

/** The texts of a parameter, which may be a collection with other fields. */
function textsOf({ name, texts }: { name: string; texts: readonly string[] }): string[] {
  const fields = texts.filter((text) => text !== name);
  return fields.length === 0 || fields.length > maxTexts
    ? [shown(name)]
    : fields.map((field) => `${shown(field)} of ${shown(name)}`);
}

/** An expression of a declarative node may lose it. */
const isTime = ({ type }: Parameter) => type === 'dateTime';

/**
 * The same but for those that are unused, which is another fault, and those that a credential has too: what it is filled in
 * with may come first.
 */
const effectless = (
  operation: RunOperation,
  all: readonly RunOperation[],
  { isMentioned, ownCredentials }: Pick<Surroundings, 'isMentioned' | 'ownCredentials'>,
): readonly string[] =>
  ineffective(operation, all)
    .filter((name) => !operation.trace.unread?.includes(name) || isMentioned(name))
    .filter((name) => ![...ownCredentials.values()].some(({ fields }) => fields.named.has(name)));

/** Parameters that have no effect, whatever else users select. @param all operations of the node */
function ineffective({ trace, of }: RunOperation, all: readonly RunOperation[]): readonly string[] {
  const { ineffective: names = [], isCut } = trace;
  if (!of.methods.has('execute')) return names;
  if (isCut) return [];
  // What the whole node has is tried with its first operation.
  const tried = all.flatMap((one) => one.variants);
  const hasEffect = (name: string) =>
    tried.some(({ trace: other }) => other.marked.includes(name) && !other.ineffective?.includes(name));
  return names.filter((name) => !steering.test(name) && !hasEffect(name) && !steersList(name, of));
}

/** Whether the editor loads a list for it: its choice is what the operation uses. */
const steersList = (name: string, { parameters }: RunOperation['of']): boolean =>
  everyParameter(parameters).some(({ raw }) =>
    listOf(plainOf(raw['typeOptions'])?.['loadOptionsDependsOn']).some(
      (path) => textOf(path)?.split('.').at(-1) === name,
    ),
  );

/** Whether what users enter is stored: a request for a token has none of it. */
const writes = ({ run }: RunOperation): boolean =>
  run('plain')?.requests.some((request) => isWrite(request) && request.marks.length > 0) === true;

/** Whether a parameter is there for an operation, which cannot have only a use for it that no request or output shows. */
function isCertain(operation: RunOperation, name: string): boolean {
  if (!operation.of.methods.has('execute')) return true;
  // Of what is read, it may choose a part that the simulated responses do not have.
  return writes(operation) && parametersOf(operation, name).some(isOfOperation);
}

/** Whether it is shown for certain operations only. */
const isOfOperation = ({ display }: Parameter) => display?.show.some(({ key }) => /^\/?operation$/.test(key)) === true;

export const zeroReplaced = overOperations({
  code: 'behaviour-zero-replaced',
  title: 'A 0 or false that users enter is replaced',
  severity: 'warning',
  why: '`||` treats 0 and false as missing: users who enter 0, where the default or minimum of the parameter is 0, or switch a field off, silently get another value.',
  fix: 'Replace `||` with `??`, and test for `undefined` instead of `if (value)`.',
  bad: "const priority = this.getNodeParameter('priority', i) || 1;",
  good: "const priority = this.getNodeParameter('priority', i) ?? 1;",
  docs: docs.nodeMethods,
  fault(operation) {
    const [first] = operation.trace.zeroReplaced ?? [];
    if (first) return `if ${shown(first.name)} is 0, it sends the same requests as for ${first.value}`;
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
  title: 'Value is sent under the name of another parameter',
  severity: 'error',
  why: 'What users enter in one parameter arrives as the value of another one.',
  fix: 'Send each value under the name that belongs to it.',
  bad: "body: { add: this.getNodeParameter('removeIds', i), remove: this.getNodeParameter('addIds', i) }",
  good: "body: { add: this.getNodeParameter('addIds', i), remove: this.getNodeParameter('removeIds', i) }",
  docs: docs.nodeMethods,
  fault({ run, trace: { marked } }) {
    for (const one of [run('plain'), run('fields')]) {
      const fault = one && hasEnded(one) && misplacedIn(one, one.marked ?? marked);
      if (fault) return fault;
    }
    return undefined;
  },
});

/** What a run sends under the name of another parameter. */
function misplacedIn({ requests }: Run, marked: readonly string[]): string | undefined {
  const everything = new Set(requests.flatMap(({ marks }) => marks.map(parameterOf)));
  for (const { fields = [] } of requests) {
    const sent = fields.flatMap(({ parameter, key }) => {
      const name = marked[parameter] ?? '';
      const [word, ...more] = singularWordsOf(key);
      return word === undefined || more.length > 0 || name === ''
        ? []
        : [{ key, word, name, names: singularWordsOf(name) }];
    });
    for (const one of sent) {
      if (one.names.includes(one.word)) continue;
      const other = sent.find(({ word, names }) => names.includes(one.word) && one.names.includes(word));
      if (other && !other.names.includes(other.word))
        return `the values for "${one.key}" and "${other.key}" are swapped`;
      // Two parameters may be the same one in different operations or collections.
      const owners = marked.flatMap((name, parameter) =>
        name === one.key || isNamesake(name, one) ? [parameter] : [],
      );
      const isLost = owners.length > 0 && owners.every((parameter) => !everything.has(parameter));
      const isKnown = fields.some(({ parameter, key }) => marked[parameter] === one.name && key === one.name);
      if (isLost && !isKnown)
        return `the value of "${one.name}" is sent as "${one.key}", and that of "${marked[owners[0] ?? 0]}" is not sent`;
    }
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
