import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import type { ShapeName } from '../generate-project.ts';
import { comparePairs, median } from '../measure/pairs.ts';
import { officialLint, officialLintName } from '../measure/peer.ts';
import type { Row } from '../measure/row.ts';
import { timeCommand, verifyLocally } from '../measure/run-command.ts';

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

/** Milliseconds for a project with 50 operations, with the import of n8n's engine. */
const operationsBound = 3000;

const operations: Row = {
  name: 'verify-operations',
  what: '`verify --local`, all checks, 10 nodes with 50 operations, first run',
  async measure(bench) {
    const project = await bench.project('10-nodes');
    const cache = await bench.folder();
    // Without a compile cache only the first run of a new version is.
    await timeCommand(verifyLocally(project, cache));
    await rm(join(cache, 'service/results'), { recursive: true, force: true });
    const ours = await timeCommand(verifyLocally(project, cache));
    return {
      ours,
      figure: `${(ours.wall / 1000).toFixed(1)} s`,
      bound: `≤ ${operationsBound / 1000} s`,
      met: ours.wall <= operationsBound,
    };
  },
};

/** Milliseconds from a save to what n8n's linter finds in the file, with the quiet period after which files count as saved. */
const watchBound = 300;
const saves = 7;
/** Milliseconds between a result and the next save, in which the next judge loads its modules. */
const betweenSaves = 1500;

const watch: Row = {
  name: 'watch-one-changed-70-files',
  what: "`verify --local --watch`, all checks, 70 files, from a save to n8n's linter on that file (to the result)",
  async measure(bench) {
    const project = await bench.project('70-files');
    const { args, env } = verifyLocally(project, await bench.folder());
    const child = spawn(process.execPath, [...args, '--no-logs', '--watch'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    /** @returns when the findings of the saved file were printed, and when the run had ended */
    const result = async () => {
      let found = Number.NaN;
      for (let line = await lines.next(); !line.done; line = await lines.next()) {
        if (line.value.startsWith('So far: ')) found = performance.now();
        if (line.value.startsWith('Credits used: ')) return { found, ended: performance.now() };
      }
      throw new Error('`verify --watch` ended');
    };
    const walls: number[] = [];
    const ends: number[] = [];
    try {
      await result();
      while (walls.length < saves) {
        await setTimeout(betweenSaves);
        const started = performance.now();
        await appendFile(join(project, changedFile), '\n// Changed once more.\n');
        const { found, ended } = await result();
        walls.push(found - started);
        ends.push(ended - started);
      }
    } finally {
      child.kill('SIGINT');
      await once(child, 'close');
    }
    const wall = median(walls);
    const figure = `${Math.round(wall)} ms (${Math.round(median(ends))} ms)`;
    return { ours: { wall }, figure, bound: `≤ ${watchBound} ms`, met: wall <= watchBound };
  },
};

export default [
  operations,
  watch,
  verifyRow('first', '70-files', 0.8, 5),
  verifyRow('first', '600-files', 0.8, 3),
  verifyRow('unchanged', '70-files', 0.1, 5),
  verifyRow('unchanged', '600-files', 0.1, 3),
  verifyRow('one-changed', '600-files', 0.4, 3),
];
