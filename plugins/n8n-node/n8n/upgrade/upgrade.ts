import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseJson } from '../../../../kernel/index.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import { kitManifest } from '../kit-manifest.ts';
import { releaseFile } from '../release.ts';
import { compareRules, type RuleChanges } from './compare-rules.ts';
import { type ComparedSource, compareSources, minorOf } from './compare-sources.ts';
import { basePlugin, type FoundRelease, findRelease, lintPlugin } from './find-release.ts';
import { type VersionChange, versionIn, withVersions } from './manifest-versions.ts';
import type { Registry } from './registry.ts';
import { sourceComments, withSourceVersion } from './source-comments.ts';

const data = 'plugins/n8n-node/n8n';

/** Names that were added to a list of n8n's, and removed from it. */
export interface ListChange {
  list: string;
  added: readonly string[];
  removed: readonly string[];
}

export interface Upgraded {
  versions: readonly VersionChange[];
  /** Releases whose kits have other packages than before: their lock files must be created. */
  kits: readonly string[];
  lists: readonly ListChange[];
  /** Paths of the files that were written, relative to the repository. */
  written: readonly string[];
  /** Comments with the new version, because their files are unchanged. */
  confirmed: readonly ComparedSource[];
  /** Comments whose files changed. */
  changed: readonly ComparedSource[];
  rules: readonly RuleChanges[];
  /** The newest version of n8n's lint rules. */
  newestRules: string;
}

/**
 * Writes everything that follows from a version of n8n, and lists what must be reviewed. Writes nothing if something is
 * unknown.
 * @param options.root folder of the repository
 * @param options.wanted version of n8n, or `latest`
 * @throws {UpgradeError} when the registry does not have it or does not respond
 */
export async function upgrade(options: { root: string; wanted: string; registry: Registry }): Promise<Upgraded> {
  const { root, wanted, registry } = options;
  const read = (path: string) => readFile(join(root, path), 'utf8');
  const texts = new Map<string, string>();

  const own = await read('package.json');
  const release = await findRelease(registry, wanted, versionIn(own, 'typescript'));
  const manifest = withVersions(own, release);
  texts.set('package.json', manifest.text);

  const kits: string[] = [];
  const before = recordOf(parseJson(await read(`${data}/kits/releases.json`))) ?? {};
  const hostsBefore: Record<string, unknown> = {};
  for (const which of ['current', 'previous'] as const) {
    const { n8n } = release[which];
    hostsBefore[which] = parseJson(await read(`${data}/kits/${before[which]}/${releaseFile}`));
    texts.set(`${data}/kits/${n8n}/${releaseFile}`, jsonText(release[which]));
    const text = kitManifest(n8n, release.kits[which]);
    const path = `${data}/kits/${n8n}/package.json`;
    if (sameKit(text, await read(path).catch(() => '{}'))) continue;
    kits.push(n8n);
    texts.set(path, text);
  }
  const next = nextKit(release);
  if (next !== undefined) {
    const folder = `${data}/kits/${next.name}`;
    if (!sameKit(next.manifest, await read(`${folder}/package.json`).catch(() => '{}'))) {
      kits.push(next.name);
      texts.set(`${folder}/package.json`, next.manifest);
    }
  }
  const names = {
    current: release.current.n8n,
    previous: release.previous.n8n,
    next: next?.name ?? release.current.n8n,
  };
  texts.set(`${data}/kits/releases.json`, jsonText(names));

  const lists = (['credentials', 'nodes'] as const).map((list) => {
    const names = recordOf(hostsBefore['current'])?.[list];
    return { list, ...difference(Array.isArray(names) ? names.map(String) : [], release.current[list] ?? []) };
  });

  const versions = [
    { name: 'n8n', before: n8nOf(hostsBefore['current']), after: release.current.n8n },
    { name: 'n8n of the previous major version', before: n8nOf(hostsBefore['previous']), after: release.previous.n8n },
    ...manifest.versions,
  ];
  const compared = await compareSources(registry, await sourceComments(root), {
    before: new Map([...modulesOf(hostsBefore['current']), ...pairs(versions, 'before')]),
    after: new Map([...Object.entries(release.current.modules), ...pairs(versions, 'after')]),
  });
  // A file is confirmed if all comments in it are.
  const differs = new Set(compared.filter(({ changed }) => changed.length > 0).map(keyOf));
  const confirmed = compared.filter((one) => !differs.has(keyOf(one)) && minorOf(one.after) !== one.comment.version);
  for (const { comment, after } of confirmed) {
    const text = texts.get(comment.file) ?? (await read(comment.file));
    texts.set(comment.file, withSourceVersion(text, comment, minorOf(after)));
  }
  const rules = await changedRules(registry, versions);

  const written: string[] = [];
  for (const [path, text] of texts) {
    if (text === (await read(path).catch(() => ''))) continue;
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
    written.push(path);
  }
  for (const { name } of (await readdir(join(root, data, 'kits'), { withFileTypes: true })).filter((one) =>
    one.isDirectory(),
  ))
    if (!Object.values(names).includes(name)) await rm(join(root, data, 'kits', name), { recursive: true });
  const changed = compared.filter((one) => one.changed.length > 0);
  return { versions, kits, lists, written, confirmed, changed, rules, newestRules: release.newestRules };
}

/** The kit of the next ruleset: the current release with the newest lint rules; undefined if the gate has them already. */
function nextKit({ current, kits, newestRules }: FoundRelease): { name: string; manifest: string } | undefined {
  if (kits.current[lintPlugin] === newestRules) return undefined;
  const name = `${current.n8n}-next`;
  return { name, manifest: kitManifest(name, { ...kits.current, [lintPlugin]: newestRules }) };
}

async function changedRules(registry: Registry, versions: readonly VersionChange[]): Promise<RuleChanges[]> {
  const found: RuleChanges[] = [];
  for (const plugin of [lintPlugin, basePlugin]) {
    const { before, after } = versions.find(({ name }) => name === plugin) ?? {};
    if (before !== undefined && after !== undefined && before !== after)
      found.push(await compareRules(registry, { plugin, before, after }));
  }
  return found;
}

/** Whether two manifests of kits have the same packages; their sizes are maintained by hand. */
const sameKit = (one: string, other: string) =>
  JSON.stringify({ ...recordOf(parseJson(one)), config: 0 }) ===
  JSON.stringify({ ...recordOf(parseJson(other)), config: 0 });

const keyOf = ({ comment }: ComparedSource) => `${comment.file} ${comment.package} ${comment.version}`;

const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function difference(before: readonly string[], after: readonly string[]): Omit<ListChange, 'list'> {
  const [old, current] = [new Set(before), new Set(after)];
  return { added: after.filter((name) => !old.has(name)), removed: before.filter((name) => !current.has(name)) };
}

function n8nOf(release: unknown): string | undefined {
  const version = recordOf(release)?.['n8n'];
  return typeof version === 'string' ? version : undefined;
}

function modulesOf(release: unknown): [string, string][] {
  return Object.entries(recordOf(recordOf(release)?.['modules']) ?? {}).map(([name, version]) => [
    name,
    String(version),
  ]);
}

function pairs(versions: readonly VersionChange[], when: 'before' | 'after'): Iterable<[string, string]> {
  return versions.flatMap(({ name, [when]: version }) => (version === undefined ? [] : [[name, version]]));
}
