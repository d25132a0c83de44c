import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { modify } from 'jsonc-parser';
import type { Manifest } from '../../kernel/check.ts';
import { usageError } from '../../kernel/errors.ts';
import { jsonFormatting } from '../../kernel/json-edit.ts';
import { parseManifest } from '../../kernel/manifest.ts';
import { printable } from '../../kernel/printable.ts';
import { jsonText } from '../../kernel/report/report.ts';
import { repositoryRoot } from '../../runner/source/repository.ts';
import type { Invocation } from '../command.ts';
import { detectDefaultBranch } from '../git/default-branch.ts';
import { detectGitRemote } from '../git/git-remote.ts';
import { kernelsWith } from '../kernels.ts';
import { knownType } from '../known-type.ts';
import { configPath } from '../project-config.ts';
import { projectFolder } from '../project-folder.ts';
import { readProjectFile } from '../read-project-file.ts';
import { packagedFile, version } from '../version.ts';
import { writeNamedFile } from '../write-named-file.ts';

/** Bytes of package.json. */
const maxManifestBytes = 1024 * 1024;

/** `service init`: sets the project in this folder up. */
export async function run({ args, terminal }: Invocation): Promise<number> {
  const folder = await projectFolder(args.value('--cwd') ?? '.');
  const file = readProjectFile(folder, 'package.json', maxManifestBytes);
  const manifest = 'text' in file ? parseManifest(file.text) : undefined;
  if (!('text' in file) || !manifest)
    throw usageError(`${folder} has no valid package.json; create the project first, or name its folder with --cwd`);
  const { types } = await kernelsWith([]);
  const given = args.value('--type');
  const projectType = given === undefined ? types.detect(manifest) : knownType(given, types);
  if (projectType === undefined) throw usageError('No project type detected in package.json; pass --type');
  const remote = await detectGitRemote(folder);
  const steps = await initProject({ folder, projectType, manifest, text: file.text, remote });
  if (args.flag('--json')) {
    terminal.document(jsonText({ projectType, steps }));
    return 0;
  }
  terminal.out(`Project type: ${projectType}`);
  for (const { outcome, path, what } of steps) terminal.out(`  ${outcome.padEnd(9)}  ${printable(path)} (${what})`);
  terminal.out('');
  terminal.out('Next: `npm install`, then `npm run verify`');
  return 0;
}

/** What became of a file. */
interface InitStep {
  /** Relative to the current folder, with `/`. */
  path: string;
  outcome: 'created' | 'changed' | 'unchanged';
  what: string;
}

interface InitOptions {
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
async function initProject(options: InitOptions): Promise<InitStep[]> {
  const { folder, projectType, remote } = options;
  const root = repositoryRoot(folder) ?? folder;
  const steps = [
    await create(join(folder, configPath), `${JSON.stringify({ projectType }, null, 2)}\n`, 'configuration', root),
    await addScript(options, root),
  ];
  const isGitHub = remote === undefined || /\bgithub\.com\b/.test(remote);
  if (!isGitHub) return steps;
  const workflow = join(root, '.github/workflows/verify.yml');
  const text = workflowFor(relative(root, folder), await detectDefaultBranch(folder));
  return [...steps, await create(workflow, text, 'CI workflow', root)];
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

/**
 * The workflow that comes with this package, for a project in a folder of the repository.
 * @param branch whose pushes it verifies; those to all branches if undefined
 */
function workflowFor(folder: string, branch: string | undefined): string {
  const example = readFileSync(packagedFile('examples/ci/github.yml'), 'utf8');
  const text = example.replace(
    '\n    branches: [main]\n',
    branch === undefined ? '\n' : `\n    branches: ['${branch}']\n`,
  );
  if (folder === '') return text;
  const path = folder.split(sep).join('/');
  return text.replace(' verify --local ', ` verify --local --cwd '${path.replaceAll("'", "'\\''")}' `);
}

function shown(path: string): string {
  return relative(process.cwd(), path).split(sep).join('/');
}
