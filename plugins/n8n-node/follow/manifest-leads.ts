import { dirname } from 'node:path/posix';
import type { FileLookup, FileReference } from '../../../kernel/follow.ts';
import { copiesOfBuild } from '../build-script/build-script.ts';
import { baseOf } from '../build-script/copy-rule.ts';
import { scriptFiles } from '../build-script/script-files.ts';
import { reasonNotRun } from '../build-script/workflow-copy.ts';
import { configPath, responsesPath, settingsOf } from '../project/behaviour-settings/settings.ts';
import { exampleLeads } from '../project/examples/example-workflows.ts';
import { GlobMatcher } from '../project/glob.ts';
import { isInnerPackage, namedManifests } from '../project/manifest/inner-package.ts';
import { lockFiles } from '../project/manifest/lock-files.ts';
import { declarationsOf, dependsOnWorkspace, recordOf } from '../project/manifest/manifest-fields.ts';
import { packingOf } from '../project/packing/packing.ts';
import {
  holdsSecret,
  holdsToken,
  mayHoldSecrets,
  secretLineOf,
  tokenInRepository,
  tokenNotIgnored,
} from '../project/packing/secret-files.ts';
import { join, normalize } from '../project/project-path.ts';
import { isLicense } from '../project/unsent-documents.ts';
import type { Configurations } from './configurations.ts';
import { moduleFiles } from './module-files.ts';

type Manifest = Readonly<Record<string, unknown>>;

/** Folders above a project to search. */
const maxLevels = 8;

/** A project whose files are followed. */
export interface FollowedProject {
  reach: FileLookup;
  manifest: Manifest;
  configurations: Configurations;
  /** Whether its declared files are published as the repository has them. */
  isKept: boolean;
  isOutput(path: string): boolean;
}

/** The files that package.json refers to: everything that belongs to a project without being imported. */
export function* manifestLeads(project: FollowedProject): Generator<FileReference> {
  const { manifest, reach } = project;
  const exists = ({ path }: FileReference) => reach.exists(path);
  yield* lockLeads(manifest, reach);
  yield* workflowLeads(reach);
  yield* exampleLeads(reach);
  for (const path of namedManifests(manifest))
    if (isInnerPackage(reach.read(path) ?? '', manifest)) yield { path, why: 'the package is built there' };
  for (const path of ['.npmignore', '.gitignore'])
    if (reach.exists(path)) yield { path, why: 'decides what npm packs' };
  const settings = reach.read('.npmrc');
  if (settings !== undefined) {
    const isHarmless = settings.split(/\r\n|\n|\r/).every(isHarmlessSetting);
    const unwanted = (holdsToken(settings) && stateInGit('.npmrc', reach)) || 'it may contain a secret';
    yield { path: '.npmrc', why: 'settings of npm', ...(!isHarmless && { unwanted }) };
  }
  yield* secretLeads(manifest, reach);
  yield* listedLeads(project);
  yield* settingsLeads(reach);
  yield* documentLeads(reach);
  yield* compilerLeads(manifest, reach);
  for (const { script, candidates, every, optional } of scriptFiles(manifest)) {
    const leads = candidates.map((path) => ({ path, why: `named by the script ${script}` }));
    const there = leads.filter(exists);
    // Those that a command cannot do without are known to be missing.
    if (there.length === 0 && !optional) yield* leads;
    yield* every ? there : there.slice(0, 1);
  }
  yield* declaredLeads(project);
  yield* importsLeads(project);
  yield* copyLeads(project);
}

/** What git has to do with a file that contains a token; undefined if it ignores it, or nobody knows. */
function stateInGit(path: string, reach: FileLookup): string | undefined {
  const isTracked = reach.isTracked?.(path);
  if (isTracked) return tokenInRepository;
  if (ignoreRules(reach)?.(path).packed !== true) return undefined;
  // In a copy of a repository, all files count as tracked. A workflow may write settings that it never adds.
  return isTracked === undefined ? tokenInRepository : tokenNotIgnored;
}

/** What `.gitignore` says about paths; undefined if there is none. */
function ignoreRules(reach: FileLookup): ReturnType<typeof packingOf> | undefined {
  const text = reach.read('.gitignore');
  return text === undefined ? undefined : packingOf({}, { name: '.gitignore', text });
}

/** The configuration that tsc uses by default: in the project, or in a folder above it. */
function* compilerLeads(manifest: Manifest, reach: FileLookup): Generator<FileReference> {
  const name = 'tsconfig.json';
  const why = "the compiler's configuration";
  if (reach.exists(name)) return yield { path: name, why };
  const scripts = Object.values(recordOf(manifest['scripts']) ?? {});
  if (!scripts.some((script) => typeof script === 'string' && /\b(?:tsc|tsgo|n8n-node)\b/.test(script))) return;
  yield { path: name, why };
  const path = nearestAbove(name, reach);
  if (path !== undefined) yield { path, why };
}

