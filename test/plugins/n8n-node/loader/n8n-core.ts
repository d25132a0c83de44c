import { existsSync } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { parseJson } from '../../../../kernel/project-files.ts';
import type { Release } from '../../../../plugins/n8n-node/n8n/release.ts';
import { waitForLock } from '../../../../runner/file-lock.ts';
import { currentKit } from '../installed-n8n.ts';
import { ofN8n } from '../real-packages.ts';

/** What n8n says of a package: the names of what it loaded, or its error. */
export type Verdict = { nodes: string[]; credentials: string[] } | { error: string };

const loader = fileURLToPath(new URL('./n8n-core-loader.cjs', import.meta.url));

/** Milliseconds. */
const installLimit = 540_000;

/**
 * The n8n-core of a release, installed once into the user's cache: it is too large to be a dependency.
 * @returns the folder that has it in node_modules
 */
export async function installN8nCore(release: Release = currentKit): Promise<string> {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'service-tests');
  const folder = join(cache, `n8n-core-${release.n8n}`);
  await mkdir(cache, { recursive: true });
  // Test files run in processes of their own. One that is stopped while it installs leaves half a folder, but no lock.
  using _ = await waitForLock(`${folder}.lock`);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.installing`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh);
  await install(fresh, release);
  await rename(fresh, folder);
  return folder;
}

async function install(folder: string, release: Release): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const packages = ['n8n-core', 'reflect-metadata', 'zod'].map((name) => ofN8n(name, release));
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-timeout=60000'];
  await execa('npm', ['install', ...flags, ...packages], { cwd: folder, timeout: installLimit });
  // What a community package finds of n8n, and nothing else of it.
  await mkdir(join(folder, 'host'));
  await symlink('../node_modules/n8n-workflow', join(folder, 'host/n8n-workflow'));
}

/**
 * Loads packages with n8n-core's PackageDirectoryLoader, in one child.
 * @param folders absolute; none may end the process
 */
export async function loadWithN8n(folders: readonly string[], release?: Release): Promise<Verdict[]> {
  const installation = await installN8nCore(release);
  const { stdio } = await execa(process.execPath, [loader, installation, ...folders], {
    // With NODE_ENV=test, which tests run with, n8n loads in another way.
    env: { NODE_ENV: 'production', NODE_PATH: join(installation, 'host'), HOME: installation },
    extendEnv: false,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    timeout: 600_000,
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
