import { expect, it } from 'vitest';
import { verify } from '../../cli/api.ts';
import { project, temporaryFolder } from './service-process.ts';
import { toyProject } from './toy-project.ts';

const faults = (...messages: string[]) =>
  JSON.stringify(messages.map((message) => ({ code: 'toy-error', message, file: 'src/a.ts' })));

it('verifies a project and returns the result with its findings', async () => {
  const cwd = await toyProject({ 'src/faults.json': faults('One fault'), 'src/a.ts': '' });
  const events: string[] = [];
  const result = await verify({ cwd, allowPlugins: true, cache: false, onEvent: ({ type }) => events.push(type) });
  expect(result).toMatchObject({ status: 'failed', passed: false, projectType: 'toy', creditsUsed: 0 });
  expect(result.runId).toMatch(/^local-/);
  expect(result.checks.flatMap(({ findings }) => findings)).toMatchObject([
    { code: 'toy-error', message: 'One fault' },
  ]);
  expect(events[0]).toBe('created');
  expect(events.at(-1)).toBe('end');
});

it('takes configuration besides that of the file', async () => {
  const cwd = await toyProject({ 'src/faults.json': faults('One fault'), 'src/a.ts': '' });
  const config = { ignore: [{ code: 'toy-error', reason: 'known' }] };
  const result = await verify({ cwd, allowPlugins: true, cache: false, config });
  expect(result).toMatchObject({ status: 'success', ignored: [{ code: 'toy-error', reason: 'known' }] });
  await expect(verify({ cwd, config: { timeout: 'long' } })).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
    message: 'option config: timeout must be a number',
  });
});

it('does not run the plugins of a project unless they are allowed', async () => {
  const cwd = await toyProject({ 'src/a.ts': '' });
  const notices: string[] = [];
  const options = {
    type: 'n8n-workflow',
    onEvent: (event: { type: string; message?: string }) => notices.push(event.message ?? ''),
  };
  await verify({ cwd, ...options });
  expect(notices.join('\n')).toContain('plugins');
});

it('ends as rejected when it is cancelled', async () => {
  const cwd = await toyProject({ 'src/wait': '' });
  const abort = new AbortController();
  const result = await verify({
    cwd,
    allowPlugins: true,
    cache: false,
    signal: abort.signal,
    onEvent: ({ type }) => type === 'progress' && abort.abort(),
  });
  expect(result).toMatchObject({ status: 'rejected', summary: expect.stringMatching(/^CANCELLED:/) });
});

it('compares a project with its published version, or says why not', async () => {
  const cwd = await toyProject({ 'src/a.ts': '' });
  const options = { cwd, allowPlugins: true, cache: false, offline: true };
  expect((await verify({ ...options, againstPublished: true })).published).toEqual({ notCompared: 'offline' });
  expect(await verify(options)).not.toHaveProperty('published');
  const wrong = { package: 'n8n-nodes-x', type: 'n8n-node', againstPublished: true };
  await expect(verify(wrong)).rejects.toMatchObject({ code: 'INVALID_USAGE' });
});

it('rejects what cannot be verified with the error of the command line', async () => {
  await expect(verify({ cwd: await temporaryFolder() })).rejects.toMatchObject({ code: 'NO_FILES' });
  await expect(verify({ package: 'n8n-nodes-x' })).rejects.toMatchObject({ code: 'TYPE_REQUIRED' });
  await expect(verify({ cwd: await project({}), timeout: -1 })).rejects.toMatchObject({ code: 'INVALID_TIMEOUT' });
});

it.each<[unknown, string]>([
  ['/folder', 'must be an object such as { cwd: "packages/my-node" }'],
  [null, 'must be an object such as { cwd: "packages/my-node" }'],
  [{ timout: 3 }, 'unknown option "timout"; did you mean "timeout"?'],
  [{ cwd: 5 }, 'cwd must be a string'],
  [{ timeout: '5' }, 'timeout must be a number'],
  [{ config: [] }, 'config must be an object'],
  [{ allowPlugins: 'false' }, 'allowPlugins must be true or false'],
  [{ onEvent: 5 }, 'onEvent must be a function'],
  [{ signal: {} }, 'signal must be an AbortSignal'],
])('rejects the options %j with an error that names what is wrong', async (options, reason) => {
  // As a program without types calls it.
  await expect(verify(options as never)).rejects.toMatchObject({
    code: 'INVALID_OPTIONS',
    message: `Invalid options of verify: ${reason}`,
  });
});

it.each([-1, 0, Number.NaN, Number.POSITIVE_INFINITY])(
  'rejects the time limit %d as that of the option',
  async (timeout) => {
    const message = `Invalid option timeout "${timeout}": must be a positive, finite number of seconds`;
    await expect(verify({ timeout })).rejects.toMatchObject({ code: 'INVALID_TIMEOUT', message });
  },
);

it('takes undefined for an option that is absent', async () => {
  const cwd = await toyProject({ 'src/a.ts': '' });
  const options = { cwd, timeout: undefined, signal: undefined, allowPlugins: true, cache: false };
  expect(await verify(options as never)).toMatchObject({ status: 'success' });
});
