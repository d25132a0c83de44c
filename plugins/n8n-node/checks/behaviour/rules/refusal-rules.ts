import { parametersOf } from '../../../behaviour/plan/plan-operations.ts';
import { isVariant, type RunOperation, withVariants } from '../../../behaviour/run-package.ts';
import { isLogin } from '../../../behaviour/trace/login-address.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { docs } from '../../../docs-links.ts';
import type { DescribedNode, DescribedVersion } from '../../../model/descriptions/described-node.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { listed } from '../../../rule.ts';
import { type BehaviourRule, nameOf } from '../behaviour-rule.ts';
import { shownRun } from '../outcome-text.ts';
import { credentialFieldMissing } from './credential-field-missing.ts';

type Refusal = Run['refused'][number];

interface Documentation extends Omit<BehaviourRule, 'check'> {
  kind: Refusal['kind'];
  /** @param refused what n8n threw */
  message(names: readonly string[], operations: string, refused: string): string;
}

const withParameters = new Set<RunOperation['kind']>([
  'execute',
  'authentication',
  'poll',
  'trigger',
  'webhook',
  'webhookMethods',
  'supplyData',
]);

/** Of them, what users start as it is shown. */
const withShown = new Set<RunOperation['kind']>(['execute', 'poll', 'trigger', 'webhookMethods']);

/** Source: n8n-core 2.41, dist/execution-engine/node-execution-context/node-execution-context.js */
const hiddenCredential = 'Credentials not found';

/** What n8n threw at a node that asked for something, where that ended the operation: one violation for each thing. */
function refusalRule({ kind, message, ...rule }: Documentation): BehaviourRule {
  return {
    ...rule,
    async *check({ node, operations, around: { placeOf, ownCredentials } }) {
      const faults: { refusal: Refusal; reason: Reason; operation: RunOperation }[] = [];
      for (const operation of withVariants(operations)) {
        // The editor calls methods also while other parameters are not shown.
        if (kind === 'parameter' && !withParameters.has(operation.kind)) continue;
        // A variant of a list is there only for the credential that is refused to it.
        const isList = !withParameters.has(operation.kind);
        const usual = decisive(shownRun(operation), kind, isList && isVariant(operation));
        const refusal = usual ?? decisive(operation.run('pages'), kind);
        if (!refusal) continue;
        if (refusal.message === hiddenCredential && isList && !isVariant(operation)) continue;
        const reason = kind === 'parameter' ? reasonOf(operation, refusal.name, !usual) : 'missing';
        // What other values hide too is a matter of those.
        if (reason !== 'missing' && isVariant(operation)) continue;
        const isHidden = reason === 'hidden' || reason === 'hiddenByDefault';
        if (isHidden && (!withShown.has(operation.kind) || needsOther(operation, refusal.name))) continue;
        faults.push({ refusal, reason, operation });
      }
      const byPages = new Set(
        faults.flatMap((fault) => (fault.reason === 'hiddenByPages' ? [fault.refusal.stack, askedBy(fault)] : [])),
      );
      const told = faults.filter(
        (fault) =>
          fault.reason === 'hiddenByPages' || !(byPages.has(fault.refusal.stack) || byPages.has(askedBy(fault))),
      );
      const byName = [...Map.groupBy(told, ({ refusal, reason }) => `${reason} ${refusal.name}`).values()];
      const placed = await Promise.all(
        byName.map(async (all) => ({ all, place: await placeOf(all[0]?.refusal.stack ?? '') })),
      );
      // Code that works out the names is one fault, however many there are, but not a function that is called with each of them.
      const byCalls = Map.groupBy(placed, ({ all, place }, at) =>
        kind === 'parameter' && all[0]?.reason === 'missing' && place ? callsIn(all[0].refusal.stack) : at,
      );
      for (const same of byCalls.values()) {
        const all = same.flatMap((one) => one.all);
        const [first] = all;
        if (!first) continue;
        const { refusal, reason } = first;
        const names = [...new Set(all.map((one) => one.refusal.name))];
        const text = listed([...new Set(all.map(({ operation }) => nameOf(operation)))]);
        const fix = reason === 'missing' ? otherCase(kind, all) : texts[reason].fix;
        yield {
          message:
            reason === 'missing'
              ? message(names, text, refusal.message)
              : `${text}: parameter "${refusal.name}" ${texts[reason].what}`,
          ...(reason !== 'missing' && { severity: texts[reason].severity }),
          ...(fix !== undefined && { fix }),
          ...same[0]?.place,
          concerns: all.flatMap(({ operation: { of }, refusal: { name } }) => [
            name,
            ...(kind === 'parameter'
              ? [...definitionsOf(name, of), ...choiceIn(name, of)]
              : foreignCredentials(name, node, ownCredentials)),
          ]),
        };
      }
    },
  };
}

