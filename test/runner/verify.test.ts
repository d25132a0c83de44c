import { describe, expect, test, vi } from 'vitest';
import { logEntryOf } from '../../kernel/events.ts';
import type { Hooks } from '../../kernel/hooks.ts';
import { sampleRule } from '../kernel/sample-plugin.ts';
import { memorySource } from './memory-source.ts';
import { failing, logged, passing, run } from './sample-run.ts';

describe('the verdict', () => {
  test('is success when every check passes', async () => {
    const { verification } = await run({ checks: [passing('a'), passing('b')] });
    expect(verification).toMatchObject({ status: 'success', passed: true, summary: '2 of 2 checks passed' });
  });

  test('is failed when one does not, with all checks in their order', async () => {
    const { verification } = await run({ checks: [failing('a'), passing('b'), failing('c')] });
    expect(verification).toMatchObject({ status: 'failed', passed: false, summary: '1 of 3 checks passed, 2 errors' });
    expect(verification.checks.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  test('counts the warnings', async () => {
    const rules = [sampleRule('w', { severity: 'warning' })];
    const { verification } = await run({ checks: [passing('a', { rules, run: () => [{ code: 'w', message: 'm' }] })] });
    expect(verification).toMatchObject({ status: 'success', summary: '1 of 1 checks passed, 1 warning' });
  });

  test('counts a check that was skipped as not run', async () => {
    const skipped = passing('a', { run: (context) => context.skip('nothing there') });
    const { verification, events } = await run({ checks: [skipped, passing('b')] });
    expect(verification).toMatchObject({ status: 'success', summary: '1 of 1 checks passed, 1 not run' });
    expect(events.flatMap((event) => logEntryOf(event) ?? [])).toContainEqual({
      level: 'info',
      message: 'a not run: nothing there',
      check: 'a',
    });
  });

  test('is no success when no check ran', async () => {
    const skipped = passing('a', { run: (context) => context.skip('nothing there') });
    const { verification } = await run({ checks: [skipped] });
    expect(verification).toMatchObject({ status: 'failed', passed: false, summary: '0 of 0 checks passed, 1 not run' });
  });

  test('counts the rules that configuration changed, once each and by code', async () => {
    const tap = (hooks: Hooks) => {
      hooks.run.tap('sample', ({ ruleChanged }) => {
        ruleChanged('b', 'off');
        ruleChanged('a', 'warning');
        ruleChanged('b', 'off');
      });
    };
    const { verification } = await run({ checks: [passing('a')], tap });
    expect(verification.summary).toBe('1 of 1 checks passed, 2 rules changed by configuration');
    expect(verification.ruleChanges).toEqual([
      { code: 'a', severity: 'warning' },
      { code: 'b', severity: 'off' },
    ]);
  });

  test('is failed when a check crashes, without a path of this machine', async () => {
    const crashing = passing('a', {
      run: () => {
        throw new Error("ENOENT: no such file or directory, open '/host/copy/nodes/x.ts' or '/etc/very/secret'");
      },
    });
    const { verification } = await run({ checks: [crashing] });
    expect(verification.checks[0]?.message).toBe(
      "the check crashed: ENOENT: no such file or directory, open 'nodes/x.ts' or 'secret'",
    );
  });

  test('is rejected for a reserved type, and the source is never opened', async () => {
    const source = memorySource();
    const open = vi.spyOn(source, 'open');
    const { verification } = await run({ type: { reserved: 'it comes later' }, source });
    expect(verification).toMatchObject({
      status: 'rejected',
      passed: false,
      summary: 'NOT_IMPLEMENTED: it comes later',
      checks: [],
    });
    expect(open).not.toHaveBeenCalled();
  });

  test('is rejected for an unknown type, instead of passing without checks', async () => {
    const { verification } = await run({ options: { projectType: 'nope' } });
    expect(verification).toMatchObject({
      status: 'rejected',
      summary: 'INVALID_PAYLOAD: Unknown project type "nope"',
    });
  });
});

describe('checks', () => {
  test('are those of the mode of the source', async () => {
    const checks = [passing('here', { modes: ['project'] }), passing('there', { modes: ['package'] })];
    const { verification } = await run({ checks, source: memorySource({}, { mode: 'package' }) });
    expect(verification.checks.map(({ name }) => name)).toEqual(['there']);
  });

  test('are skipped when one that they need fails, and are counted', async () => {
    const { events, verification } = await run({ checks: [passing('b', { needs: ['a'] }), failing('a')] });
    expect(verification.checks[0]).toMatchObject({ passed: true, message: expect.stringContaining('skipped: ') });
    const ended = events.flatMap((event) => (event.type === 'check-end' ? [event.report.name] : []));
    expect(ended.sort()).toEqual(['a', 'b']);
  });

  test.each<[string, string, unknown]>([
    ['an object', '{"name":"x","a":1}', { name: 'x', a: 1 }],
    ['not JSON', '{', undefined],
    ['a list', '[]', undefined],
    ['null', 'null', undefined],
    ['nested 100,000 deep', '['.repeat(100_000), undefined],
  ])('see a manifest that is %s', async (_, text, manifest) => {
    let seen: unknown = 'nothing';
    const looking = passing('a', {
      run: (context) => {
        seen = context.manifest;
        return [];
      },
    });
    await run({ checks: [looking], source: memorySource({ 'package.json': text }) });
    expect(seen).toEqual(manifest);
  });

  test('see what a registry served', async () => {
    const published = {
      name: 'x',
      version: '1.0.0',
      integrity: 'sha512-',
      registry: 'https://r/',
      ask: async () => ({}),
    };
    const source = memorySource();
    const { open } = source;
    source.open = async (run) => ({ ...(await open.call(source, run)), published });
    let seen: unknown;
    const looking = passing('a', {
      run: (context) => {
        seen = context.published;
        return [];
      },
    });
    await run({ checks: [looking], source });
    expect(seen).toBe(published);
  });
});

describe('the name of the project', () => {
  const named = (name: unknown) => memorySource({ 'package.json': JSON.stringify({ name }) });

  test('is the manifest’s', async () => {
    expect((await run({ source: named('n8n-nodes-x') })).verification.packageName).toBe('n8n-nodes-x');
  });

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['no text', 7],
    ['longer than npm allows', 'x'.repeat(215)],
  ])('is the source’s when that is %s', async (_, name) => {
    expect((await run({ source: named(name) })).verification.packageName).toBe('from-memory');
  });
});

describe('events', () => {
  test('begin with the checks and have their times', async () => {
    const { events } = await run({ checks: [passing('a'), failing('b')] });
    expect(events.map(({ time }) => Date.parse(time))).not.toContain(Number.NaN);
    expect(events[0]).toMatchObject({ type: 'checks', checks: [{ name: 'a' }, { name: 'b' }] });
  });

  test('are emitted when each check starts and ends', async () => {
    const { events } = await run({ checks: [failing('a')] });
    expect(events.slice(1, 3)).toMatchObject([
      { type: 'check-start', check: 'a' },
      { type: 'check-end', report: { name: 'a', passed: false } },
    ]);
  });

  test.each([
    ['message must be string', ['5']],
    ['level must be info or warn or error', ['"a"', '"loud"']],
  ])('are none for a wrong log line, which fails its check: %s', async (reason, [message = '', level = '"info"']) => {
    const wrong = passing('wrong', {
      run: ({ log }) => {
        log(JSON.parse(message), JSON.parse(level));
        return [];
      },
    });
    const { verification } = await run({ checks: [wrong, passing('right')] });
    expect(verification.checks).toMatchObject([
      { name: 'wrong', passed: false, message: `the check crashed: log: ${reason}` },
      { name: 'right', passed: true },
    ]);
  });

  test('carry the log lines of checks under their names', async () => {
    const talking = passing('a', {
      run: ({ log }) => {
        log('hello');
        log('careful', 'warn');
        return [];
      },
    });
    expect(logged((await run({ checks: [talking] })).events)).toMatchObject([
      { level: 'info', message: 'hello', check: 'a' },
      { level: 'warn', message: 'careful', check: 'a' },
    ]);
  });
});
