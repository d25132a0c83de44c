import { basename } from 'node:path';
import type { Sandbox, SandboxProgram } from '../../../kernel/sandbox.ts';

/**
 * Runs a program in this process, for projects that a test has written: a child takes far longer to start than the program
 * to end. Other programs run in the real sandbox.
 * @param name of its module
 * @param program which needs no folder but that of the project
 */
export function inProcess<Input, Output>(name: string, program: SandboxProgram<Input, Output>) {
  return (real: Sandbox, folder: string): Sandbox => ({
    isolation: real.isolation,
    async run(job) {
      if (basename(job.program.pathname, '.js') !== name) return real.run(job);
      // As JSON, as children have it.
      const input: Input = JSON.parse(JSON.stringify(await job.input));
      const output = await program({ project: folder, scratch: folder }, input);
      return { kind: 'done', result: JSON.parse(JSON.stringify(output)), output: '' };
    },
  });
}