/** The path of the nearest file of a name in the folders above the project. */
const nearestAbove = (name: string, reach: FileLookup): string | undefined =>
  Array.from({ length: maxLevels }, (_, level) => `${'../'.repeat(level + 1)}${name}`).find((path) =>
    reach.exists(path),
  );

/** The nearest lock file and, if it is above the project, the files next to it. */
function* lockLeads(manifest: Manifest, reach: FileLookup): Generator<FileReference> {
  const names = dependsOnWorkspace(manifest) ? lockFiles.filter((name) => !name.startsWith('package-')) : lockFiles;
  const locks = (folder: string) => names.map((name) => folder + name).filter((path) => reach.exists(path));
  if (reach.exists('pnpm-workspace.yaml')) yield { path: 'pnpm-workspace.yaml', why: 'workspace' };
  for (let level = 0; level <= maxLevels; level += 1) {
    const folder = '../'.repeat(level);
    const found = locks(folder);
    for (const path of found) yield { path, why: 'lock file' };
    if (found.length === 0) continue;
    if (level === 0) return yield* workspaceAbove(reach);
    for (const name of ['package.json', 'pnpm-workspace.yaml'])
      if (reach.exists(folder + name)) yield { path: folder + name, why: 'workspace' };
    // https://github.com/pnpm/pnpm/blob/main/releasing/plugin-commands-publishing/src/pack.ts
    if (reach.exists(`${folder}pnpm-workspace.yaml`))
      for (const name of reach.files(folder)) if (isLicense(name)) yield { path: folder + name, why: 'packed by pnpm' };
    return;
  }
}

/** The workspace of pnpm that a project with a lock file of its own is in: it is installed with that of the workspace. */
function* workspaceAbove(reach: FileLookup): Generator<FileReference> {
  const path = nearestAbove('pnpm-workspace.yaml', reach);
  if (path !== undefined) yield { path, why: 'workspace' };
}

/** The workflows of the repository, and those below its root, which nobody runs. */
function* workflowLeads(reach: FileLookup): Generator<FileReference> {
  const inRepository = reach.folderInRepository?.() ?? '';
  const depth = depthInRepository(inRepository, reach);
  for (let level = 0; level <= maxLevels; level += 1) {
    const folder = `${'../'.repeat(level)}.github/workflows`;
    const names = reach.files(folder).filter((name) => /\.ya?ml$/i.test(name));
    for (const name of names) {
      const path = `${folder}/${name}`;
      const unwanted = level < depth && reasonNotRun(normalize(join(inRepository, path)));
      yield { path, why: 'workflow', ...(unwanted && { unwanted }) };
    }
  }
}

/** Levels between a project and the root of its repository; none for one that only lies in a folder of another repository. */
function depthInRepository(folder: string, reach: FileLookup): number {
  const isPart = folder !== '' && !ofTemplates.test(folder) && reach.isTracked?.('package.json') === true;
  return isPart ? folder.split('/').length : 0;
}

/** Folders that are copied to become repositories. */
const ofTemplates = /(?:^|\/)(?:examples?|templates?|fixtures?|starters?|boilerplates?|test|tests)(?:\/|$)/i;

