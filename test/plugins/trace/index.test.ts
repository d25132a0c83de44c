import { execa } from 'execa';
import { expect, test } from 'vitest';

const moduleUrl = (path: string) => JSON.stringify(new URL(`../../../${path}`, import.meta.url).href);

/** Standard error of a process that verifies a project of one check with the plugin registered. */
async function traced(environment: Record<string, string>): Promise<string> {
  const program = `
    import { createKernel } from ${moduleUrl('kernel/kernel.ts')};
    import { tracePlugin } from ${moduleUrl('plugins/trace/index.ts')};
    import { verify } from ${moduleUrl('runner/verify.ts')};
    import { memorySource, noSandbox } from ${moduleUrl('test/runner/memory-source.ts')};
    const rules = [{ code: 'r', title: 'T', severity: 'warning', why: 'W', fix: 'F', bad: 'B', good: 'G' }];
    const run = ({ log }) => (log('a line\\x1b[31m'), [{ code: 'r', message: 'm' }]);
    const check = { name: 'sample', title: 'S', rules, modes: ['project'], run };
    const plugin = { name: 'p', projectTypes: [{ name: 't', title: 'T', checks: [check] }] };
    const kernel = createKernel({ plugins: [plugin, tracePlugin] });
    await verify(memorySource(), { kernel, projectType: 't', timeout: 30, sandbox: () => noSandbox }).result;
  `;
  const { stdout, stderr } = await execa('node', ['--input-type=module', '--eval', program], { env: environment });
  expect(stdout).toBe('');
  return stderr;
}

test('a run is printed to standard error, from start to end, when NODE_DEBUG names the service', async () => {
  const lines = (await traced({ NODE_DEBUG: 'service' })).split('\n').map((line) => line.replace(/^SERVICE \d+: /, ''));
  expect(lines).toEqual([
    'from-memory: run as t (project)',
    'sample: began',
    'sample: info: a line\\x1b[31m',
    expect.stringMatching(/^sample: passed after \d+ ms, findings: 1$/),
    'from-memory: success: 1 of 1 checks passed, 1 warning',
  ]);
});

test('nothing is printed otherwise', async () => {
  expect(await traced({ NODE_DEBUG: '' })).toBe('');
});
