import type { ServiceContext } from '../../../kernel/check.ts';
import { guard } from '../../../kernel/guard.ts';
import { siblingModule } from '../../../kernel/sibling-module.ts';
import { whyUnfinished } from '../sandbox/why-unfinished.ts';
import type { CompileInput, ProjectInput } from './compile-input.ts';
import { CompileOutput } from './compile-output.ts';
import type { LaidTypes } from './laid-types.ts';
import { scriptSurvey } from './script-survey.ts';

const compileOutput = guard(CompileOutput);

/** The input of a run of TypeScript. */
export interface AskedOfTypeScript extends ProjectInput, Pick<CompileInput, 'check' | 'emit' | 'from'> {
  /** The packages that are available. */
  laid: LaidTypes;
  /** Whether to run with low priority. */
  background?: boolean;
}

/**
 * Runs TypeScript on a project in the sandbox.
 * @param timeout seconds
 * @returns with `failure` if the compiler did not finish
 */
export async function runTypeScript(
  context: Pick<ServiceContext, 'sandbox' | 'signal' | 'memory' | 'service'>,
  input: AskedOfTypeScript,
  timeout: number,
): Promise<CompileOutput> {
  const output = await outputOf(context, input, timeout);
  // The compiler may finish the next time.
  if (output.failure !== undefined) context.memory.forget();
  return output;
}

async function outputOf(
  context: Pick<ServiceContext, 'sandbox' | 'signal' | 'service'>,
  asked: AskedOfTypeScript,
  timeout: number,
): Promise<CompileOutput> {
  const program = siblingModule(import.meta.url, 'compile-program');
  const { size, namesSentry } = await context.service(scriptSurvey);
  const { laid, background = false, seesExports: _, types, ...project } = asked;
  const ownLibrary = laid.versions['typescript'];
  const input: CompileInput = {
    ...project,
    types: [...new Set([...(types ?? []), ...laid.ambient.map((name) => name.replace(/^@types\//, ''))])],
    incomplete: laid.incomplete,
    ...(ownLibrary !== undefined && { ownLibrary }),
    size,
    wholeSentry: namesSentry || !laid.hasSentry,
  };
  const { signal } = context;
  const job = { program, input, background, profile: 'tool', packages: laid.folder, timeout, signal } as const;
  const isFirst = input.check && !background;
  const outcome = await context.sandbox.run(isFirst ? { ...job, ahead: program } : job);
  if (outcome.kind === 'done' && compileOutput.is(outcome.result)) return outcome.result;
  return { diagnostics: [], files: {}, failure: whyUnfinished(outcome) };
}
