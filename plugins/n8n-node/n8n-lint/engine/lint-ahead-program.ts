import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PrepareSandboxProgram, SandboxProgram } from '../../../../kernel/sandbox.ts';
import { kitOf } from '../../n8n/kit-folder.ts';
import { executingNode } from '../catalogue/example-text.ts';
import type { LintAheadInput } from './lint-ahead.ts';
import type { LintOutput } from './lint-output.ts';
import lintProgram from './lint-program.ts';
import { startLinter } from './start-linter.ts';

/** Loads the rules, and runs them once on an example of ours. */
export const prepare: PrepareSandboxProgram = async (place) => {
  const folder = join(place.scratch, 'example');
  const file = 'nodes/Example/Example.node.ts';
  writeProject(folder, { 'package.json': '{}', [file]: executingNode('    return [this.getInputData()];') });
  const lint = await startLinter({ folder, kit: kitOf(place), careful: false });
  lint(file);
};

/**
 * Lints files like lint-program.ts, of a project that it is given.
 * @throws {Error} if it is given none, or a part of it has no place
 */
const lintAheadProgram: SandboxProgram<LintAheadInput | null, LintOutput> = (place, input) => {
  if (!input) throw new Error('the project is too large');
  // Where lint-program.ts links it.
  const project = join(place.scratch, 'project');
  writeProject(
    project,
    Object.fromEntries(Object.entries(input.project).map(([path, bytes]) => [path, Buffer.from(bytes, 'base64')])),
  );
  return lintProgram({ ...place, project }, { files: input.files });
};
export default lintAheadProgram;

function writeProject(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
}
