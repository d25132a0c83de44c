import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { defineCheck, definePlugin, defineProjectType } from '../../../kernel/plugin.ts';

/** What a project of the type `paced` has in its pace.json: how long its check takes, and what comes of it. */
export interface Pace {
  /** Lines that are logged, and milliseconds after each. */
  steps: number;
  milliseconds: number;
  /** Errors that are found. */
  errors: number;
  /** The step after which the check takes its worker down. */
  crash?: number;
}

const rule = { why: 'It was asked for', fix: 'Ask for less', bad: '1', good: '0' };

/**
 * Logs its steps, each with a word that no other attempt at the run has, and warns with the same word: whoever reads log
 * and result can tell which attempt wrote them.
 */
const pace = defineCheck({
  name: 'pace',
  title: 'Takes its time',
  modes: ['project'],
  rules: [
    { ...rule, code: 'pace-error', title: 'An error that was asked for', severity: 'error' },
    { ...rule, code: 'pace-attempt', title: 'Names the attempt', severity: 'warning' },
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

/** Reads every byte of the project, as real checks do, and compares it with the sums that came with it. */
const sums = defineCheck({
  name: 'sums',
  title: 'Files are as they were sent',
  modes: ['project'],
  rules: [{ ...rule, code: 'sum-differs', title: 'A file is not what was sent', severity: 'error' }],
  async *run({ files }) {
    const expected: Record<string, string> = JSON.parse(await files.read('sums.json'));
    for (const [file, sum] of Object.entries(expected)) {
      if (sumOf(await files.read(file)) !== sum) yield { code: 'sum-differs', message: `${file} differs`, file };
    }
  },
});

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** The body of a create-run request for a paced run. */
export function pacedRequest(order: Pace) {
  const content = JSON.stringify(order);
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
