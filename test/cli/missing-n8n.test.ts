import { expect, it } from 'vitest';
import { currentN8n } from '../../plugins/n8n-node/n8n/shipped-kits.ts';
import { javascriptProject, serviceHere, temporaryFolder } from './service-process.ts';

it('says after the verdict that checks lack n8n, and how to get it; --exit-not-judged exits with 3', async () => {
  const cwd = await javascriptProject();
  const env = { SERVICE_KITS_DIR: await temporaryFolder() };
  const run = (...flags: string[]) =>
    serviceHere(['verify', '--local', '--offline', '--no-logs', ...flags], { cwd, env });
  const usual = await run();
  expect(usual.stdout).toContain(`n8n ${currentN8n} is not installed; run \`service n8n install ${currentN8n}\``);
  expect(usual.stdout).toMatch(
    /^Verification passed: .*\nCredits used: 0\n\d checks did not run, because n8n (\S+) is not installed: run `service n8n install \1` .*\n$/m,
  );
  expect(usual.exitCode).toBe(0);
  const judged = await run('--exit-not-judged', '--json');
  expect(judged.stderr).toMatch(/^\d checks did not run, because n8n /m);
  expect(judged.exitCode).toBe(3);
});
