import { execa } from 'execa';
import { expect, test } from 'vitest';

const verifyUrl = new URL('../../runner/verify.ts', import.meta.url).href;
const kernelUrl = new URL('../../kernel/kernel.ts', import.meta.url).href;
const sourceUrl = new URL('./memory-source.ts', import.meta.url).href;

/** A whole process that verifies one project and prints how that ended. */
async function processWith(run: string, timeout: number) {
  const program = `
    import { createKernel } from ${JSON.stringify(kernelUrl)};
    import { verify } from ${JSON.stringify(verifyUrl)};
    import { memorySource, noSandbox } from ${JSON.stringify(sourceUrl)};
    const check = { name: 'a', title: 'A', rules: [], modes: ['project'], ${run} };
    const plugin = { name: 'p', projectTypes: [{ name: 't', title: 'T', checks: [check] }] };
    const kernel = createKernel({ plugins: [plugin] });
    const options = { kernel, projectType: 't', timeout: ${timeout}, sandbox: () => noSandbox };
    verify(memorySource(), options).then(({ status }) => console.log(status));
  `;
  const { stdout } = await execa('node', ['--input-type=module', '--eval', program], { timeout: 600_000 });
  return stdout;
}

test('a check that waits for nothing at all does not let the process end without a verdict', async () => {
  expect(await processWith('async *run() { await new Promise(() => {}); }', 0.3)).toBe('timeout');
});

test('a long limit does not keep the process once there is a verdict', async () => {
  expect(await processWith('run: () => []', 3600)).toBe('success');
});
