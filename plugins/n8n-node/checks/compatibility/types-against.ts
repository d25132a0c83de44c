import type { ServiceContext } from '../../../../kernel/check.ts';
import { reachedFiles } from '../../follow/reached-files.ts';
import { normalize } from '../../project/project-path.ts';
import { projectInput } from '../../typescript/compile-input.ts';
import type { CompiledProject } from '../../typescript/compiled-project.ts';
import { laidTypes, layTypes } from '../../typescript/laid-types.ts';
import { typeCheck } from '../../typescript/type-check.ts';
import { judgeDiagnostics } from '../types/judge-diagnostics.ts';
import { projectErrors } from '../types/project-errors.ts';

/** A type error in a file of the project. */
export interface TypeFault {
  /** Starts with the code of TypeScript and a colon. */
  message: string;
  file: string;
  line: number;
  column: number;
}

/** The type errors with another n8n-workflow. */
export type OtherTypesResult = { faults: TypeFault[]; project: CompiledProject } | { unfinished: string };

const timeoutSeconds = 40;

/** The version of n8n-workflow that a project is built with; undefined if it could not be fetched. */
export async function builtWith(context: ServiceContext): Promise<string | undefined> {
  return (await context.service(laidTypes)).versions['n8n-workflow'];
}

/**
 * The type errors with another n8n-workflow that do not occur with the one that the project is built with.
 * @param version exact, of the other one
 * @param which part of the key in the cache of the previous run
 * @returns undefined if there is nothing to compile; the reason if TypeScript did not finish
 */
export async function typesAgainst(
  context: ServiceContext,
  version: string,
  which: string,
): Promise<OtherTypesResult | undefined> {
  const { errors: own, project, diagnostics } = await context.service(projectErrors);
  const input = await context.service(projectInput);
  if (!input || !project.compiled) return undefined;
  const unfinished = project.compiled.uncheckedBecause;
  if (unfinished !== undefined) return { unfinished };
  const laid = await layTypes(context, { host: version });
  if (laid.versions['n8n-workflow'] !== version) return { unfinished: 'n8n-workflow could not be fetched' };
  const request = { ...input, laid, emit: 'nothing', background: true } as const;
  const other = await typeCheck(context, request, timeoutSeconds, which);
  if (other.failure !== undefined) return { unfinished: other.failure };
  const { files, manifest = {} } = context;
  const { errors } = judgeDiagnostics(other.diagnostics, { ...project, files, manifest, missing: laid.missing });
  // What n8n never loads does not break with another release.
  const reached = errors.length > 0 ? await context.service(reachedFiles) : undefined;
  const known = new Set([...diagnostics, ...own].map(locationOf));
  const faults = errors.flatMap((error): TypeFault[] => {
    const { message, file, line, column } = error;
    if (file === undefined || line === undefined || column === undefined || known.has(locationOf(error))) return [];
    if (hasOtherCause(message) || reached?.has(file) === false) return [];
    return [{ message, file, line, column }];
  });
  return { faults, project };
}

/** Whether another version of n8n-workflow is not the cause of a type error. */
export const hasOtherCause = (message: string): boolean =>
  [ofUnused, ofGlobals, ofOtherModules, ofTwoCopies].some((pattern) => pattern.test(message));

/** Unused names: a consequence of other errors. */
const ofUnused = /^TS(?:6133|6138|6192|6196|6198):/;

/** Unknown globals: n8n-workflow declares none, so its version cannot be the cause. */
const ofGlobals = /^TS(?:2304|2318|2503|2552|2580|2581|2582|2583|2584|2591|2592|2593|2867|2868):/;

/** Packages that only one n8n-workflow depends on: the check `load` reports the import. */
const ofOtherModules = /^TS2307: Cannot find module '(?!n8n-)/;

/** A package that depends on a version of its own: its types then differ from those of the project, whatever changed. */
const ofTwoCopies = /\/node_modules\/[^"]+\/node_modules\/n8n-workflow\//;

/** Between two versions of n8n-workflow, the message of an error may differ, but not its location. */
const locationOf = ({ file = '', line, column }: { file?: string; line?: number; column?: number }) =>
  `${normalize(file)}:${line}:${column}`;
