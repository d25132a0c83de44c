import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Check } from '../../../kernel/check.ts';
import type { Hooks } from '../../../kernel/hooks.ts';
import type { Verification } from '../../../kernel/result.ts';
import type { Sandbox, SandboxOutcome } from '../../../kernel/sandbox.ts';
import { EntryStore } from '../../../runner/cache/entry-store.ts';
import { ResultsCache } from '../../../runner/cache/results-cache.ts';
import { sampleRule } from '../../kernel/sample-plugin.ts';
import { memorySource } from '../memory-source.ts';
import { logged, passing, run } from '../sample-run.ts';
import { cachePlace } from './cache-place.ts';

interface Counted {
  check: Check;
  /** How often it ran. */
  runs: number;
}

/** A check that finds a fault in each file that has the word. */
function counting(more: Partial<Check> = {}): Counted {
  const counted = {
    runs: 0,
    check: passing('counting', {
      cacheVersion: '1',
      rules: [sampleRule('has-word'), sampleRule('a-doubt', { severity: 'warning' })],
      async *run({ files, log, notChecked, operation, compatibility }) {
        counted.runs += 1;
        log(`${files.list().length} files`, 'warn');
        if (files.exists('b.txt')) notChecked('it is no language that is known', 'b.txt');
        if (files.exists('b.txt')) notChecked('it is late');
        operation({
          node: 'acme',
          version: 1.1,
          outcome: 'exercised',
          requests: [{ method: 'GET', url: 'https://acme.example' }],
        });
        compatibility({ host: 'acme', releases: ['1.0.0'], rows: [{ name: 'a', results: ['loads'] }], changes: [] });
        for (const file of files.list()) {
          const text = await files.read(file);
          if (text.includes('word'))
            yield { code: 'has-word', message: `in ${file}`, file, line: 1, fix: 'Remove it.' };
          if (text.includes('doubt')) yield { code: 'a-doubt', message: 'A doubt', evidence: '' };
        }
      },
      ...more,
    }),
  };
  return counted;
}

const contents = { 'a.txt': 'a word\nmore', 'b.txt': 'a doubt', 'package.json': '{"name":"x"}' };

interface Once {
  folder: string;
  files?: Record<string, string>;
  identity?: string;
  mode?: 'project' | 'package';
  tap?: (hooks: Hooks) => void;
  ruleset?: string;
  sandbox?: Sandbox;
  timeout?: number;
}

/** One run with the cache in a folder. */
async function once(
  { check }: Counted,
  { folder, files = contents, identity = 'this code', mode, tap, ...given }: Once,
) {
  const { ruleset, sandbox, timeout } = given;
  return run({
    checks: [check],
    type: { ...(ruleset !== undefined && { ruleset }) },
    source: memorySource(files, { ...(mode && { mode }) }),
    ...(tap && { tap }),
    options: {
      cache: new ResultsCache(new EntryStore(folder), identity),
      ...(sandbox && { sandbox: () => sandbox }),
      ...(timeout !== undefined && { timeout }),
    },
  });
}

/** Everything but how long it took. */
function told({ checks, ...verification }: Verification) {
  return { ...verification, checks: checks.map(({ duration: _, ...report }) => report) };
}

describe('a run in which nothing has changed', () => {
  it('does not run a check with a cacheVersion again, and repeats its findings, warnings and log', async () => {
    const counted = counting();
    const folder = await cachePlace();
    const first = await once(counted, { folder });
    const second = await once(counted, { folder });
    expect(counted.runs).toBe(1);
    expect(told(second.verification)).toEqual(told(first.verification));
    expect(first.verification.checks[0]?.findings).toHaveLength(2);
    expect(first.verification.checks[0]?.notChecked).toHaveLength(2);
    expect(first.verification.checks[0]?.operations).toHaveLength(1);
    expect(first.verification.checks[0]?.compatibility).toMatchObject({ releases: ['1.0.0'] });
    const lines = (events: typeof first.events) => logged(events).map(({ message, level }) => `${level} ${message}`);
    expect(lines(second.events)).toEqual([
      expect.stringMatching(/^info 1 of 1 checks from cache \(unchanged since \d{4}-.*Z\)$/),
      ...lines(first.events),
    ]);
  });

  it('runs a check without a cacheVersion', async () => {
    const { check } = counting();
    const { cacheVersion: _, ...uncached } = check;
    const counted = { check: uncached, runs: 0 };
    const folder = await cachePlace();
    await once(counted, { folder });
    await once(counted, { folder });
    expect(await readdir(folder)).toEqual([]);
  });

  it('still lets plugins drop findings and observe the checks', async () => {
    const counted = counting();
    const folder = await cachePlace();
    const plain = await once(counted, { folder });
    const heard: string[] = [];
    const tap = (hooks: Hooks) => {
      hooks.finding.tap('t', (finding) => (finding?.code === 'has-word' ? null : finding));
      hooks.checkStart.tap('t', (_, { name }) => heard.push(`start ${name}`));
      hooks.checkEnd.tap('t', (_, { passed }) => heard.push(`end ${passed}`));
      hooks.run.tap('t', () => heard.push('run'));
      hooks.done.tap('t', () => heard.push('done'));
    };
    const { verification } = await once(counted, { folder, tap });
    expect(plain.verification.passed).toBe(false);
    expect(verification.passed).toBe(true);
    expect(heard).toEqual(['run', 'start counting', 'end true', 'done']);
    expect(counted.runs).toBe(1);
    expect((await once(counted, { folder })).verification.passed).toBe(false);
  });

  it('repeats a skip', async () => {
    const counted = counting({ run: (context) => context.skip('nothing to see') });
    const folder = await cachePlace();
    const first = await once(counted, { folder });
    expect(told((await once(counted, { folder })).verification)).toEqual(told(first.verification));
    expect(await readdir(folder)).toHaveLength(1);
  });
});

