import type { OperationKind } from '../../../../kernel/enums.ts';
import type { DescribedCredential } from '../../model/descriptions/described-credential.ts';
import { type DescribedVersion, executes } from '../../model/descriptions/described-node.ts';
import { holdsFor, readDisplay } from '../../model/parameters/display-conditions.ts';
import { methodsNamed } from '../../model/parameters/methods-named.ts';
import { everyParameter, type Parameter } from '../../model/parameters/parameter.ts';
import { isFunction, listOf, type Plain, plainOf, textOf } from '../../model/parameters/plain.ts';

/** A part of a node that n8n calls beside its operations. */
export interface Part {
  kind: OperationKind;
  method?: string;
  /** What stands for it in a description. */
  raw?: Plain;
  /** The parameter of the top level that has to be shown for it. */
  parameter?: Parameter;
  /** Values of parameters, beside those of its resource and operation. */
  choices?: Readonly<Record<string, string>>;
  /** The file, where it is another one than the node's. */
  file?: string;
}

const editorGroups = ['loadOptions', 'listSearch', 'resourceMapping'] as const;

/** All parts of a version of a node. @param credentials of the package, by name */
export function partsOf(of: DescribedVersion, credentials: ReadonlyMap<string, DescribedCredential>): Part[] {
  const { description, methods } = of;
  const ability = (kind: OperationKind): Part[] => (methods.has(kind) ? [{ kind }] : []);
  return [
    ...(executes(methods) || of.isDeclarative ? authenticationsOf(of) : []),
    ...ability('poll'),
    ...ability('trigger'),
    ...webhooksOf(of),
    ...editorMethodsOf(of),
    ...listOf(description['credentials']).flatMap((entry) =>
      credentialTestOf(plainOf(entry) ?? {}, methods, credentials),
    ),
    ...ability('supplyData'),
  ];
}

/** Operations run with the usual credential. Those that users can select in its place are tried with one operation each. */
function authenticationsOf({ credentials, parameters }: DescribedVersion): Part[] {
  const found = new Map<string, Part>();
  for (const { raw } of credentials) {
    for (const { key, values } of readDisplay(raw)?.show ?? []) {
      const selector = parameters.named.get(key)?.find(({ type }) => type === 'options');
      if (!selector || key === 'resource' || key === 'operation') continue;
      const option = (selector.choices ?? []).find(({ value }) => typeof value === 'string' && holdsFor(values, value));
      const method = textOf(option?.value);
      if (method === undefined || method === selector.raw['default']) continue;
      const choices = { [key]: method };
      found.set(JSON.stringify(choices), { kind: 'authentication', method, raw, parameter: selector, choices });
    }
  }
  return [...found.values()];
}

function webhooksOf({ description, methods }: DescribedVersion): Part[] {
  const webhooks = listOf(description['webhooks'])
    .map(plainOf)
    .filter((webhook) => webhook !== undefined);
  // Those that wait for an answer in the middle of an execution are called within it.
  const own = webhooks.filter((webhook) => webhook['restartWebhook'] !== true);
  const named = new Map(own.map((webhook) => [textOf(webhook['name']) ?? 'default', webhook]));
  return [...named].flatMap(([method, raw]): Part[] => [
    ...(methods.has(`webhookMethods.${method}`) ? [{ kind: 'webhookMethods' as const, method, raw }] : []),
    ...(methods.has('webhook') ? [{ kind: 'webhook' as const, method, raw }] : []),
  ]);
}

/** Those that a parameter refers to: the editor calls no others. */
function editorMethodsOf({ parameters, methods }: DescribedVersion): Part[] {
  const found = new Map<string, Part>();
  for (const one of everyParameter(parameters)) {
    for (const { group, name } of methodsNamed(one.raw)) {
      const kind = editorGroups.find((known) => known === group);
      if (!kind || !methods.has(`${group}.${name}`) || found.has(`${group}.${name}`)) continue;
      found.set(`${group}.${name}`, { kind, method: name, raw: one.raw, parameter: topmost(one) });
    }
  }
  return [...found.values()];
}

const topmost = (parameter: Parameter): Parameter =>
  parameter.level.owner ? topmost(parameter.level.owner) : parameter;

function credentialTestOf(
  entry: Plain,
  methods: ReadonlySet<string>,
  credentials: ReadonlyMap<string, DescribedCredential>,
): Part[] {
  const [method, testedBy] = [textOf(entry['name']), textOf(entry['testedBy'])];
  if (method === undefined) return [];
  if (testedBy !== undefined)
    return methods.has(`credentialTest.${testedBy}`) ? [{ kind: 'credentialTest', method, raw: entry }] : [];
  const credential = credentials.get(method);
  const test = credential?.description['test'];
  if (!credential || !plainOf(test) || isFunction(test)) return [];
  return [{ kind: 'credentialTest', method, raw: credential.description, file: credential.file }];
}
