import type { ServiceContext } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import type { Diagnostic } from '../../typescript/compile-output.ts';
import type { LaidTypes } from '../../typescript/laid-types.ts';
import { compiledAround } from '../../typescript/releases-around.ts';

/** Errors with two releases of n8n-workflow, where the one between them is not in the registry. */
export interface ErrorsAround {
  errors: readonly Observation[];
  diagnostics: readonly Diagnostic[];
  /** The two releases: `2.2.0`, `2.3.4`. */
  releases: readonly [below: string, above: string];
}

/**
 * The errors that the compiler reports both with the release before the n8n-workflow of the project and with the one after
 * it: hardly any of them is gone in between.
 * @param judge selects the faults of the project
 * @returns undefined if that n8n-workflow is in the registry, or there are no such releases
 */
export async function errorsAround(
  { service }: Pick<ServiceContext, 'service'>,
  judge: (diagnostics: readonly Diagnostic[], laid: LaidTypes) => readonly Observation[],
): Promise<ErrorsAround | undefined> {
  const around = await service(compiledAround);
  if (!around) return undefined;
  const { below, above } = around;
  const others = new Set(judge(above.output.diagnostics, above.laid).map(locationOf));
  const errors = judge(below.output.diagnostics, below.laid);
  return {
    errors: errors.filter((error) => others.has(locationOf(error))),
    diagnostics: below.output.diagnostics,
    releases: [below.release, above.release],
  };
}

/** With the code of TypeScript: the types that a message names may differ. */
const locationOf = ({ file, line, column, message }: Observation) =>
  `${file}:${line}:${column}:${message.split(':')[0]}`;
