import type { ShapeName } from '../generate-project.ts';
import { comparePairs } from '../measure/pairs.ts';
import { officialLint, officialLintName } from '../measure/peer.ts';
import type { Row } from '../measure/row.ts';

const built = (path: string) => new URL(`../../../dist/plugins/n8n-node/lint/${path}`, import.meta.url).href;

/** Our linter by itself, in a process that does nothing else, as the child of a verification does. */
const program = `
  import { readdirSync } from 'node:fs';
  import { lintableFiles } from '${built('lintable-files.js')}';
  import lint from '${built('lint-program.js')}';
  const [project, scratch] = process.argv.slice(1);
  const paths = readdirSync(project, { recursive: true }).map((path) => path.replaceAll('\\\\', '/'));
  await lint({ project, scratch }, { files: lintableFiles(paths, 'project') });`;

function lintRow(shape: ShapeName, what: string, bound: number, pairs: number): Row {
  return {
    name: `lint-${shape}`,
    what,
    async measure(bench) {
      const project = await bench.project(shape);
      return comparePairs({
        ours: {
          args: ['-e', program, '--', project, await bench.folder()],
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
  lintRow('70-files', 'lint findings alone, 73 sources', 0.5, 7),
  lintRow('600-files', 'lint findings alone, 432 sources', 0.4, 3),
];