describe('a check runs again when', () => {
  it.each<[string, Partial<Once>]>([
    ['a byte of a file is another', { files: { ...contents, 'a.txt': 'a word\nmorf' } }],
    [
      'a file has another name',
      { files: { 'c.txt': 'a word\nmore', 'b.txt': 'a doubt', 'package.json': '{"name":"x"}' } },
    ],
    ['an empty file came', { files: { ...contents, empty: '' } }],
    [
      'two files exchanged their contents',
      { files: { ...contents, 'a.txt': contents['b.txt'], 'b.txt': contents['a.txt'] } },
    ],
    ['a line moved from one file to the next', { files: { ...contents, 'a.txt': 'a word\n', 'b.txt': 'morea doubt' } }],
    ['our code, a tool or Node.js is another', { identity: 'other code' }],
    ['it is a package', { mode: 'package' }],
    ['the ruleset is another', { ruleset: 'next' }],
  ])('%s', async (_, other) => {
    const counted = counting();
    const folder = await cachePlace();
    await once(counted, { folder });
    await once(counted, { folder, ...other });
    expect(counted.runs).toBe(2);
    await once(counted, { folder });
    await once(counted, { folder, ...other });
    expect(counted.runs).toBe(2);
  });

  it('the text of its definition has changed', async () => {
    const folder = await cachePlace();
    await once(counting(), { folder });
    const changed = counting({ cacheVersion: '2' });
    await once(changed, { folder });
    expect(changed.runs).toBe(1);
  });

  it('its code has changed, even without a new cacheVersion', async () => {
    const folder = await cachePlace();
    await once(counting(), { folder });
    const { verification } = await once(counting({ run: () => [{ code: 'has-word', message: 'always' }] }), { folder });
    expect(verification.checks[0]?.findings).toMatchObject([{ message: 'always' }]);
  });

  it('a plugin replaced it by a variant', async () => {
    const counted = counting();
    const folder = await cachePlace();
    await once(counted, { folder });
    const tap = (hooks: Hooks) =>
      hooks.checks
        .for('sample')
        .tap('t', ([first, ...others]) =>
          first ? [{ ...first, run: () => [{ code: 'has-word', message: 'always' }] }, ...others] : others,
        );
    const { verification } = await once(counted, { folder, tap });
    expect(verification.checks[0]?.findings).toMatchObject([{ message: 'always' }]);
    expect(told((await once(counted, { folder })).verification).checks[0]?.findings).toHaveLength(2);
  });

  it('an entry is valid, but does not match its schema', async () => {
    const counted = counting();
    const folder = await cachePlace();
    const store = new EntryStore(folder);
    const write = store.write.bind(store);
    store.write = (key, value) => write(key, { ...Object(value), observations: [{ code: 7 }] });
    const options = { cache: new ResultsCache(store, 'this code') };
    await run({ checks: [counted.check], source: memorySource(contents), options });
    const again = await run({ checks: [counted.check], source: memorySource(contents), options });
    expect(counted.runs).toBe(2);
    expect(again.verification.checks[0]?.findings).toHaveLength(2);
  });
});

