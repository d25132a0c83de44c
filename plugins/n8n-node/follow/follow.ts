import { basename, dirname } from 'node:path/posix';
import type { FileLookup, FileReference, Follow } from '../../../kernel/follow.ts';
import { maxManifestBytes } from '../../../kernel/manifest.ts';
import { tryJson } from '../../../kernel/project-files.ts';
import { isLeftInOutput, keepsBuild } from '../build-script/kept-build.ts';
import { configurationAt, scriptFiles } from '../build-script/script-files.ts';
import { repositoryOnGithub } from '../project/manifest/github-repository.ts';
import { declarationsOf, recordOf } from '../project/manifest/manifest-fields.ts';
import { join, normalize } from '../project/project-path.ts';
import { addressesIn, pathOf } from '../project/readme/links.ts';
import { readConfigurations } from './configurations.ts';
import { type FollowedProject, manifestLeads, outputOf, subpathImports, targetFiles } from './manifest-leads.ts';
import { matchPattern } from './match-pattern.ts';
import { isRelative, moduleFiles, pathFrom } from './module-files.ts';
import { scanModule } from './scan-module.ts';

/** Returns the files that each file of a node package refers to. Reads files only, and runs nothing. */
export function followN8nNode(reach: FileLookup): Follow {
  const manifest = manifestIn(reach);
  const named = scriptFiles(manifest).flatMap(({ candidates }) => candidates);
  const starts = ['tsconfig.json', ...named.filter((path) => /(?:^|\/)tsconfig[^/]*\.json$/.test(path))];
  const configurations = readConfigurations(starts.map(configurationAt), reach);
  const isKept = keepsBuild(manifest, reach);
  const isOutput = outputOf(manifest, configurations, isKept);
  const project: FollowedProject = { reach, manifest, configurations, isKept, isOutput };
  return (path) => leadsOf(path, project);
}

