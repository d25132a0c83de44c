import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { modify } from 'jsonc-parser';
import type { Manifest } from '../../kernel/check.ts';
import { jsonFormatting } from '../../kernel/json-edit.ts';
import { repositoryRoot } from '../../runner/source/repository.ts';
import { configPath } from '../project-config.ts';
import { packagedFile, version } from '../version.ts';
import { writeNamedFile } from '../write-named-file.ts';

/** What became of a file. */
export interface InitStep {
  /** Relative to the current folder, with `/`. */
  path: string;
  outcome: 'created' | 'changed' | 'unchanged';
  what: string;
}

export interface InitOptions {
  /** Absolute. */
  folder: string;
  projectType: string;
  manifest: Manifest;
  /** Text of package.json. */
  text: string;
  /** URL of the git remote. */
  remote: string | undefined;
}

/**
 * Sets a project up: configuration, package script and CI workflow. Files and fields that exist are left as they are.
 * @throws {ServiceError} UNWRITABLE_PATH
 */
export async function initProject(options: InitOptions): Promise<InitStep[]> {
  const { folder, projectType, remote } = options;
  const root = repositoryRoot(folder) ?? folder;
  const steps = [
    await create(join(folder, configPath), `${JSON.stringify({ projectType }, null, 2)}\n`, 'configuration', root),
    await addScript(options, root),
  ];
  const isGitHub = remote === undefined || /\bgithub\.com\b/.test(remote);
  if (!isGitHub) return steps;
  const workflow = join(root, '.github/workflows/verify.yml');
  return [...steps, await create(workflow, workflowFor(relative(root, folder)), 'CI workflow', root)];
}

async function create(path: string, text: string, what: string, root: string): Promise<InitStep> {
  const step = { path: shown(path), what };
  if (existsSync(path)) return { ...step, outcome: 'unchanged' };
  await writeNamedFile(path, text, [root]);
  return { ...step, outcome: 'created' };
}

/** Adds the script `verify` and the package that it runs, in the formatting of the file. */
async function addScript({ folder, manifest, text }: InitOptions, root: string): Promise<InitStep> {
  const path = join(folder, 'package.json');
  const step = { path: shown(path), what: 'script "verify"' };
  const has = (field: string, key: string) => {
    const value = manifest[field];
    // A field of another type is not touched.
    return value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value) || key in value);
  };
  const changes = [
    ...(has('scripts', 'verify') ? [] : [{ path: ['scripts', 'verify'], value: 'service verify --local' }]),
    ...(has('devDependencies', 'verify-service')
      ? []
      : [{ path: ['devDependencies', 'verify-service'], value: `^${version()}` }]),
  ];
  const formattingOptions = jsonFormatting(text);
  const changed = changes.reduce(
    (before, change) =>
      modify(before, change.path, change.value, { formattingOptions }).reduceRight(
        (now, { offset, length, content }) => now.slice(0, offset) + content + now.slice(offset + length),
        before,
      ),
    text,
  );
  if (changed === text) return { ...step, outcome: 'unchanged' };
  await writeNamedFile(path, changed, [root]);
  return { ...step, outcome: 'changed' };
}

/** The workflow that comes with this package, for a project in a folder of the repository. */
function workflowFor(folder: string): string {
  const text = readFileSync(packagedFile('examples/ci/github.yml'), 'utf8');
  if (folder === '') return text;
  const path = folder.split(sep).join('/');
  return text.replace(' verify --local ', ` verify --local --cwd '${path.replaceAll("'", "'\\''")}' `);
}

function shown(path: string): string {
  return relative(process.cwd(), path).split(sep).join('/');
}
