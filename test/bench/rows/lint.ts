import { lintableFiles } from '../../../plugins/n8n-node/n8n-lint/engine/lintable-files.ts';
import { currentKit } from '../../plugins/n8n-node/installed-n8n.ts';
import { generateProject, type ShapeName, shapes } from '../generate-project.ts';
import { comparePairs } from '../measure/pairs.ts';
import { officialLint, officialLintName } from '../measure/peer.ts';
import type { Row } from '../measure/row.ts';

/** Runs our linter alone in a process, like the sandboxed process of a verification. */
const program = `
  import lint from '${new URL('../../../dist/lint-program.js', import.meta.url).href}';
  const [project, scratch, kit, files] = process.argv.slice(1);
  await lint({ project, scratch, kit }, { files: JSON.parse(files) });`;

function lintRow(shape: ShapeName, what: string, bound: number, pairs: number): Row {
  return {
    name: `lint-${shape}`,
    what,
    async measure(bench) {
      const project = await bench.project(shape);
      const files = lintableFiles([...generateProject(shapes[shape]).keys()], 'project');
      return comparePairs({
        ours: {
          args: ['-e', program, '--', project, await bench.folder(), currentKit.folder, JSON.stringify(files)],
          env: { NODE_COMPILE_CACHE: await bench.folder() },
        },
        peer: officialLint(project, await bench.folder()),
        against: officialLintName,
        bound,
        pairs,
      });
    },
  };
}

export default [
  lintRow('70-files', 'lint only, 73 sources', 0.5, 5),
  lintRow('600-files', 'lint only, 432 sources', 0.5, 3),
];
