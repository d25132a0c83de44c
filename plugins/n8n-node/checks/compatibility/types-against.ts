import type { ServiceContext } from '../../../../kernel/check.ts';
import { normalize } from '../../project/project-path.ts';
import { compileInput } from '../../typescript/compile-input.ts';
import type { CompiledProject } from '../../typescript/compiled-project.ts';
import { laidTypes, layTypes } from '../../typescript/laid-types.ts';
import { typeCheck } from '../../typescript/type-check.ts';
import { judgeDiagnostics } from '../types/judge-diagnostics.ts';
import { projectErrors } from '../types/project-errors.ts';

/** An error of the types in a file of the project. */
export interface TypeFault {
  /** Begins with the code of TypeScript and a colon. */
  message: string;
  file: string;
  line: number;
  column: number;
}

/** What is known of the types with another n8n-workflow. */
export type OtherTypesSay = { faults: TypeFault[]; project: CompiledProject } | { unfinished: string };

/** Seconds. */
const limit = 40;

/** The version of n8n-workflow that a project is built with; undefined where it could not be had. */
export async function builtWith(context: ServiceContext): Promise<string | undefined> {
  return (await context.service(laidTypes)).versions['n8n-workflow'];
}

/**
 * What TypeScript finds wrong with another n8n-workflow and not with the one that the project is built with.
 * @param version exact, of the other one
 * @param which tells it apart from others in what is remembered of the last time
 * @returns undefined where there is nothing to compile; why it is not known where TypeScript did not finish
 */
export async function typesAgainst(
  context: ServiceContext,
  version: string,
  which: 'current' | 'previous',
): Promise<OtherTypesSay | undefined> {
  const { errors: own, project, diagnostics } = await context.service(projectErrors);
  const input = compileInput(project, context);
  if (!input || !project.compiled) return undefined;
  const unfinished = project.compiled.uncheckedBecause;
  if (unfinished !== undefined) return { unfinished };
  const laid = await layTypes(context, project, { host: version });
  if (laid.versions['n8n-workflow'] !== version) return { unfinished: 'it could not be had' };
  const asked = { ...input, laid, emit: 'nothing', background: true } as const;
  const other = await typeCheck(context, asked, limit, which);
  if (other.failure !== undefined) return { unfinished: other.failure };
  const { files, manifest = {} } = context;
  const { errors } = judgeDiagnostics(other.diagnostics, { ...project, files, manifest, missing: laid.missing });
  const known = new Set([...diagnostics, ...own].map(placeOf));
  const faults = errors.flatMap((error): TypeFault[] => {
    const { message, file, line, column } = error;
    if (file === undefined || line === undefined || column === undefined || known.has(placeOf(error))) return [];
    if (ofUnused.test(message) || ofGlobals.test(message)) return [];
    return [{ message, file, line, column }];
  });
  return { faults, project };
}

/** Something is not used, for what used it is not understood. */
const ofUnused = /^TS(?:6133|6138|6192|6196|6198):/;

/** A name that is not imported is not known: n8n-workflow declares none, so its version cannot be the cause. */
const ofGlobals = /^TS(?:2304|2318|2503|2552|2580|2581|2582|2583|2584|2591|2592|2593|2867|2868):/;

/** Of two n8n-workflows the words of one error differ, its place does not. */
const placeOf = ({ file = '', line, column }: { file?: string; line?: number; column?: number }) =>
  `${normalize(file)}:${line}:${column}`;
