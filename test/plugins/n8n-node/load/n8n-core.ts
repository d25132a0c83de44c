import { existsSync } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { parseJson } from '../../../../kernel/project-files.ts';

/** What n8n says of a package: the names of what it loaded, or its error. */
export type Verdict = { nodes: string[]; credentials: string[] } | { error: string };

const version = '2.41.1';
const loader = fileURLToPath(new URL('./n8n-core-loader.cjs', import.meta.url));

/**
 * n8n-core, installed once into the user's cache: it is too large to be a dependency.
 * @returns the folder that has it in node_modules
 */
export async function installN8nCore(): Promise<string> {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'service-tests');
  const folder = join(cache, `n8n-core-${version}`);
  if (existsSync(join(folder, 'done'))) return folder;
  const fresh = `${folder}-${process.pid}`;
  await mkdir(fresh, { recursive: true });
  await writeFile(join(fresh, 'package.json'), '{ "private": true }');
  const packages = [`n8n-core@${version}`, 'reflect-metadata@0.2.2', 'zod@3.25.76'];
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await execa('npm', ['install', ...flags, ...packages], { cwd: fresh, timeout: 540_000 });
  // What a community package finds of n8n, and nothing else of it.
  await mkdir(join(fresh, 'host'));
  await symlink('../node_modules/n8n-workflow', join(fresh, 'host/n8n-workflow'));
  await writeFile(join(fresh, 'done'), version);
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
  return folder;
}

/**
 * Loads packages with n8n-core's PackageDirectoryLoader, in one child.
 * @param folders absolute; none may end the process
 */
export async function loadWithN8n(folders: readonly string[]): Promise<Verdict[]> {
  const installation = await installN8nCore();
  const { stdio } = await execa(process.execPath, [loader, installation, ...folders], {
    // With NODE_ENV=test, which tests run with, n8n loads in another way.
    env: { NODE_ENV: 'production', NODE_PATH: join(installation, 'host'), HOME: installation },
    extendEnv: false,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    timeout: 120_000,
  });
  const verdicts = parseJson(String(stdio[3]));
  if (!isVerdicts(verdicts)) throw new Error('n8n-core-loader.cjs answered something else');
  return verdicts.map((verdict, index) => ('error' in verdict ? shown(verdict.error, folders[index] ?? '') : verdict));
}

/** The first line, with paths as the package knows them. */
function shown(error: string, folder: string): Verdict {
  return { error: (error.split('\n')[0] ?? '').replaceAll(`${folder}/`, '').replaceAll(folder, '<package>') };
}

function isVerdicts(value: unknown): value is Verdict[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);
}