/** What to do where n8n shows a parameter of the same name in other letters. */
function otherCase(
  kind: Refusal['kind'],
  all: readonly { refusal: Refusal; operation: RunOperation }[],
): string | undefined {
  const shownAs = ({ refusal: { name }, operation }: (typeof all)[number]) =>
    [...operation.of.parameters.named.keys()].find(
      (one) => one.toLowerCase() === name.toLowerCase() && parametersOf(operation, one).length > 0,
    );
  const [only, ...others] = new Set(all.map(shownAs));
  return kind === 'parameter' && only !== undefined && others.length === 0
    ? `Read ${shown(only)}: names of parameters are case-sensitive.`
    : undefined;
}

/** The calls that a stack is made of, without what was thrown. */
const callsIn = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => /^\s*at /.test(line))
    .join('\n');

/** The operation, whatever the values of its parameters are, and what it asks for. */
const askedBy = ({ operation, refusal }: { operation: RunOperation; refusal: Refusal }) =>
  `${operation.index} ${refusal.name}`;

const definitionsOf = (name: string, { parameters }: DescribedVersion) =>
  (parameters.named.get(name.split('.')[0] ?? '') ?? []).map(({ raw }) => raw);

/** n8n selects one of several credentials by this parameter. */
const choiceIn = (name: string, { description }: DescribedVersion) => (name === 'authentication' ? [description] : []);

/** What a node declares in place of a credential of the package. */
const foreignCredentials = (name: string, { versions }: DescribedNode, own: ReadonlyMap<string, unknown>) =>
  own.has(name)
    ? versions.flatMap(({ credentials }) => credentials.filter((one) => !own.has(one.name)).map(({ raw }) => raw))
    : [];

/**
 * Why a parameter is refused: there is none, it is empty until a user fills it in, other parameters hide it, or "Return All"
 * does.
 */
type Reason = 'missing' | 'empty' | 'hidden' | 'hiddenByDefault' | 'hiddenByPages';

function reasonOf(operation: RunOperation, name: string, withPages: boolean): Reason {
  const [top = name, ...path] = name.split('.');
  const parameters = parametersOf(operation, top);
  if (parameters.length === 0) return 'missing';
  if (path.length > 0) return 'empty';
  if (parameters.some(({ raw }) => raw['default'] === undefined)) return 'empty';
  if (withPages) return 'hiddenByPages';
  // What was answered before may have led to it.
  const hasAnswers = shownRun(operation)?.requests.some((request) => !isLogin(request)) === true;
  const isUsual = !hasAnswers && parameters.every((one) => isHiddenByDefault(operation, one));
  return isUsual ? 'hiddenByDefault' : 'hidden';
}

/** Whether users may well leave the parameters that hide one as they are: each has a value. */
function isHiddenByDefault(operation: RunOperation, { display }: Parameter): boolean {
  const hiding = (display?.show ?? [])
    .map(({ key }) => key.replace('/', ''))
    .filter((name) => !Object.hasOwn(operation.choices, name) && name !== '@version');
  const isUsual = ({ name, raw: { default: initial, required } }: Parameter) =>
    required !== true && initial !== '' && initial !== undefined && !Object.hasOwn(operation.values ?? {}, name);
  const all = hiding.flatMap((name) => parametersOf(operation, name));
  return all.length > 0 && all.every(isUsual) && display?.hide.length === 0;
}

/** Whether a parameter is hidden by one that has to be filled in: n8n does not run the node before. */
const needsOther = (operation: RunOperation, name: string): boolean =>
  parametersOf(operation, name.split('.')[0] ?? name).every(({ display }) =>
    display?.hide.some(
      ({ key, values }) =>
        values.includes('') && parametersOf(operation, key).some(({ raw }) => raw['required'] === true),
    ),
  );

const texts = {
  empty: {
    severity: 'warning',
    what: 'has no `default`, so that reading it fails until it is filled in',
    fix: 'Add a `default` to the parameter.',
  },
  hidden: {
    severity: 'warning',
    what: 'is read, but not shown while other parameters have their defaults',
    fix: 'Read the parameter only where it is shown, or with a third argument as its default.',
  },
  hiddenByDefault: {
    severity: 'error',
    what: 'is read, but not shown while other parameters have their defaults: the operation then always fails',
    fix: 'Read the parameter only where it is shown, or with a third argument as its default.',
  },
  hiddenByPages: {
    severity: 'error',
    what: 'is read, but not shown while "Return All" is on: the operation then always fails',
    fix: 'Read the parameter only if `returnAll` is false.',
  },
} as const;

