import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxProgram } from '../../../../kernel/sandbox.ts';
import type { CompileOutput } from '../../../../plugins/n8n-node/compile/compile-output.ts';
import type { CompileInput } from '../../../../plugins/n8n-node/compile/compile-program.ts';
import compileProgram from '../../../../plugins/n8n-node/compile/compile-program.ts';

/** Compiles a project three times over, and tells of each whether the command line was needed. */
const keptInSandbox: SandboxProgram<CompileInput, { output: CompileOutput; byCommandLine: boolean }[]> = async (
  { project, scratch },
  input,
) => {
  const runs = [];
  for (const earlier of [0, 1, 2]) {
    const folder = join(scratch, String(earlier));
    mkdirSync(folder);
    const output = await compileProgram({ project, scratch: folder, earlier }, input);
    runs.push({ output, byCommandLine: existsSync(join(folder, 'tsconfig.whole.json')) });
  }
  return runs;
};
export default keptInSandbox;
