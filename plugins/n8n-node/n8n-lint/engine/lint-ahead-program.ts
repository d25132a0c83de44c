import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PrepareSandboxProgram } from '../../../../kernel/sandbox.ts';
import { kitOf } from '../../n8n/kit-folder.ts';
import { executingNode } from '../catalogue/example-text.ts';
import { startLinter } from './start-linter.ts';

/** Loads the rules before the project is known, and runs them once on an example of ours. */
export const prepare: PrepareSandboxProgram = async (place) => {
  const folder = join(place.scratch, 'example');
  const file = 'nodes/Example/Example.node.ts';
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, file), executingNode('    return [this.getInputData()];'));
  const lint = await startLinter({ folder, kit: kitOf(place), careful: false });
  lint(file);
};

export { default } from './lint-program.ts';