/** The refusal that the operation failed with: the node may have caught others. */
function decisive(plain: Run | undefined, kind: Refusal['kind'], isKnown = false): Refusal | undefined {
  const { thrown, refused = [] } = plain ?? {};
  if (isKnown) return refused.find((one) => one.kind === kind);
  if (!thrown) return undefined;
  return refused.find(
    (one) => one.kind === kind && `${thrown.message}\n${thrown.description ?? ''}`.includes(one.message),
  );
}

const parameterMissing = refusalRule({
  kind: 'parameter',
  code: 'behaviour-parameter-missing',
  title: 'Operation reads a parameter that it does not have',
  severity: 'error',
  why: 'n8n throws "Could not get parameter" if no parameter of that name is shown for the selected resource and operation: the operation always fails. This is a warning if the parameter has no `default`, or if it is shown only after users fill in others: reading it fails until then.',
  fix: 'Add the resource and the operation to `displayOptions` of the parameter, or read it only in operations that have it.',
  bad: "this.getNodeParameter('userId', i)   with `displayOptions: { show: { operation: ['get'] } }`, in the operation delete",
  good: "displayOptions: { show: { operation: ['get', 'delete'] } }",
  docs: docs.nodeMethods,
  supersededBy: [
    'nodes-parameter-unknown',
    'nodes-display-name-unknown',
    'nodes-parameter-never-shown',
    'nodes-credential-choice-missing',
  ],
  message: (names, operations) =>
    names.length === 1
      ? `${operations}: parameter "${names[0]}" is read, but n8n does not show it`
      : `${operations}: parameters ${listed(names.map(shown))} are read, but n8n does not show them`,
});

const credentialMissing = refusalRule({
  kind: 'credential',
  code: 'behaviour-credential-missing',
  title: 'Operation uses a credential that it does not have',
  severity: 'error',
  why: 'n8n gives a node only the credentials in its description that are shown for what the user selects, and throws for any other: the operation, or the list for the editor, always fails. Lists are requested with each credential that users can select.',
  fix: 'Add the credential to `credentials` of the description, correct the name, or correct its `displayOptions`. In the method of a list, use the credential that `this.getCurrentNodeParameter` says is selected.',
  bad: "await this.getCredentials('acmeOAuth2Api')   with `credentials: [{ name: 'acmeApi' }]`",
  good: "await this.getCredentials('acmeApi')   with `credentials: [{ name: 'acmeApi' }]`",
  docs: docs.nodeDescription,
  supersededBy: ['nodes-credential-undeclared', 'nodes-credential-unknown', 'nodes-credential-foreign'],
  message: ([name], operations, refused) =>
    `${operations}: credential "${name}" is used, but ${refused === hiddenCredential ? 'hidden by its `displayOptions`' : 'not declared by the node'}`,
});

const optionalNeeded: BehaviourRule = {
  code: 'behaviour-optional-needed',
  title: 'Operation fails unless an optional field is filled in',
  severity: 'error',
  why: 'An empty collection has no fields: `options.tags.tag` throws a TypeError, before any request. This is only a warning if the operation has a list that users may be expected to fill in.',
  fix: 'Read the field with `?.` and a default.',
  bad: "const options = this.getNodeParameter('options', i) as IDataObject;\nconst [first] = options.tags.tag;",
  good: "const options = this.getNodeParameter('options', i) as IDataObject;\nconst [first] = options.tags?.tag ?? [];",
  docs: docs.nodeMethods,
  async *check({ operations, around: { placeOf } }) {
    const crashed = operations.flatMap((operation) => {
      const { thrown } = operation.run('bare') ?? {};
      return thrown ? [{ operation, thrown }] : [];
    });
    for (const [what, all] of Map.groupBy(crashed, ({ thrown }) => thrown.message)) {
      const names = listed([...new Set(all.map(({ operation }) => nameOf(operation)))]);
      yield {
        ...(all.some(({ operation }) => hasList(operation)) && { severity: 'warning' as const }),
        message: `${names}: without optional values, it fails with "${what.split('\n')[0]}"`,
        ...(await placeOf(all[0]?.thrown.stack ?? '')),
      };
    }
  },
};

/** Whether an operation has a list at its top level: there may be nothing to do without its entries. */
const hasList = (operation: RunOperation) =>
  [...operation.of.parameters.named.keys()].some((name) =>
    parametersOf(operation, name).some(({ type }) => type === 'fixedCollection'),
  );

export const refusalRules: readonly BehaviourRule[] = [
  parameterMissing,
  credentialMissing,
  credentialFieldMissing,
  optionalNeeded,
];
