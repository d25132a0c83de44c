import type { Observation } from '../../kernel/finding.ts';
import { defineCheck, definePlugin, defineProjectType } from '../../kernel/plugin.ts';

const rule = (code: string, severity: 'error' | 'warning') => ({
  code,
  title: `The project has a ${severity}`,
  severity,
  why: 'It is only a toy.',
  fix: `Take the ${severity} away.`,
  bad: severity,
  good: 'nothing',
});

/** Each line of src/faults.json is a finding, and each `bad` in src/edits.ts, with the edit that makes it `fine`. */
const faults = (more: { cacheVersion?: string }) =>
  defineCheck({
    name: 'faults',
    title: 'The project has no faults',
    rules: [rule('toy-error', 'error'), rule('toy-warning', 'warning'), rule('toy-syntax', 'error')],
    modes: ['project'],
    ...more,
    async *run({ files, log }) {
      log(`looking at ${files.list().length} files`);
      const file = 'src/edits.ts';
      const text = files.exists(file) ? await files.read(file) : '';
      for (const { index } of text.matchAll(/bad/g))
        yield { code: 'toy-error', message: 'It is bad', file, edit: { start: index, end: index + 3, text: 'fine' } };
      if (/fine.*syntax/.test(text)) yield { code: 'toy-syntax', message: 'It is broken', file };
      if (!files.exists('src/faults.json')) return;
      const listed: Observation[] = JSON.parse(await files.read('src/faults.json'));
      yield* listed;
    },
  });

/** Waits for the end of the run when the project asks for it. */
const patience = defineCheck({
  name: 'patience',
  title: 'The project does not wait',
  rules: [],
  modes: ['project'],
  async *run({ files, signal, log }) {
    yield* [];
    if (files.exists('src/spin')) log('spinning');
    while (files.exists('src/spin'));
    const heap: unknown[] = [];
    while (files.exists('src/fill')) heap.push(new Array(1_000_000).fill(1.5));
    if (!files.exists('src/wait')) return;
    log('waiting');
    if (files.exists('src/stray')) {
      setImmediate(() => {
        throw new Error('a stray error');
      });
    }
    await new Promise((resolve) => {
      const alive = setInterval(() => {}, 1000);
      signal.addEventListener('abort', () => {
        clearInterval(alive);
        resolve(undefined);
      });
    });
  },
});

const crash = defineCheck({
  name: 'crash',
  title: 'The project crashes nothing',
  rules: [],
  modes: ['project'],
  needs: ['faults'],
  async *run({ files }) {
    yield* [];
    if (files.exists('src/crash')) throw new Error(await files.read('src/crash'));
  },
});

/** @param more of the check for faults; a run of a check with a `cacheVersion` also prepares a sandbox */
export const toyWith = (more: { cacheVersion?: string } = {}) =>
  definePlugin({
    name: 'toy',
    projectTypes: [
      defineProjectType({
        name: 'toy',
        title: 'Toy',
        detect: (manifest) => manifest['toy'] === true,
        include: ['package.json', 'src/'],
        checks: [faults(more), patience, crash],
      }),
    ],
  });

export default toyWith();
