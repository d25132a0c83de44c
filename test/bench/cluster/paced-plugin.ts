import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { defineCheck, definePlugin, defineProjectType } from '../../../kernel/plugin.ts';

/** The content of pace.json in projects of the type `paced`: the duration and the result of its check. */
export interface Pace {
  /** Log lines, and milliseconds after each. */
  steps: number;
  milliseconds: number;
  /** Number of errors to report. */
  errors: number;
  /** The step after which the check kills its process. */
  crash?: number;
}

const rule = { why: 'The project requests it', fix: 'Change pace.json', bad: '1', good: '0' };

/**
 * Logs its steps with an id of the attempt, and reports the same id as a warning: log and result then show which attempt wrote
 * them.
 */
const pace = defineCheck({
  name: 'pace',
  title: 'Pace',
  modes: ['project'],
  rules: [
    { ...rule, code: 'pace-error', title: 'Requested error', severity: 'error' },
    { ...rule, code: 'pace-attempt', title: 'Id of the attempt', severity: 'warning' },
  ],
  async *run({ files, log, signal }) {
    const { steps, milliseconds, errors, crash }: Pace = JSON.parse(await files.read('pace.json'));
    const attempt = randomBytes(6).toString('hex');
    for (let step = 1; step <= steps; step++) {
      log(`attempt ${attempt} step ${step}/${steps} process ${process.pid}`);
      await delay(milliseconds, undefined, { signal });
      if (step === crash) process.kill(process.pid, 'SIGKILL');
    }
    yield { code: 'pace-attempt', message: attempt };
    for (let error = 1; error <= errors; error++) {
      yield { code: 'pace-error', message: `error ${error}`, file: 'pace.json', line: 1, column: 1 };
    }
  },
});

/** Reads all files of the project, as real checks do, and compares them with checksums in the project. */
const sums = defineCheck({
  name: 'sums',
  title: 'Checksums',
  modes: ['project'],
  rules: [{ ...rule, code: 'sum-differs', title: 'Wrong checksum', severity: 'error' }],
  async *run({ files }) {
    const expected: Record<string, string> = JSON.parse(await files.read('sums.json'));
    for (const [file, sum] of Object.entries(expected)) {
      if (sumOf(await files.read(file)) !== sum) yield { code: 'sum-differs', message: `${file} differs`, file };
    }
  },
});

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** The body of a create-run request for a paced run. */
export function pacedRequest(pace: Pace) {
  const content = JSON.stringify(pace);
  const files = [
    { path: 'pace.json', content },
    { path: 'sums.json', content: JSON.stringify({ 'pace.json': sumOf(content) }) },
  ];
  return { projectType: 'paced', packageName: 'paced', timeout: 60, files };
}

export default definePlugin({
  name: 'paced',
  projectTypes: [
    defineProjectType({ name: 'paced', title: 'Paced', include: ['pace.json', 'sums.json'], checks: [sums, pace] }),
  ],
});