function* leadsOf(path: string, project: FollowedProject): Generator<FileReference> {
  const { configurations, reach } = project;
  if (path === 'package.json') yield* manifestLeads(project);
  else if (/\.[cm]?[jt]sx?$/.test(path)) yield* scriptLeads(path, project);
  else if (/^(?:\.\.\/)*\.github\/workflows\//.test(path)) yield* actionLeads(path, reach);
  else if (/^readme\.(?:md|markdown)$/i.test(path)) yield* linkLeads(path, project);
  else yield* configurations.leads.get(path) ?? [];
}

/** Missing files that a README links to; existing ones are not needed. */
function* linkLeads(readme: string, { reach, manifest }: FollowedProject): Generator<FileReference> {
  const own = repositoryOnGithub(manifest);
  for (const address of addressesIn(reach.read(readme) ?? '')) {
    const path = pathOf(address, own);
    if (path === undefined || reach.exists(path)) continue;
    if (reach.files(path).length > 0 || reach.folders(path).length > 0) continue;
    yield { path, why: `linked by ${readme}`, unwanted: 'a linked file is not needed' };
  }
}

function* scriptLeads(path: string, project: FollowedProject): Generator<FileReference> {
  const { reach } = project;
  const codex = /^(.*\.node)\.[cm]?[jt]s$/s.exec(path)?.[1];
  if (codex !== undefined && reach.exists(`${codex}.json`))
    yield { path: `${codex}.json`, why: `codex file of ${path}` };
  const text = reach.read(path);
  if (text === undefined) return;
  const { specifiers, icons } = scanModule(text);
  for (const specifier of specifiers) {
    for (const target of targetsOf(specifier, path, project))
      yield { path: target, why: `imported by ${path}`, ...unwanted(target, path, project) };
  }
  for (const icon of icons) {
    const target = normalize(join(dirname(path), icon));
    if (!project.isOutput(target) && !target.startsWith('../')) yield { path: target, why: `icon of ${path}` };
    for (const one of reach.exists(target) ? [] : namesakes(target, project))
      yield { path: one, why: `icon of ${path}, if the build moves it` };
    const kept = keptIcon(icon, path, project);
    if (kept !== undefined) yield { path: kept, why: `icon of ${path}, in the output of the build already` };
  }
}

/** Pictures of that name in the project itself and in its folders. */
function namesakes(path: string, { reach, isOutput }: FollowedProject): string[] {
  if (!/\.(?:svg|png)$/i.test(path)) return [];
  const folders = reach
    .folders('.')
    .slice(0, maxFolders)
    .filter((name) => name !== 'node_modules');
  return ['.', ...folders]
    .map((folder) => normalize(join(folder, basename(path))))
    .filter((one) => reach.exists(one) && !isOutput(one));
}

/** Folders of a project in which a picture is looked for. */
const maxFolders = 30;

/** The icon of a node where n8n looks for it, if the repository has it there. */
function keptIcon(icon: string, path: string, { manifest, reach }: FollowedProject): string | undefined {
  const name = basename(path).replace(/\.[cm]?[jt]s$/, '');
  const declared = declarationsOf(manifest).find((one) => basename(one.path).replace(/\.[cm]?js$/, '') === name);
  const place = declared && normalize(join(dirname(declared.path), icon));
  return place !== undefined && !place.startsWith('../') && isLeftInOutput(place, manifest, reach) ? place : undefined;
}

function unwanted(target: string, from: string, { isOutput }: FollowedProject): Pick<FileReference, 'unwanted'> {
  if (target.startsWith('../')) return { unwanted: 'it is above the project, where only configurations are read' };
  return isOutput(target) && !isOutput(from) ? { unwanted: 'it is output of the build' } : {};
}

/** The files that a specifier resolves to; a missing file is returned by its own path. */
function targetsOf(specifier: string, from: string, project: FollowedProject): readonly string[] {
  const { reach, manifest, configurations } = project;
  if (isRelative(specifier)) {
    const path = pathFrom(from, specifier);
    const found = moduleFiles(path, reach);
    return found.length > 0 ? found : [path.replace(/\/$/, '')];
  }
  if (specifier.startsWith('#')) {
    const targets = subpathImports(manifest).flatMap(
      ({ pattern, target }) => matchPattern(specifier, pattern, [target]) ?? [],
    );
    return firstFound(targets, (target) => targetFiles(target, project));
  }
  const aliased = configurations.aliases.flatMap(({ pattern, targets }) => {
    const matching = matchPattern(specifier, pattern, targets);
    return matching ? [{ pattern, targets: matching }] : [];
  });
  const candidates = [
    ...aliased.flatMap(({ targets }) => targets),
    ...configurations.bases.map((base) => normalize(join(base, specifier))),
  ];
  const found = firstFound(candidates, (path) => moduleFiles(path, reach));
  if (found.length > 0) return found;
  // An alias of the project, not a package.
  return aliased.flatMap(({ pattern, targets: [target] }) => (pattern !== '*' && target !== undefined ? [target] : []));
}

function firstFound(paths: readonly string[], files: (path: string) => readonly string[]): readonly string[] {
  for (const path of paths) {
    const found = files(path);
    if (found.length > 0) return found;
  }
  return [];
}

/** Actions of the repository, by paths from its root. */
function* actionLeads(path: string, reach: FileLookup): Generator<FileReference> {
  const root = path.slice(0, path.indexOf('.github/'));
  const text = reach.read(path) ?? '';
  for (const [, action] of text.matchAll(/\buses:[ \t]{0,20}["']?\.\/([\w./-]{1,200})/g)) {
    const folder = normalize(join('.', action ?? ''));
    if (folder.startsWith('..')) continue;
    const file = ['action.yml', 'action.yaml']
      .map((name) => `${root}${folder}/${name}`)
      .find((one) => reach.exists(one));
    if (file !== undefined) yield { path: file, why: `used by ${path}` };
  }
}

function manifestIn(reach: FileLookup): Readonly<Record<string, unknown>> {
  const text = reach.read('package.json') ?? '';
  return text.length > maxManifestBytes ? {} : (recordOf(tryJson(text)) ?? {});
}
