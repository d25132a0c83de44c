import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect } from 'vitest';
import { finalStatuses } from '../../kernel/enums.ts';
import type { TimedEvent } from '../../kernel/events.ts';
import { createKernel } from '../../kernel/kernel.ts';
import type { Kernel } from '../../kernel/plugin.ts';
import { githubReport } from '../../kernel/report/github.ts';
import { jsonReport } from '../../kernel/report/json.ts';
import { junitReport } from '../../kernel/report/junit.ts';
import { sarifReport } from '../../kernel/report/sarif.ts';
import type { Verification } from '../../kernel/result.ts';
import { builtinPlugins } from '../../plugins/builtin.ts';
import type { Isolation } from '../../runner/sandbox/isolation.ts';
import { folderSource } from '../../runner/source/folder-source.ts';
import type { Source } from '../../runner/source/source.ts';
import { verify } from '../../runner/verify.ts';
import type { Watch } from './watch.ts';

export type Contents = Readonly<Record<string, string | Uint8Array>>;

/** The kernel with all checks, or with some of them where nothing else is looked at: each run of all takes seconds. */
function kernelWith(checks: readonly string[] | undefined): Kernel {
  const plugins = builtinPlugins.map(({ projectTypes = [], ...plugin }) => ({
    ...plugin,
    projectTypes: projectTypes.map((type) => ({
      ...type,
      checks: (type.checks ?? []).filter(({ name }) => checks?.includes(name) ?? true),
    })),
  }));
  return createKernel({ plugins });
}

export interface WholeRun {
  verification: Verification;
  /** Every text that the run gave: result, log, reports. */
  answers: Readonly<Record<'result' | 'log' | 'json' | 'sarif' | 'junit' | 'github', string>>;
}

/** Names of the checks that run for a mode, in order. */
export const checkNames = (mode: Source['mode'], checks?: readonly string[]) =>
  kernelWith(checks)
    .checks('n8n-node', mode)
    .map(({ name }) => name);

export interface RunOptions {
  isolation: Isolation;
  watch: Watch;
  /** Seconds. */
  timeout?: number;
  /** Names of those that run; all when absent. */
  checks?: readonly string[];
}

/**
 * Verifies a source as cloud and command do: the builtin plugins, a real isolation. Asserts what must hold of every run:
 * one final status, and no answer with a secret or a path of this machine in it.
 */
export async function wholeRun(
  source: Source,
  { isolation, watch, timeout = 300, checks }: RunOptions,
): Promise<WholeRun> {
  const kernel = kernelWith(checks);
  const seen: TimedEvent[] = [];
  const verification = await verify(source, {
    kernel,
    projectType: 'n8n-node',
    timeout,
    sandbox: (project) => isolation.sandbox(project),
    onEvent: (event) => void seen.push(event),
  });
  expect(finalStatuses).toContain(verification.status);
  expect(verification.passed).toBe(verification.status === 'success');
  const run = { runId: 'run', creditsUsed: 1, verification, rules: kernel.rules() };
  const answers = {
    result: JSON.stringify(verification),
    log: JSON.stringify(seen),
    json: jsonReport(run),
    sarif: sarifReport(run),
    junit: junitReport(run),
    github: githubReport(run),
  };
  for (const answer of Object.values(answers)) watch.look(answer);
  return { verification, answers };
}

/** Verifies files that lie in a folder of their own, and makes sure that they are as they were. */
export async function runFolder(
  contents: Contents,
  { mode, ...options }: RunOptions & { mode: Source['mode'] },
): Promise<WholeRun> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  try {
    for (const [path, content] of Object.entries(contents)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    const before = await digest(folder);
    const source = folderSource({ folder, files: Object.keys(contents) });
    const run = await wholeRun({ ...source, mode }, options);
    expect(await digest(folder)).toEqual(before);
    return run;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Codes of what was found, without repeats. */
export function codesOf({ checks }: Verification): string[] {
  return [...new Set(checks.flatMap(({ findings }) => findings.map(({ code }) => code)))];
}

async function digest(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sums = files.map(async (file) => [
    relative(folder, file),
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  ]);
  return Object.fromEntries(await Promise.all(sums));
}
