import { parametersOf } from '../../../behaviour/plan/plan-operations.ts';
import { isVariant, type RunOperation, usualOf, type Variant } from '../../../behaviour/run-package.ts';
import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { isLogin } from '../../../behaviour/trace/login-address.ts';
import { isWrite } from '../../../behaviour/trace/request.ts';
import { docs } from '../../../docs-links.ts';
import { memoize } from '../../../memoize.ts';
import { executes } from '../../../model/descriptions/described-node.ts';
import { hasNoUse } from '../../../model/parameters/has-no-use.ts';
import { everyParameter, type Parameter } from '../../../model/parameters/parameter.ts';
import { listOf, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { listed } from '../../../rule.ts';
import { namesAre, overOperations, type Surroundings } from '../behaviour-rule.ts';

/** Texts that steer what the node does, and that no API gets. */
const steering =
  /separat|delimit|encoding|time_?zone|format|property|output|file|path|pattern|regex|prefix|suffix|template/i;
/** What texts of a response may have a place for. */
const filling = /variable|placeholder|template|input|mapping/i;

export const parameterNotSent = overOperations({
  code: 'behaviour-parameter-not-sent',
  title: 'Parameter is never sent',
  severity: 'warning',
  why: 'The value of the parameter appears in no request and no output item. Reported as an error if the code does not read it for an operation that sends POST, PUT or PATCH requests; or if the `preSend` function of a declarative node removes the value from the request.',
  fix: 'Send the value, keep it in `preSend`, or remove or hide the parameter.',
  bad: "const filters = this.getNodeParameter('filters', i);\nawait request.call(this, 'GET', '/orders');",
  good: "const filters = this.getNodeParameter('filters', i);\nawait request.call(this, 'GET', '/orders', {}, filters);   // body, query",
  docs: docs.nodeMethods,
  supersededBy: ['behaviour-parameter-unused', 'behaviour-option-ignored'],
  isGrave: (operation, all, around) =>
    (!executes(operation.of.methods) && effectless(operation, around).length > 0) ||
    idleIn(operation, all, around).some((name) => isCertain(operation, name)),
  fault(operation, all, around) {
    const { trace, run } = operation;
    const { unsent = [], unread = [], unseen = [] } = trace;
    // What comes after a login may fail in a way that the operation outputs.
    const { requests = [], outputs = [] } = run('plain') ?? {};
    const isFailed = outputs.flat().some(({ failure }) => failure);
    if (isFailed && requests.length > 0 && requests.every(isLogin)) return undefined;
    const usual = isVariant(operation) ? usualOf(operation, all) : undefined;
    if (usual && isVariant(operation) && mayDepend(operation, usual)) return undefined;
    const without = effectless(operation, around).filter((name) => !usual?.trace.marked.includes(name));
    if (without.length > 0)
      return executes(operation.of.methods) || without.every((name) => parametersOf(operation, name).some(isTime))
        ? `${listed(without.map(shown))} ${without.length === 1 ? 'has' : 'have'} no effect: requests and output are the same with every value that was tried`
        : `\`preSend\` removes ${listed(without.map(shown))} from the request`;
    // Another value may be there to do without the others: a dry run, a guest.
    if (usual) return undefined;
    const idle = idleIn(operation, all, around);
    if (idle.length > 0) return `${namesAre(idle)} shown, but only other operations read the value`;
    // Fields that are never read are another rule's.
    const others = unsent.map(({ name, texts }) => ({ name, texts: texts.filter((text) => !unseen.includes(text)) }));
    const lost = others.filter(
      ({ name, texts }) =>
        texts.length > 0 &&
        !unread.includes(name) &&
        !filling.test(name) &&
        !texts.every((text) => steering.test(text)) &&
        !parametersOf(operation, name).some(hasNoUse),
    );
    return lost.length === 0
      ? undefined
      : `the values of ${listed(lost.map(textsOf))} appear in no request and no output`;
  },
});

/** Whether a text that is only shown with other values may depend on something else that was not tried. */
const mayDepend = (variant: Variant, usual: RunOperation): boolean =>
  usual.trace.isCut === true || variant.isWhole || hasOwnChoice(variant, usual);

/** Whether there is something to select or to switch that is only shown for the value which the operation usually does not have. */
function hasOwnChoice(operation: RunOperation, usual: RunOperation): boolean {
  const changed = Object.keys(operation.choices).filter((name) => !Object.hasOwn(usual.choices, name));
  const isOwn = ({ type, raw }: Parameter) => {
    const show = plainOf(plainOf(raw['displayOptions'])?.['show']) ?? {};
    return (
      /^(?:options|multiOptions|boolean|collection)$/.test(type) &&
      changed.some((name) => Object.hasOwn(show, name) || Object.hasOwn(show, `/${name}`))
    );
  };
  return [...operation.of.parameters.named.keys()].some((name) => parametersOf(operation, name).some(isOwn));
}

/** The parameters that are shown for this operation, as for others, of which only the others read them. */
function idleIn(
  operation: RunOperation,
  all: readonly RunOperation[],
  { isMentioned, ownCredentials }: Pick<Surroundings, 'isMentioned' | 'ownCredentials'>,
): readonly string[] {
  const { trace, variants, of, run } = operation;
  const plain = run('plain');
  if (!executes(of.methods) || trace.isCut || !plain || !hasEnded(plain)) return [];
  const isUnread = ({ trace: { unread = [] } }: RunOperation, name: string) => unread.includes(name);
  return (trace.unread ?? []).filter(
    (name) =>
      isMentioned(name) &&
      // Another rule reports that.
      !(trace.ignoresLimit && /^(?:limit|returnAll)$/.test(name)) &&
      variants.every((one) => isUnread(one, name)) &&
      parametersOf(operation, name).some(isOfOperation) &&
      !parametersOf(operation, name).some((one) => isChosen(one) || hasNoUse(one) || dependsOnOther(one, operation)) &&
      !steersList(name, of) &&
      // What a credential has may come first.
      !isInCredential(name, ownCredentials) &&
      (readersOf(all).get(of)?.get(name) ?? []).some((one) => parametersOf(one, name).length > 0),
  );
}

/** Whether fields of a collection are only shown for values of another parameter: code may look at that first. */
const dependsOnOther = ({ inner }: Parameter, { choices }: RunOperation): boolean =>
  inner.flatMap(everyParameter).some(({ display }) => {
    const { show = [], hide = [] } = display ?? {};
    return [...show, ...hide].some(({ key }) => key.startsWith('/') && !Object.hasOwn(choices, key.slice(1)));
  });

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

/** The texts of a parameter, which may be a collection with other fields. */
function textsOf({ name, texts }: { name: string; texts: readonly string[] }): string {
  const fields = texts.filter((text) => text !== name);
  return fields.length === 0 ? shown(name) : `${listed(fields.map(shown))} of ${shown(name)}`;
}

/** An expression of a declarative node may lose it. */
const isTime = ({ type }: Parameter) => type === 'dateTime';

/**
 * What code of a declarative node takes out of the request, and choices that code compares with what they never are; not what is
 * said to have no use, and what a credential has too.
 */
const effectless = (
  operation: RunOperation,
  { ownCredentials }: Pick<Surroundings, 'ownCredentials'>,
): readonly string[] =>
  (operation.trace.ineffective ?? []).filter(
    (name) =>
      !(executes(operation.of.methods) && operation.trace.isCut) &&
      !parametersOf(operation, name).some(hasNoUse) &&
      !isInCredential(name, ownCredentials),
  );

const isInCredential = (name: string, own: Surroundings['ownCredentials']): boolean =>
  [...own.values()].some(({ fields }) => fields.named.has(name));

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

/** Whether a parameter that is not read was meant for what is written: of a response, it might choose a part. */
const isCertain = (operation: RunOperation, name: string): boolean =>
  !steering.test(name) &&
  writes(operation) &&
  parametersOf(operation, name).some(({ type }) => /^(?:string|dateTime)$/.test(type));

/** Whether it is shown for certain operations only. */
const isOfOperation = ({ display }: Parameter) => display?.show.some(({ key }) => /^\/?operation$/.test(key)) === true;
