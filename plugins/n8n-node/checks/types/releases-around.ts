import { parse } from 'semver';
import type { ServiceContext } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import type { ProjectInput } from '../../typescript/compile-input.ts';
import type { Diagnostic } from '../../typescript/compile-output.ts';
import { type LaidTypes, layTypes } from '../../typescript/laid-types.ts';
import { typeCheck } from '../../typescript/type-check.ts';

const host = 'n8n-workflow';
const timeoutSeconds = 40;
/** Releases on each side that are tried. */
const maxTries = 3;

/** Errors with two releases of n8n-workflow, where the one between them is not in the registry. */
export interface ErrorsAround {
  errors: readonly Observation[];
  diagnostics: readonly Diagnostic[];
  /** The two releases: `2.2.0`, `2.3.4`. */
  releases: readonly [below: string, above: string];
}

/** The version of n8n-workflow in the lock file, if its types, or some that they import, are not in the registry. */
export function unpublishedHost({ missing, versions }: LaidTypes): string | undefined {
  const lacking = missing.filter(({ kind, neededBy }) => kind === 'refused' && neededBy.includes(host));
  if (lacking.length === 0) return undefined;
  return lacking.find(({ name }) => name === host)?.version ?? versions[host];
}

/**
 * The errors that the compiler reports both with the release before a version of n8n-workflow and with the one after it:
 * hardly any of them is gone in between.
 * @param judge selects the faults of the project
 * @returns undefined if there are no such releases
 */
export async function errorsAround(
  context: ServiceContext,
  { version, input }: { version: string; input: ProjectInput },
  judge: (diagnostics: readonly Diagnostic[], laid: LaidTypes) => readonly Observation[],
): Promise<ErrorsAround | undefined> {
  const wanted = parse(version);
  if (!wanted) return undefined;
  const { major, minor } = wanted;
  const below = await releaseIn(context, `>=${major}.0.0 <${version}`, (found) => `>=${major}.0.0 <${found}`);
  const above =
    below && (await releaseIn(context, `>${version} <${major}.${minor + 2}.0`, () => `>${version} <${major + 1}.0.0`));
  if (!below || !above) return undefined;
  const compiled = await Promise.all(
    [below, above].map(async (laid) => {
      const request = { ...input, laid, emit: 'nothing' } as const;
      const output = await typeCheck(context, request, timeoutSeconds, `with ${laid.versions[host]}`);
      return output.failure === undefined ? { ...output, errors: judge(output.diagnostics, laid) } : undefined;
    }),
  );
  const [first, second] = compiled;
  if (!first || !second) return undefined;
  const others = new Set(second.errors.map(locationOf));
  return {
    errors: first.errors.filter((error) => others.has(locationOf(error))),
    diagnostics: first.diagnostics,
    releases: [below.versions[host] ?? '', above.versions[host] ?? ''],
  };
}

/** The types of the highest release in a range, or in the next one, with all that they import. */
async function releaseIn(
  context: ServiceContext,
  first: string,
  next: (found: string | undefined) => string,
): Promise<LaidTypes | undefined> {
  const tried = new Set<string>();
  for (let range = first; tried.size < maxTries && !tried.has(range); ) {
    tried.add(range);
    const laid = await layTypes(context, { host: range, whole: true });
    const found = laid.versions[host];
    if (found !== undefined && unpublishedHost(laid) === undefined) return laid;
    range = next(found);
  }
  return undefined;
}

/** With the code of TypeScript: the types that a message names may differ. */
const locationOf = ({ file, line, column, message }: Observation) =>
  `${file}:${line}:${column}:${message.split(':')[0]}`;
