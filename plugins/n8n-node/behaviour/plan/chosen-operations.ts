import type { BehaviourConfig } from '../../project/behaviour-settings/settings.ts';
import type { Planned } from './plan-operations.ts';

type Chosen = Pick<NonNullable<BehaviourConfig['operations']>[number], 'node' | 'resource' | 'operation'>;
type LeftOut = Pick<Planned, 'node' | 'kind' | 'method' | 'choices'>;
type Operation = Pick<Planned, 'node' | 'choices'>;

/** Whether an entry of the configuration is about an operation. */
export function isChosen(entry: Chosen, { node, choices }: Operation): boolean {
  return (
    (entry.node ?? node.name) === node.name &&
    (['resource', 'operation'] as const).every(
      (key) => entry[key] === undefined || entry[key] === String(choices[key] ?? ''),
    )
  );
}

/** The author's values for parameters of an operation; those of later entries count. */
export function valuesFor(
  { parameters = [] }: BehaviourConfig,
  operation: Operation,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    parameters.filter((entry) => isChosen(entry, operation)).flatMap(({ values }) => Object.entries(values)),
  );
}

/** Whether an entry is about an operation, or about another part of a node by its name in the table. */
export const isLeftOut = (entry: Chosen, { node, kind, method = '', choices }: LeftOut): boolean =>
  isChosen(entry, { node, choices: kind === 'execute' ? choices : { operation: method } });

/** Why the author leaves an operation or another part out; undefined for one that is run. */
export function reasonToLeaveOut({ operations = [] }: BehaviourConfig, part: LeftOut): string | undefined {
  return operations.find((entry) => isLeftOut(entry, part))?.reason;
}