describe('nothing is cached for a check that', () => {
  const outcomes: SandboxOutcome[] = [
    { kind: 'timeout', seconds: 1, output: '' },
    { kind: 'ended', reason: 'killed', output: '' },
    { kind: 'threw', message: 'no', output: '' },
  ];
  const job = { program: new URL('file:///x'), input: null, profile: 'tool' as const, timeout: 1 };
  it.each<[string, Partial<Check>, Partial<Once>?]>([
    [
      'crashed',
      {
        run: () => {
          throw new Error('broken');
        },
      },
    ],
    [
      'crashed after a finding',
      {
        async *run() {
          yield { code: 'has-word', message: 'm' };
          throw new Error('broken');
        },
      },
    ],
    [
      'exceeded its time limit',
      {
        timeout: 0.05,
        async *run() {
          await new Promise(() => {});
        },
      },
    ],
    [
      'was cut short by the end of the run',
      {
        async *run() {
          await new Promise(() => {});
        },
      },
      { timeout: 0.05 },
    ],
    [
      'found more than is told',
      {
        *run() {
          for (;;) yield { code: 'has-word', message: 'm' };
        },
      },
    ],
    [
      'says that it may be otherwise next time',
      {
        run: ({ memory }) => {
          memory.forget();
          return [];
        },
      },
    ],
    ...outcomes.map((outcome): [string, Partial<Check>, Partial<Once>] => [
      `has a child that did not come to its end (${outcome.kind})`,
      {
        async *run({ sandbox }) {
          const { kind } = await sandbox.run(job);
          if (kind === 'done') yield { code: 'has-word', message: kind };
        },
      },
      { sandbox: { isolation: 'none', run: async () => outcome } },
    ]),
  ])('%s', async (_, more, given) => {
    const folder = await cachePlace();
    await once(counting(more), { folder, ...given });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('the cache of a run for the next one', () => {
  const isText = (value: unknown): value is string => typeof value === 'string';

  /** A check that looks for what was left, and leaves the text of its file. */
  function leaving(before: (string | undefined)[], { forget = false } = {}): Counted {
    return counting({
      async *run({ files, memory }) {
        before.push(memory.previous('text', isText));
        if (forget) memory.forget();
        memory.store('text', await files.read('a.txt'));
        yield* [];
      },
    });
  }

  it.each<[string, Partial<Once>, string | undefined]>([
    ['is there whatever has changed', { files: { ...contents, 'a.txt': 'two' } }, 'one'],
    ['is not there for another mode', { mode: 'package' }, undefined],
    ['is not there for other code of ours', { identity: 'other code' }, undefined],
  ])('%s', async (_, given, expected) => {
    const folder = await cachePlace();
    const before: (string | undefined)[] = [];
    const files = { ...contents, 'a.txt': 'one' };
    await once(leaving(before), { folder, files });
    await once(leaving(before), { folder, files, ...given });
    expect(before).toEqual([undefined, expected]);
  });

  it('is not stored after a run that forgets it', async () => {
    const folder = await cachePlace();
    const before: (string | undefined)[] = [];
    await once(leaving(before, { forget: true }), { folder });
    await once(leaving(before), { folder });
    expect(before).toEqual([undefined, undefined]);
  });

  it('is undefined if it does not match', async () => {
    const folder = await cachePlace();
    const before: (string | undefined)[] = [];
    const leavesNumber = counting({
      async *run({ memory }) {
        memory.store('text', 1);
        yield* [];
      },
    });
    await once(leavesNumber, { folder });
    await once(leaving(before), { folder, files: { ...contents, 'a.txt': 'one' } });
    expect(before).toEqual([undefined]);
  });
});

describe('the folder of the cache', () => {
  it('may be removed during a run, with one log line', async () => {
    const folder = await cachePlace();
    const counted = counting({
      async *run() {
        await rm(folder, { recursive: true, force: true });
        yield* [];
      },
    });
    const { events, verification } = await once(counted, { folder });
    expect(verification.passed).toBe(true);
    expect(logged(events).filter(({ level }) => level === 'warn')).toMatchObject([
      { message: expect.stringMatching(/^Could not write to the results cache: ENOENT/) },
    ]);
  });

  it.skipIf(process.geteuid?.() === 0)('may be read-only', async () => {
    const folder = await cachePlace();
    new EntryStore(folder);
    await chmod(folder, 0o500);
    const { events } = await once(counting({ run: () => [] }), { folder });
    await chmod(folder, 0o700);
    expect(logged(events)).toMatchObject([
      { message: expect.stringContaining('Could not write to the results cache') },
    ]);
  });

  it('may contain anything', async () => {
    const folder = await cachePlace();
    const counted = counting();
    const first = await once(counted, { folder });
    for (const name of await readdir(folder)) await writeFile(join(folder, name), '[]');
    expect(told((await once(counted, { folder })).verification)).toEqual(told(first.verification));
    expect(counted.runs).toBe(2);
  });
});

it('after any edit, a run with a cache has the result of one without', async () => {
  const folder = await cachePlace();
  const file = fc.constantFrom('a.txt', 'b.txt', 'c/d.txt');
  const text = fc.constantFrom('', 'a word', 'a doubt', 'nothing', 'a word and a doubt');
  const edits = fc.array(fc.record({ file, text: fc.option(text) }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(edits, async (list) => {
      const files = new Map<string, string>(Object.entries(contents));
      for (const { file: path, text: content } of list) {
        if (content === null) files.delete(path);
        else files.set(path, content);
        const now = Object.fromEntries(files);
        const { verification } = await once(counting(), { folder, files: now });
        const fresh = await run({ checks: [counting().check], source: memorySource(now) });
        expect(told(verification)).toEqual(told(fresh.verification));
      }
    }),
    { numRuns: 30 },
  );
});
