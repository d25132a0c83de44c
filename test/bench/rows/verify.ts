import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShapeName } from '../generate-project.ts';
import { comparePairs } from '../measure/pairs.ts';
import { officialLint, officialLintName } from '../measure/peer.ts';
import type { Row } from '../measure/row.ts';
import { verifyLocally } from '../measure/run-command.ts';

/** What has changed since the last verification. */
type Since = 'first' | 'unchanged' | 'one-changed';

const labels: Record<Since, string> = {
  first: 'first run',
  unchanged: 'nothing changed',
  'one-changed': 'one file changed',
};

/** A source that others import. */
const changedFile = 'nodes/QuillmarkAccounts/GenericFunctions.ts';

function verifyRow(since: Since, shape: ShapeName, bound: number, pairs: number): Row {
  return {
    name: `verify-${since}-${shape}`,
    what: `\`verify --local\`, all checks, ${shape.replace('-', ' ')}, ${labels[since]}`,
    async measure(bench) {
      const project = await bench.project(shape);
      const cache = await bench.folder();
      const before = {
        first: () => rm(join(cache, 'service/results'), { recursive: true, force: true }),
        unchanged: async () => {},
        'one-changed': () => appendFile(join(project, changedFile), '\n// Changed once more.\n'),
      };
      return comparePairs({
        ours: { ...verifyLocally(project, cache), before: before[since] },
        peer: officialLint(project, await bench.folder()),
        against: officialLintName,
        bound,
        pairs,
      });
    },
  };
}

export default [
  verifyRow('first', '70-files', 1, 5),
  verifyRow('first', '600-files', 1, 3),
  verifyRow('unchanged', '70-files', 0.15, 5),
  verifyRow('unchanged', '600-files', 0.15, 3),
  verifyRow('one-changed', '600-files', 0.3, 3),
];
