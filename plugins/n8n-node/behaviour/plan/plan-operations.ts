import type { DescribedCredential } from '../../model/descriptions/described-credential.ts';
import { type DescribedNode, type DescribedVersion, executes } from '../../model/descriptions/described-node.ts';
import { type Condition, type Display, holdsFor } from '../../model/parameters/display-conditions.ts';
import { isFilledIn } from '../../model/parameters/has-no-use.ts';
import { valuesOfHidden } from '../../model/parameters/hidden-values.ts';
import type { Parameter } from '../../model/parameters/parameter.ts';
import { isPrimitive, listOf, type Plain, plainOf, textOf } from '../../model/parameters/plain.ts';
import { type Part, partsOf } from './plan-parts.ts';
import type { PlannedOperation } from './run-input.ts';

/** An operation to be run, and where it is described. */
export interface Planned extends PlannedOperation {
  node: DescribedNode;
  of: DescribedVersion;
  /** What stands for it in a description: the option of `operation`, or else of `resource`; a webhook, a parameter. */
  option: Plain | undefined;
  /** The file that the option is in, where it is another one than the node's. */
  file?: string;
}

/** Operations of one package. */
const maxOperations = 1000;

type Choices = Record<string, string | number | boolean>;

/**
 * Every operation of every version of the nodes that a workflow can select, the newest versions first; then all other
 * parts of nodes, each in its newest version.
 * @param credentials of the package
 * @returns `left`: how many more there are than are run
 */
export function planOperations(
  nodes: readonly DescribedNode[],
  credentials: readonly DescribedCredential[] = [],
): { planned: Planned[]; left: number } {
  const operations = nodes.flatMap((node) =>
    versionsOf(node)
      .sort((one, other) => other.version - one.version)
      .filter(({ of }) => isRunAsStep(of))
      .flatMap(({ version, of }) =>
        choicesOf(of, version).map(({ choices, option }) => ({
          path: node.declaredPath,
          version,
          kind: 'execute' as const,
          choices,
          node,
          of,
          option,
        })),
      ),
  );
  const byName = new Map(credentials.map((one) => [one.name, one]));
  const tested = new Set<string>();
  const parts = nodes.flatMap((node) =>
    newestOf(node).flatMap(({ version, of }) =>
      partsOf(of, byName).flatMap((part) => {
        // A credential has one test for all nodes.
        if (part.file !== undefined && tested.has(part.file)) return [];
        if (part.file !== undefined) tested.add(part.file);
        return [plannedPart(part, { node, of, version })];
      }),
    ),
  );
  const all: Omit<Planned, 'index'>[] = [...operations, ...parts];
  const planned = all.slice(0, maxOperations).map((one, index) => ({ ...one, index }));
  return { planned, left: all.length - planned.length };
}

/** A node that is executed with items: by its own code, or by n8n as its parameters say. */
const isRunAsStep = (of: DescribedVersion) => (executes(of.methods) && !isPartOfOther(of)) || of.isDeclarative;

/** A model, a memory and the like: n8n asks for what they supply. It executes tools, and those that have an output as well. */
function isPartOfOther({ methods, description }: DescribedVersion): boolean {
  const types = listOf(description['outputs']).map((one) => textOf(one) ?? textOf(plainOf(one)?.['type']));
  return methods.has('supplyData') && types.every((type) => type?.startsWith('ai_') && type !== 'ai_tool');
}

/** Versions that share their code are one. */
function newestOf(node: DescribedNode): { version: number; of: DescribedVersion }[] {
  const sorted = versionsOf(node).sort((one, other) => other.version - one.version);
  return sorted.filter(({ of }, at) => sorted.findIndex((one) => one.of === of) === at);
}

/** With the first choices for which the parameter is shown that needs it. */
function plannedPart(
  { kind, method, raw, parameter, file, choices }: Part,
  { node, of, version }: Pick<Planned, 'node' | 'of' | 'version'>,
): Omit<Planned, 'index'> {
  const all = choicesOf(of, version);
  // Resources may be offered for one way of authentication only.
  const together = all.filter((one) =>
    Object.entries(choices ?? {}).every(([key, value]) => one.choices[key] === value),
  );
  const fitting = (together.length > 0 ? together : all).find((one) =>
    isShown(parameter?.display, { of, choices: one.choices, version }),
  );
  return {
    path: node.declaredPath,
    ...{ version, kind, choices: { ...(fitting ?? all[0])?.choices, ...choices }, node, of, option: raw },
    ...(method !== undefined && { method }),
    ...(file !== undefined && { file }),
  };
}

