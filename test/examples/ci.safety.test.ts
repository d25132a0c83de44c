import { describe, expect, it } from 'vitest';
import type { Printed, ShellUser } from '../cli/shell-user.ts';
import { useLocalRegistry } from '../runner/source/local-registry.ts';
import { expectNothingOfTheCheckoutRan, hostileUser, read, report } from './ci-job.ts';

const registry = useLocalRegistry();

describe('the checkout of a pull request', () => {
  const scripts: [string, (user: ShellUser) => Promise<Printed>][] = [
    ['verify.sh', async (user) => user.run(await read('examples/ci/verify.sh'))],
    ['docs/tour.md', async (user) => user.run(/```bash\n(.*?)```/s.exec(await read('docs/tour.md'))?.[1] ?? '')],
  ];

  it.each(scripts)('does not decide what %s runs', async (_name, run) => {
    const user = await hostileUser(registry);
    expect((await run(user)).stdout).toMatch(/^Verification failed: /m);
    await expectNothingOfTheCheckoutRan(user, registry);
  });

  it('is hostile: npx runs what it brings', async () => {
    const user = await hostileUser(registry);
    await user.run('npx verify-service --version');
    expect(await report(user, 'stolen')).toBe('');
  });
});
