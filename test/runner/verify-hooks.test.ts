import { describe, expect, test, vi } from 'vitest';
import type { Check, CheckContext, Service } from '../../kernel/check.ts';
import type { Hooks } from '../../kernel/hooks.ts';
import { failing, logged, passing, run } from './sample-run.ts';

describe('hooks', () => {
  test('run and done are called around the checks', async () => {
    const order: string[] = [];
    const checks = [
      passing('a', {
        run: () => {
          order.push('check');
          return [];
        },
      }),
    ];
    const tap = (hooks: Hooks) => {
      hooks.run.tapPromise('t', async ({ projectType, mode }) => void order.push(`run ${projectType} ${mode}`));
      hooks.done.tapPromise(
        't',
        async ({ packageName }, { status }) => void order.push(`done ${packageName} ${status}`),
      );
    };
    await run({ checks, tap });
    expect(order).toEqual(['run sample project', 'check', 'done from-memory success']);
  });

  test('done is called for runs that never reach their checks', async () => {
    const statuses: string[] = [];
    const tap = (hooks: Hooks) => hooks.done.tap('t', (_, { status }) => void statuses.push(status));
    await run({ type: { reserved: 'later' }, tap });
    expect(statuses).toEqual(['rejected']);
  });

  test('checkStart, checkEnd and log are called as it happens', async () => {
    const told: string[] = [];
    const tap = (hooks: Hooks) => {
      hooks.checkStart.tap('t', (_, check) => void told.push(`start ${check.name}`));
      hooks.checkEnd.tap('t', (_, report) => void told.push(`end ${report.name} ${report.passed}`));
      hooks.log.tap('t', (_, { message }) => void told.push(message));
    };
    const talking = failing('a', {
      async *run({ log }) {
        log('hello');
        yield { code: 'a-rule', message: 'm' };
      },
    });
    await run({ checks: [talking], tap });
    expect(told).toEqual(['start a', 'hello', 'end a false']);
  });

  test('finding may override a severity, depending on the run', async () => {
    const tap = (hooks: Hooks) =>
      hooks.finding.tap('t', (finding, { projectType }) =>
        finding && projectType === 'sample' ? { ...finding, severity: 'warning' } : finding,
      );
    expect((await run({ checks: [failing('a')], tap })).verification).toMatchObject({
      status: 'success',
      summary: '1 of 1 checks passed, 1 warning',
    });
  });

  test('finding may drop a finding', async () => {
    const tap = (hooks: Hooks) => hooks.finding.tap('t', () => null);
    expect((await run({ checks: [failing('a')], tap })).verification).toMatchObject({
      status: 'success',
      checks: [{ findings: [] }],
    });
  });

  test('a plugin can write into the log of the run', async () => {
    const tap = (hooks: Hooks) => hooks.run.tap('t', ({ log }) => log({ level: 'warn', message: 'from a plugin' }));
    expect(logged((await run({ tap })).events)).toMatchObject([{ level: 'warn', message: 'from a plugin' }]);
  });

  const fail = () => {
    throw new Error('out of order');
  };

  test.each<[string, (hooks: Hooks) => void]>([
    ['checkStart', ({ checkStart }) => checkStart.tap('t', fail)],
    ['checkEnd', ({ checkEnd }) => checkEnd.tap('t', fail)],
    ['log', ({ log }) => log.tap('t', fail)],
    ['done', ({ done }) => done.tap('t', fail)],
  ])('a tap of %s that fails leaves the verdict and a line in the log', async (_, tap) => {
    const talking = passing('a', {
      run: ({ log }) => {
        log('hello');
        return [];
      },
    });
    const { events, verification } = await run({ checks: [talking], tap });
    expect(verification.status).toBe('success');
    expect(logged(events).map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/A plugin failed.*out of order/),
    );
  });

  test('a tap of run that fails ends the run with an internal error', async () => {
    const { verification } = await run({ checks: [passing('a')], tap: ({ run }) => run.tap('t', fail) });
    expect(verification).toMatchObject({ status: 'rejected', summary: 'RUNNER_ERROR: out of order' });
  });
});

describe('a service', () => {
  function asking(name: string, service: Service<unknown>): Check {
    return passing(name, {
      async *run(context: CheckContext) {
        yield { code: `${name}-rule`, severity: 'warning', message: String(await context.service(service)) };
      },
    });
  }
  const messages = ({ checks }: { checks: { message?: string | undefined }[] }) => checks.map(({ message }) => message);

  test('is created once a run, for all who ask', async () => {
    let created = 0;
    const counting: Service<number> = { name: 'counting', create: async () => ++created };
    const { verification } = await run({ checks: [asking('a', counting), asking('b', counting)] });
    expect(messages(verification)).toEqual(['1 warning: 1', '1 warning: 1']);
    await run({ checks: [asking('a', counting)] });
    expect(created).toBe(2);
  });

  test.each<[string, () => Promise<never>]>([
    ['rejects', () => Promise.reject(new Error('no luck'))],
    [
      'throws at once',
      () => {
        throw new Error('no luck');
      },
    ],
  ])('that %s fails every check that asks, and is not tried again', async (_, create) => {
    const spy = vi.fn(create);
    const broken: Service<never> = { name: 'broken', create: spy };
    const { verification } = await run({ checks: [asking('a', broken), asking('b', broken), passing('c')] });
    expect(messages(verification)).toEqual(['the check crashed: no luck', 'the check crashed: no luck', undefined]);
    expect(spy).toHaveBeenCalledTimes(1);
  });

  test('may use other services, and logs under no check’s name', async () => {
    const inner: Service<string> = { name: 'inner', create: async () => 'inner' };
    const outer: Service<string> = {
      name: 'outer',
      create: async ({ service, log }) => {
        log('preparing');
        return `outer ${await service(inner)}`;
      },
    };
    const { events, verification } = await run({ checks: [asking('a', outer)] });
    expect(messages(verification)).toEqual(['1 warning: outer inner']);
    expect(logged(events)[0]).toMatchObject({ message: 'preparing' });
    expect(logged(events)[0]).not.toHaveProperty('check');
  });
});
