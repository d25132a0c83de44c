import type { CheckContext } from '../../../kernel/check.ts';
import type { Diagnostic } from '../compile/compile-output.ts';
import { compiledProject, compileInput } from '../compile/compiled-project.ts';
import { projectLayout } from '../compile/project-layout.ts';
import { typeCheck } from '../compile/type-check.ts';
import { normalize } from '../project-path.ts';

/** An error of the types in a file of the project. */
export interface TypeFault {
  message: string;
  file: string;
  line: number;
  column: number;
}

/** Seconds. */
const limit = 40;

/**
 * What TypeScript finds wrong with another n8n-workflow and not with the one in use.
 * @param installed the name under which the other one is installed here
 * @returns undefined where there is nothing to compile; why it is not known where TypeScript did not finish
 */
export async function typesAgainst(
  context: CheckContext,
  installed: string,
): Promise<{ faults: TypeFault[] } | { unfinished: string } | undefined> {
  if (context.mode !== 'project') return undefined;
  const input = compileInput(await context.service(projectLayout), context);
  if (!input) return undefined;
  const [other, { compiled }] = await Promise.all([
    typeCheck(context, { ...input, host: installed, emit: 'nothing' }, limit),
    context.service(compiledProject),
  ]);
  if (!compiled) return undefined;
  const unfinished = other.failure ?? compiled.uncheckedBecause;
  if (unfinished !== undefined) return { unfinished };
  const known = new Set(compiled.diagnostics.map(placeOf));
  const faults = other.diagnostics.flatMap((diagnostic): TypeFault[] => {
    const { file, line, column, code, message } = diagnostic;
    if (file === undefined || line === undefined || column === undefined || known.has(placeOf(diagnostic))) return [];
    const own = normalize(file);
    return context.files.exists(own) ? [{ message: `TS${code}: ${message}`, file: own, line, column }] : [];
  });
  return { faults };
}

/** Of two n8n-workflows the words of one error differ, its place does not. */
const placeOf = ({ file = '', line, column }: Diagnostic) => `${normalize(file)}:${line}:${column}`;