/** Of a versioned node its keys; else the versions that the description names. */
function versionsOf({ versions }: DescribedNode): { version: number; of: DescribedVersion }[] {
  return versions.flatMap((of) => {
    const numbers = of.key === undefined ? of.numbers : [Number(of.key)];
    return numbers.flatMap((version) =>
      typeof version === 'number' && Number.isFinite(version) ? [{ version, of }] : [],
    );
  });
}

function choicesOf(of: DescribedVersion, version: number): { choices: Choices; option: Plain | undefined }[] {
  let found: { choices: Choices; option: Plain | undefined }[] = [{ choices: {}, option: undefined }];
  for (const name of ['resource', 'operation']) {
    const parameters = (of.parameters.named.get(name) ?? []).filter(({ type }) => type === 'options');
    found = found.flatMap((before) => {
      const more = parameters
        .filter((parameter) => isShown(parameter.display, { of, choices: before.choices, version }))
        .flatMap((parameter) => {
          const given = withConditions(parameter, before.choices, of);
          // An option without a value asks users to select another one.
          const options = optionsOf(parameter, { of, choices: given, version }).filter(({ value }) => value !== '');
          return options.map(({ value, raw }) => ({ choices: { ...given, [name]: value }, option: raw }));
        });
      const unique = [...new Map(more.map((one) => [JSON.stringify(one.choices), one])).values()];
      return unique.length === 0 ? [before] : unique;
    });
  }
  return found;
}

/** With values of the other parameters on which a list of resources or operations depends, as in a list for each service. */
function withConditions({ display }: Parameter, given: Choices, of: DescribedVersion): Choices {
  let choices = given;
  for (const { key, values } of display?.show ?? []) {
    const name = key.replace(/^\//, '');
    const named = of.parameters.named.get(name) ?? [];
    const parameters = named.filter((one) => one.type === 'options' || valuesOfHidden(one));
    if (Object.hasOwn(choices, name) || parameters.length === 0) continue;
    const offered = parameters.flatMap((one) => valuesOfHidden(one) ?? valuesOf(one));
    const value = offered.filter(isPrimitive).find((one) => holdsFor(values, one) === true);
    const isFixed = parameters.every(({ type, raw }) => type === 'hidden' && raw['default'] === value);
    if (value === undefined || isFixed) continue;
    choices = { ...choices, [name]: value };
    for (const parameter of parameters) choices = withConditions(parameter, choices, of);
  }
  return choices;
}

const valuesOf = ({ raw, choices = [] }: Parameter) => [raw['default'], ...choices.map(({ value }) => value)];

function optionsOf({ choices = [] }: Parameter, given: Given) {
  return choices.flatMap(({ value, raw, display }) => {
    return isPrimitive(value) && isShown(display, given) ? [{ value, raw }] : [];
  });
}

/** Parameters of a name that n8n may show for an operation. */
export const parametersOf = (operation: Planned, name: string): Parameter[] =>
  (operation.of.parameters.named.get(name) ?? []).filter(({ display }) => isShown(display, operation));

/** Parameters that users fill in for an operation, beside what they choose it with. */
export const filledInFor = (operation: Planned): string[] =>
  [...operation.of.parameters.named.keys()].filter(
    (name) =>
      !Object.hasOwn(operation.choices, name) && parametersOf(operation, name).some(({ type }) => isFilledIn(type)),
  );

type Given = Pick<Planned, 'of' | 'choices' | 'version'>;

/** Whether conditions may hold: those on other parameters are left to n8n, unless users cannot change these. */
function isShown({ show = [], hide = [] }: Partial<Display> = {}, { of, choices, version }: Given): boolean {
  const holds = ({ key, values }: Condition): boolean | undefined => {
    const name = key.replace(/^\//, '');
    const value = name === '@version' ? version : choices[name];
    if (value !== undefined) return holdsFor(values, value);
    const [first] = of.parameters.named.get(name) ?? [];
    const fixed = first && valuesOfHidden(first)?.map((one) => holdsFor(values, one));
    return fixed?.every((held) => held === fixed[0]) ? fixed[0] : undefined;
  };
  return show.every((one) => holds(one) !== false) && !hide.some((one) => holds(one) === true);
}