/** Files with a secret that `files` of package.json lists. They are only read here. */
function* secretLeads({ files }: Manifest, reach: FileLookup): Generator<FileReference> {
  if (!Array.isArray(files)) return;
  const packing = packingOf({ files });
  const listed = listedIn(files).slice(0, maxListed);
  const inFolders = listed
    .flatMap((path) => (/^\.\.\/|[*{]/.test(path) ? [] : filesBelow(path, reach)))
    .slice(0, maxPacked);
  for (const path of new Set([...reach.files('.'), ...listed, ...inFolders])) {
    // npm never packs its settings.
    if (!mayHoldSecrets(path) || /(?:^|\/)\.npmrc$/.test(path) || packing(path).packed !== true) continue;
    if (secretLineOf(path, reach.read(path) ?? '') !== undefined)
      yield { path, why: 'packed by npm', unwanted: holdsSecret };
  }
}

/** The entries of `files`: paths in the project, and patterns. */
const listedIn = (files: unknown): string[] =>
  (Array.isArray(files) ? files : []).flatMap((entry) =>
    typeof entry === 'string' ? normalize(entry.replace(/^\.?\//, '').replace(/\/$/, '')) : [],
  );

/** Texts that `files` of package.json lists one by one: example workflows, for instance, are exported with what they hold. */
function* listedLeads({ manifest: { files }, reach, isOutput }: FollowedProject): Generator<FileReference> {
  for (const path of listedIn(files).slice(0, maxListed)) {
    if (!/\.(?:json|ya?ml|txt|md)$/i.test(path) || path.startsWith('../') || path.includes('*')) continue;
    if (path !== 'package.json' && !mayHoldSecrets(path) && !isOutput(path) && reach.exists(path))
      yield { path, why: 'listed in "files"' };
  }
}

/** Files in the folders that `files` lists which are looked at. */
const maxPacked = 2000;
/** Entries of `files` that are looked at. */
const maxListed = 100;

/** Data that the build copies from outside of the sources: nodes may read them. */
function* copyLeads({ manifest, reach, isOutput }: FollowedProject): Generator<FileReference> {
  const globs = copiesOfBuild(manifest, reach)
    .flatMap(({ from }) => from)
    .filter((glob) => !glob.startsWith('!'))
    .slice(0, maxListed);
  const matcher = new GlobMatcher();
  const rules = ignoreRules(reach);
  // Git ignores it, or would in a copy of a repository.
  const isIgnored = (path: string) => reach.isTracked?.(path) === false || rules?.(path).packed === false;
  const isKept = (path: string) => data.test(path) && !isOutput(path) && !mayBeSecret(path) && !isIgnored(path);
  let [left, room] = [maxFiles, maxCopied];
  const seen = new Set<string>();
  for (const glob of globs) {
    for (const path of filesBelow(baseOf(glob), reach)) {
      if (left <= 0 || room <= 0) return;
      if (seen.has(path) || !isKept(path) || !isMatch(matcher, glob, path)) continue;
      seen.add(path);
      left -= 1;
      const text = reach.read(path);
      if (text === undefined || text.length > Math.min(room, maxData) || secretLineOf(path, text) !== undefined)
        continue;
      room -= text.length;
      yield { path, why: 'copied by the build' };
    }
  }
}

/** Files that are taken along because a build copies them, and characters of one, and of all. */
const maxFiles = 100;
const maxData = 1024 * 1024;
const maxCopied = 4 * 1024 * 1024;
const data = /\.(?:json|csv|txt|sql|graphql|gql|ya?ml|xml|html?|hbs|ejs|tpl)$/i;

/** Whether a file may hold what only its author should have. */
const mayBeSecret = (path: string) =>
  mayHoldSecrets(path) ||
  /secret|token(?!i)|credential|passw|private|[._-]local[._-]|service[_-]?account|adminsdk|(?:^|\/)\./i.test(path);

function isMatch(matcher: GlobMatcher, glob: string, path: string): boolean {
  try {
    return matcher.matches(glob, path);
  } catch {
    return false;
  }
}

/** The files in a folder of the project, at most so many and so deep. */
function filesBelow(folder: string, reach: FileLookup, depth = 3): string[] {
  if (folder.startsWith('..') || /(?:^|\/)node_modules(?:\/|$)/.test(folder)) return [];
  const at = (name: string) => (folder === '' ? name : `${folder}/${name}`);
  const inner = depth > 0 && folder !== '' ? reach.folders(folder).slice(0, 20) : [];
  const files = reach.files(folder === '' ? '.' : folder).slice(0, 100);
  return [...files.map(at), ...inner.flatMap((name) => filesBelow(at(name), reach, depth - 1))];
}

/** Settings of the check `behaviour`. */
function* settingsLeads(reach: FileLookup): Generator<FileReference> {
  const why = 'settings of the check behaviour';
  const settings = settingsOf(reach);
  // `service verify` rejects invalid settings.
  if ('problem' in settings) return;
  if (Object.keys(settings.config).length > 0) yield { path: configPath, why };
  if (settings.responses.length > 0) yield { path: responsesPath, why };
  for (const { file } of settings.responses)
    if (file !== undefined) yield { path: file, why: `named by ${responsesPath}` };
}

/** Documents that npm always packs, with any extension. A project without a README is known to have none. */
function* documentLeads(reach: FileLookup): Generator<FileReference> {
  const files = reach.files('.');
  const readmes = files.filter((path) => /^readme(?:\.(?:md|markdown|mdown|txt))?$/i.test(path));
  const documents = [...files.filter(isLicense), ...(readmes.length > 0 ? readmes : ['README.md'])];
  for (const path of documents) yield { path, why: 'packed by npm' };
}

/** The files that n8n loads, or their sources if a build creates them. */
function* declaredLeads({
  manifest,
  configurations,
  reach,
  isKept,
  isOutput,
}: FollowedProject): Generator<FileReference> {
  const main = typeof manifest['main'] === 'string' ? [manifest['main']] : [];
  for (const path of [...declarationsOf(manifest).map((declaration) => declaration.path), ...main]) {
    const file = normalize(path.replace(/^(?:\.?\/)+/, ''));
    if (file.startsWith('..')) continue;
    const why = 'declared by package.json';
    if (!isOutput(file)) for (const found of moduleFiles(file, reach)) yield { path: found, why };
    if (isKept) continue;
    for (const source of sourcesOf(file, configurations)) {
      if (isOutput(source)) continue;
      const found = moduleFiles(source, reach);
      for (const one of found) yield { path: one, why };
      if (found.length > 0) break;
    }
  }
}

function sourcesOf(file: string, { roots }: Configurations): string[] {
  const found = [...roots, { outDir: 'dist', rootDir: '.' }, { outDir: 'dist', rootDir: 'src' }].flatMap(
    ({ outDir, rootDir }) =>
      file.startsWith(`${outDir}/`) ? [normalize(join(rootDir, file.slice(outDir.length + 1)))] : [],
  );
  return [...new Set(found)].filter((path) => !path.startsWith('..'));
}

/** The targets of `imports`, for specifiers that start with `#`. https://nodejs.org/api/packages.html#subpath-imports */
function* importsLeads(project: FollowedProject): Generator<FileReference> {
  for (const { target } of subpathImports(project.manifest)) {
    if (target.includes('*')) continue;
    const why = 'named by imports of package.json';
    for (const path of targetFiles(target, project)) yield { path, why };
  }
}

/** The files of a target of `imports`: the target itself, or its sources. */
export function targetFiles(
  target: string,
  { configurations, reach, isOutput }: Pick<FollowedProject, 'configurations' | 'reach' | 'isOutput'>,
): readonly string[] {
  const path = normalize(target);
  for (const one of [...sourcesOf(path, configurations), path]) {
    const found = isOutput(one) ? [] : moduleFiles(one, reach);
    if (found.length > 0) return found;
  }
  return [];
}

/** Patterns and paths of `imports`, for all conditions. */
export function subpathImports(manifest: Manifest): { pattern: string; target: string }[] {
  const targets = (value: unknown, depth: number): string[] => {
    if (typeof value === 'string') return value.startsWith('./') ? [value] : [];
    if (typeof value !== 'object' || value === null || depth > 8) return [];
    return Object.values(value)
      .slice(0, 50)
      .flatMap((inner) => targets(inner, depth + 1));
  };
  return Object.entries(recordOf(manifest['imports']) ?? {})
    .filter(([pattern]) => pattern.startsWith('#'))
    .slice(0, 500)
    .flatMap(([pattern, value]) => [...new Set(targets(value, 0))].map((target) => ({ pattern, target })));
}

/** Whether a build creates the files at a path. Without a build or compiler, `dist` contains sources. */
export function outputOf(
  manifest: Manifest,
  { roots, leads }: Configurations,
  isKept: boolean,
): (path: string) => boolean {
  const isBuilt = leads.size > 0 || typeof recordOf(manifest['scripts'])?.['build'] === 'string';
  if (!isBuilt || isKept) return () => false;
  const folders = new Set(['dist', ...roots.map(({ outDir }) => outDir)].filter((folder) => folder !== '.'));
  return (path) => {
    for (let folder = dirname(path); folder !== '.' && folder !== '/' && folder !== '..'; folder = dirname(folder))
      if (folders.has(folder) || folder.endsWith('/dist')) return true;
    return false;
  };
}

/** Settings that are no secrets, including those of pnpm: https://docs.npmjs.com/cli/v11/using-npm/config */
const harmless = new Set(
  (
    'access provenance tag tag-version-prefix save save-exact save-prefix package-lock shrinkwrap engine-strict fund audit ' +
    'audit-level legacy-peer-deps strict-peer-deps ignore-scripts prefer-offline prefer-dedupe install-strategy loglevel ' +
    'progress update-notifier sign-git-tag sign-git-commit git-tag-version message workspaces include-workspace-root ' +
    'node-linker auto-install-peers strict-peer-dependencies shamefully-hoist hoist link-workspace-packages ' +
    'prefer-workspace-packages shared-workspace-lockfile resolution-mode dedupe-peer-dependents use-node-version ' +
    'enable-pre-post-scripts public-hoist-pattern[] hoist-pattern[] min-release-age minimum-release-age'
  ).split(' '),
);

/** Whether a line of .npmrc may be sent: it is empty, a harmless setting, a registry, or the name of a variable. */
function isHarmlessSetting(line: string): boolean {
  const text = line.trim();
  if (text === '' || /^[#;]/.test(text)) return text.length < 2 || !/auth|token|password|_key/i.test(text);
  const at = text.indexOf('=');
  const [key, value] = at < 0 ? [text, ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (/^["']?\$\{\w+\}["']?$/.test(value) || harmless.has(key)) return true;
  return /^(?:@[\w.-]+:)?registry$/.test(key) && /^https?:\/\/[\w.:-]+(?:\/[\w./-]*)?$/.test(value);
}
