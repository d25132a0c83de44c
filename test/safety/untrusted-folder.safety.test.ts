import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, onTestFinished, test } from 'vitest';
import { project, temporaryFolder } from '../cli/service-process.ts';
import { safeCommand } from './safe-command.ts';
import { useWatch } from './watch.ts';

const watch = useWatch();
const safely = safeCommand(watch);
const manifest = '{ "name": "n8n-nodes-x", "version": "1.0.0", "n8n": { "nodes": [] } }';

type Plant = (path: string) => Promise<unknown>;
const pipe: Plant = (path) => execa('mkfifo', [path]);
const toDevice: Plant = (path) => symlink('/dev/zero', path);
const toSecret: Plant = (path) => symlink(watch.targets.file, path);
const toEnvironment: Plant = (path) => symlink('/proc/self/environ', path);
const socket: Plant = async (path) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
};
const folder: Plant = (path) => mkdir(path);

describe('a file that the command itself reads', () => {
  test.each([
    ['package.json', 'a pipe', pipe],
    ['package.json', 'a link to a device', toDevice],
    ['package.json', 'a socket', socket],
    ['package.json', 'a link out of the project', toSecret],
    ['.service/config.json', 'a pipe', pipe],
    ['.service/config.json', 'a link to a device', toDevice],
    ['.service/config.json', 'a link to the environment', toEnvironment],
    ['pnpm-workspace.yaml', 'a pipe', pipe],
    ['lerna.json', 'a link to a device', toDevice],
  ])('%s that is %s ends the command with 2, at once', async (path, _, plant) => {
    const cwd = await project({ 'package.json': manifest.replace('"n8n"', '"not-n8n"'), 'nodes/a.ts': '' });
    await rm(join(cwd, path), { force: true });
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await plant(join(cwd, path));
    const { exitCode, stderr } = await safely(['verify', '--dry-run'], { cwd });
    expect(stderr).toContain(`Cannot read ${path}: it is a`);
    expect(exitCode).toBe(2);
  });

  test.each([
    ['a pipe', pipe],
    ['a link to a device', toDevice],
    ['a folder', folder],
  ])('credentials that are %s end the command with 2, at once', async (_, plant) => {
    const XDG_CONFIG_HOME = await temporaryFolder();
    await mkdir(join(XDG_CONFIG_HOME, 'service'), { mode: 0o700 });
    await plant(join(XDG_CONFIG_HOME, 'service/credentials.json'));
    const { exitCode, stderr } = await safely(['auth', 'status'], { env: { XDG_CONFIG_HOME } });
    expect(stderr).toContain('credentials.json: it is a');
    expect(exitCode).toBe(2);
  });

  test('files that others put next to the sources are not awaited', async () => {
    const cwd = await project({ 'package.json': manifest, 'nodes/a.ts': '' });
    for (const path of ['.gitignore', '.git/config', 'node_modules/n8n-workflow/package.json', 'tsconfig.json']) {
      await mkdir(dirname(join(cwd, path)), { recursive: true });
      await pipe(join(cwd, path));
    }
    expect((await safely(['verify', '--local'], { cwd })).exitCode).toBe(1);
  });
});

test('pipes, sockets and devices among the sources are left out, with the reason', async () => {
  const cwd = await project({
    'package.json': manifest,
    'nodes/a.ts': '',
    '.service/config.json': '{ "include": ["nodes", "named"] }',
  });
  await pipe(join(cwd, 'nodes/b.ts'));
  await pipe(join(cwd, 'named'));
  await socket(join(cwd, 'nodes/c.ts'));
  await toDevice(join(cwd, 'nodes/d.ts'));
  const { exitCode, stdout } = await safely(['verify', '--dry-run', '--json'], { cwd });
  expect(exitCode).toBe(0);
  const { files, leftOut } = JSON.parse(stdout);
  expect(files.map(({ path }: { path: string }) => path)).toEqual([
    'nodes/a.ts',
    'package.json',
    '.service/collected.json',
  ]);
  expect(leftOut.map(({ path, reason }: Record<string, string>) => `${path}: ${reason}`)).toEqual([
    'named: it is a pipe, not a file',
    'nodes/b.ts: it is a pipe, not a file',
    'nodes/c.ts: it is a socket, not a file',
    'nodes/d.ts: it is a device, not a file',
  ]);
});

test('a link in place of a report is not followed, and does not change the verdict', async () => {
  const cwd = await project({ 'package.json': manifest });
  const outside = await temporaryFolder();
  await symlink(join(outside, 'new'), join(cwd, 'report.sarif'));
  const { exitCode, stdout, stderr } = await safely(['verify', '--local', '--report', 'sarif=report.sarif'], { cwd });
  expect(stderr).toContain('Cannot write report.sarif: it is a symbolic link');
  expect(stdout).toContain('Verification failed: ');
  expect(exitCode).toBe(1);
  expect(existsSync(join(outside, 'new'))).toBe(false);
});

test.each([
  ['exclude', { '.service/config.json': JSON.stringify({ exclude: [`${'*a'.repeat(100)}b`] }) }],
  ['.gitignore', { '.gitignore': `${'*a'.repeat(100)}b\n` }],
])('patterns of many stars in %s hold nothing up', async (_, files) => {
  const cwd = await project({ 'package.json': manifest, [`nodes/${'a'.repeat(240)}`]: '', ...files });
  expect((await safely(['verify', '--dry-run'], { cwd })).exitCode).toBe(0);
});

describe('a workspace', () => {
  const root = (workspaces: unknown) => JSON.stringify({ name: 'root', private: true, workspaces });
  const node = '{ "name": "n8n-nodes-a", "n8n": { "nodes": [] } }';
  const keys = Array.from({ length: 90_000 }, (_, index) => `key${index}: 1\n`).join('');

  test.each<[string, Record<string, string>]>([
    ['of ranges', { 'package.json': root(['{1..99999999}/{1..99999999}']) }],
    ['of alternatives', { 'package.json': root([`${'{a,b}'.repeat(40)}`]) }],
    ['of stars', { 'package.json': root([`${'*a'.repeat(40)}b`]) }],
    ['of stars in what is left out', { 'package.json': root(['packages/*', `!${'*a'.repeat(40)}b`]) }],
    ['of groups', { 'package.json': root(['+(+(+(a)))b']) }],
    ['of 100,000 patterns', { 'package.json': root(Array(100_000).fill('x/*')) }],
    ['in a long pnpm-workspace.yaml', { 'package.json': root([]), 'pnpm-workspace.yaml': keys }],
    [
      'in a deep pnpm-workspace.yaml',
      { 'package.json': root([]), 'pnpm-workspace.yaml': `packages: ${'['.repeat(5e5)}` },
    ],
  ])('%s is looked at no longer than it is worth', async (_, files) => {
    const cwd = await project({ ...files, [`packages/${'a'.repeat(200)}/package.json`]: node });
    const { exitCode, stderr } = await safely(['verify', '--dry-run'], { cwd });
    if (stderr.includes('(WORKSPACE_ROOT)')) expect(exitCode).toBe(2);
    else expect(exitCode).toBe(0);
  });

  test('with more folders than the limit says so', async () => {
    const cwd = await project({ 'package.json': root(['*']) });
    for (let index = 0; index <= 2000; index += 1) {
      mkdirSync(join(cwd, `d${index}`));
      writeFileSync(join(cwd, `d${index}/package.json`), '{}');
    }
    const { exitCode, stderr } = await safely(['verify', '--dry-run'], { cwd });
    expect(stderr).toContain('Not all packages of this workspace were searched: too many folders');
    expect(exitCode).toBe(0);
  });
});

watch.watched();
