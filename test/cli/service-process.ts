import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { onTestFinished, vi } from 'vitest';
import { main } from '../../cli/main.ts';
import { kitsFolder } from '../../runner/kits/kits-folder.ts';
import { sink } from './render/sink.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
/** For a process with a cache folder of its own: compiled code is the same for everyone, and where it is, is no matter. */
export const compiledForAll = { NODE_COMPILE_CACHE: join(repository, 'node_modules/.cache/service-tests/judges') };
/** The command as a user gets it: build-if-stale.ts sees to it. */
export const launcher = join(repository, 'dist/cli/service.js');

export interface Ended {
  exitCode: number | undefined;
  /** Set when a signal ended the process. */
  signal: string | undefined;
  stdout: string;
  stderr: string;
  /** What it left in its own temporary folder. */
  left: string[];
}

export interface Start {
  cwd?: string;
  env?: Record<string, string>;
  input?: string;
  /** Called with the process once it runs. */
  during?(child: { pid?: number; kill(signal: NodeJS.Signals): boolean; stderr: Readable; stdout: Readable }): void;
}

/** Runs the real command to its end, with an environment, a home and a temporary folder of its own. */
export async function service(
  args: readonly string[],
  { cwd = '.', env = {}, input, during }: Start = {},
): Promise<Ended> {
  const own = await temporaryFolder();
  const usual = await ownEnvironment(own);
  const child = execa(process.execPath, [launcher, ...args], {
    cwd,
    extendEnv: false,
    env: { ...usual, ...env },
    reject: false,
    stripFinalNewline: false,
    timeout: 600_000,
    // Instead of after 5 s, which a busy machine can take to end in order.
    forceKillAfterDelay: 60_000,
    ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
  });
  during?.(child);
  const { exitCode, signal, stdout, stderr } = await child;
  return { exitCode, signal, stdout, stderr, left: await readdir(usual.TMPDIR) };
}

/**
 * The same in this process, for a tenth of the time: for tests of what a command says and does, not of how a process of it
 * starts, reads standard input, takes signals and ends. One at a time, because a process has one current folder.
 */
export async function serviceHere(
  args: readonly string[],
  { cwd = '.', env = {} }: Pick<Start, 'cwd' | 'env'> = {},
): Promise<Ended> {
  const usual = await ownEnvironment(await temporaryFolder());
  const [stdout, stderr] = [sink(), sink()];
  const spies = [vi.spyOn(process, 'stdout', 'get'), vi.spyOn(process, 'stderr', 'get')] as const;
  const before = { cwd: process.cwd(), env: { ...process.env }, listeners: process.listeners('uncaughtException') };
  try {
    process.chdir(cwd);
    setEnvironment({ ...compiledForAll, ...usual, ...env });
    spies[0].mockReturnValue(stdout as never);
    spies[1].mockReturnValue(stderr as never);
    const exitCode = await main(args);
    return { exitCode, signal: undefined, stdout: stdout.text, stderr: stderr.text, left: await readdir(usual.TMPDIR) };
  } finally {
    for (const spy of spies) spy.mockRestore();
    setEnvironment(before.env);
    process.chdir(before.cwd);
    for (const listener of process.listeners('uncaughtException'))
      if (!before.listeners.includes(listener)) process.off('uncaughtException', listener);
  }
}

/** Changes the variables in place, because system calls read them too. */
function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

/** An environment in which nothing of the developer's own is seen; temporary folder and home are below `folder`. */
export async function ownEnvironment(folder: string) {
  const TMPDIR = join(folder, 'tmp');
  const HOME = join(folder, 'home');
  await Promise.all([mkdir(TMPDIR), mkdir(HOME)]);
  return {
    PATH: process.env['PATH'] ?? '',
    HOME,
    TMPDIR,
    // Compiled code may be shared: it is the same for everyone.
    XDG_CACHE_HOME: join(repository, 'node_modules/.cache/service-tests'),
    SERVICE_KITS_DIR: kitsFolder(),
    // Results may not: a test is about a run that looks.
    SERVICE_NO_CACHE: '1',
    SERVICE_OFFLINE: '1',
    TZ: 'UTC',
  };
}

/** An empty folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'service-cli-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A package of two operations that passes, of which nothing has to be compiled. */
export async function projectWithOperations(): Promise<string> {
  const cwd = join(await temporaryFolder(), 'pierbook');
  await cp(join(repository, 'test/fixtures/seeded-faults/javascript'), cwd, { recursive: true });
  await mkdir(join(cwd, '.service'));
  return cwd;
}

/** The same for tests of what is said of a package that passes: its operations are left out. */
export async function javascriptProject(): Promise<string> {
  const cwd = await projectWithOperations();
  const behaviour = { operations: [{ node: 'pierbook', reason: 'not tested here' }] };
  await writeFile(join(cwd, '.service/config.json'), JSON.stringify({ behaviour }));
  return cwd;
}

/** A copy of examples/passing-node for tests that are not about its operations, which take a third of a run. */
export async function exampleWithoutOperations(): Promise<string> {
  const cwd = join(await temporaryFolder(), 'project');
  await cp(join(repository, 'examples/passing-node'), cwd, { recursive: true });
  await withoutOperations(cwd);
  return cwd;
}

/** Leaves the operations out in a copy of examples/passing-node. */
export async function withoutOperations(folder: string): Promise<void> {
  const path = join(folder, '.service/config.json');
  const behaviour = { operations: [{ node: 'harborline', reason: 'not tested here' }] };
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), behaviour }));
}

/** A project of these files, by path. */
export async function project(files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}
