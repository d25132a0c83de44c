import { existsSync, lstatSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import PQueue from 'p-queue';
import { codeOf, reasonOf } from '../../kernel/errors.ts';
import type { InstalledPackages, InstalledParts } from '../../kernel/packages.ts';
import { arboristIn } from '../kits/install-kit.ts';
import { pathFault } from '../source/path-rules.ts';
import type { Registry } from '../source/registry.ts';
import { tarballError } from '../source/tarball-error.ts';
import { unpackTarball } from '../source/unpack-tarball.ts';
import { type Fields, fieldsOf, textOf } from './lock/lock-values.ts';
import { readSpec } from './read-spec.ts';
import { packageLimits } from './readable-package.ts';

/** Limits of one run: packages, bytes of their files, and seconds. */
export interface InstallLimits {
  packages: number;
  bytes: number;
  seconds: number;
}

const defaultInstallLimits: InstallLimits = { packages: 600, bytes: 200 * 2 ** 20, seconds: 60 };

/** Concurrent downloads. */
const concurrency = 8;
/** What no code reads. */
const unread = /\.(?:map|md|markdown|[cm]?ts|tsx|flow)$/i;

interface InstallSources {
  /** Undefined when offline. */
  registry: Registry | undefined;
  /** Base URL of the registry; npm's configured one when absent. */
  registryUrl?: string | undefined;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
  limits?: InstallLimits;
  /** What to install beside them. */
  parts?: InstalledParts | undefined;
  /** The folder to make. */
  place: string;
}

/** An installation in a folder of its own, to be removed. */
export interface Installation extends InstalledPackages {
  /** Whether it has everything that comes from the registry. */
  isWhole: boolean;
  /** Whether that is because the registry did not answer. */
  isUnanswered: boolean;
  remove(): Promise<void>;
}

/**
 * Installs packages with all that they depend on, as npm would, but without running anything of them: npm's library resolves
 * them, and their tarballs are scanned and unpacked as those of published packages are.
 * @param wanted ranges by name
 */
export async function installDependencies(
  wanted: Readonly<Record<string, string>>,
  { registry, signal, limits = defaultInstallLimits, parts, place: path, ...source }: InstallSources,
): Promise<Installation> {
  const { registered, missing } = sorted(wanted);
  const remove = () => rm(path, { recursive: true, force: true });
  const all = [...Object.keys(registered), ...Object.keys(parts?.wanted ?? {})];
  const nothing = (reason: string): Installation => ({
    folder: undefined,
    missing: { ...missing, ...Object.fromEntries(all.map((name) => [name, reason])) },
    ...{ isWhole: false, isUnanswered: true, remove },
  });
  if (all.length === 0) return nothing('');
  if (!registry) return nothing('offline');
  await mkdir(path, { recursive: true });
  const timeout = AbortSignal.timeout(limits.seconds * 1000);
  const either = AbortSignal.any([signal, timeout]);
  try {
    const from = { registry, signal: either, limits };
    if (Object.keys(registered).length > 0) {
      const packages = await resolved(registered, { folder: path, signal: either, ...source });
      if (packages.length > limits.packages)
        throw new Error(`they are ${packages.length} packages, the limit is ${limits.packages}`);
      await fill(path, packages, from);
    }
    const folder = join(path, 'made', 'node_modules');
    let isWhole = true;
    if (parts)
      await fillParts({ folder: join(path, 'parts'), target: folder }, parts, from).catch((error: unknown) => {
        signal.throwIfAborted();
        isWhole = false;
        for (const name of Object.keys(parts.wanted)) missing[name] = reasonOf(error);
      });
    return { folder: existsSync(folder) ? folder : undefined, missing, isWhole, isUnanswered: false, remove };
  } catch (error) {
    await remove();
    signal.throwIfAborted();
    if (timeout.aborted) return nothing(`the time limit of ${limits.seconds} s is reached`);
    return { ...nothing(reasonOf(error)), isUnanswered: unanswered.test(String(codeOf(error))) };
  }
}

/** Codes of errors without an answer of the registry, or with one that it cannot answer now. */
const unanswered = /^(?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ERR_SOCKET\w*|UND_ERR\w*|E429|E5\d\d|RUNNER_ERROR)$/;

/** Packages of the registry, and why the others are not installed. */
function sorted(wanted: Readonly<Record<string, string>>) {
  const registered: Record<string, string> = {};
  const missing: Record<string, string> = {};
  for (const [name, range] of Object.entries(wanted)) {
    if (isRegistered(name, range)) registered[name] = range;
    else missing[name] = 'it does not come from the registry';
  }
  return { registered, missing };
}

const isRegistered = (name: string, range: string): boolean => readSpec(name, range)?.registry === true;

/** An entry of the lock file. */
interface Locked {
  /** `node_modules/a/node_modules/b` */
  path: string;
  name: string;
  version: string;
  tarball: string;
  integrity: string | undefined;
}

/** What npm would install, as npm's library writes it into a lock file. */
async function resolved(
  dependencies: Readonly<Record<string, string>>,
  {
    folder,
    signal,
    registryUrl,
    environment,
  }: { folder: string; signal: AbortSignal; registryUrl?: string | undefined; environment: NodeJS.ProcessEnv },
): Promise<Locked[]> {
  const at = join(folder, 'lock');
  await mkdir(at);
  await writeFile(join(at, 'package.json'), JSON.stringify({ name: 'dependencies', private: true, dependencies }));
  const arborist = await arboristIn(
    { folder: at, cache: join(folder, 'cache') },
    { environment, registry: registryUrl, signal, lockOnly: true, untrusted: true },
  );
  await arborist.reify();
  const lock: Fields = JSON.parse(await readFile(join(at, 'package-lock.json'), 'utf8'));
  return Object.entries(fieldsOf(lock['packages'])).flatMap(([path, value]) => {
    const fields = fieldsOf(value);
    const { link, inBundle, os, cpu } = fields;
    if (path === '' || inBundle === true || !fits(os, process.platform) || !fits(cpu, process.arch)) return [];
    const [version, tarball] = [textOf(fields['version']), textOf(fields['resolved'])];
    const isPlace = path.startsWith('node_modules/') && pathFault(path) === undefined;
    if (link === true || version === undefined || tarball === undefined || !isPlace)
      throw new Error(`${path} does not come from the registry`);
    const name = textOf(fields['name']) ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return [{ path, name, version, tarball, integrity: textOf(fields['integrity']) }];
  });
}

/** Whether `os` or `cpu` of a manifest allows this machine. */
function fits(allowed: unknown, own: string): boolean {
  if (!Array.isArray(allowed) || allowed.length === 0) return true;
  const names = allowed.filter((one) => typeof one === 'string');
  const isNamed = names.some((one) => one.startsWith('!')) || names.includes(own) || names.includes('any');
  return isNamed && !names.includes(`!${own}`);
}

/** Code in place of a package that is not installed: it can be loaded and extended. */
const emptyPackage = (name: string) => `'use strict';
const absent = () => {
  throw new Error(${JSON.stringify(`dependency "${name}" is not installed: it is too large`)});
};
module.exports = new Proxy(class {}, {
  get: (target, key) => (key in target ? target[key] : module.exports),
  construct: absent,
  apply: absent,
});
`;

/** Installs packages side by side, with what is named of their dependencies, and what is named in place of others. */
async function fillParts(
  { folder, target }: { folder: string; target: string },
  { wanted, only, empty }: InstalledParts,
  from: FilledFrom,
): Promise<void> {
  const made = join(folder, 'made', 'node_modules');
  const done = new Set<string>();
  let next = Object.entries(wanted);
  while (next.length > 0) {
    for (const [name] of next) done.add(name);
    const found = next.map(async ([name, range]): Promise<Locked> => {
      const reference = { name, wanted: range, kind: 'range' } as const;
      const { version, tarball, integrity } = await from.registry.find(reference, from.signal);
      return { path: `node_modules/${name}`, name, version, tarball, integrity };
    });
    await fill(folder, await Promise.all(found), from);
    const manifests = next.map(([name]) => readFile(join(made, name, 'package.json'), 'utf8').then(parseFields));
    const needed = (await Promise.all(manifests)).flatMap((manifest) =>
      Object.entries(fieldsOf(manifest['dependencies'])),
    );
    next = [...new Map(needed.map(([name, range]) => [name, String(range)]))].filter(
      ([name, range]) => only.includes(name) && !done.has(name) && isRegistered(name, range),
    );
  }
  for (const name of empty) {
    await mkdir(join(made, name), { recursive: true });
    const manifest = { name, version: '0.0.0', exports: { '.': './index.js', './*': './index.js' } };
    await writeFile(join(made, name, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(made, name, 'index.js'), emptyPackage(name));
  }
  // Only all of them are of use.
  for (const name of [...done, ...empty]) {
    if (existsSync(join(target, name))) continue;
    await mkdir(dirname(join(target, name)), { recursive: true });
    await rename(join(made, name), join(target, name));
  }
}

const parseFields = (text: string): Fields => fieldsOf(JSON.parse(text));

interface FilledFrom {
  registry: Registry;
  signal: AbortSignal;
  limits: InstallLimits;
}

/** Downloads and unpacks packages into `made`, each into a folder of its own before it is put into its place. */
async function fill(
  folder: string,
  packages: readonly Locked[],
  { registry, signal, limits }: FilledFrom,
): Promise<void> {
  const queue = new PQueue({ concurrency });
  const drafts = new Map<string, string>();
  let bytes = 0;
  const get = async ({ path, name, version, tarball, integrity }: Locked, index: number) => {
    signal.throwIfAborted();
    const draft = join(folder, 'drafts', String(index));
    const file = `${draft}.tgz`;
    await mkdir(draft, { recursive: true });
    const reference = { name, wanted: version, kind: 'version' } as const;
    const found = { name, version, reference, tarball, integrity };
    const saved = await registry.save(found, file, packageLimits.totalBytes, signal);
    if (saved.matches === false)
      throw tarballError(`of ${name}@${version} has another integrity than the registry says`);
    const only = (one: string) => !unread.test(one);
    const files = await unpackTarball({ tarball: file, folder: draft, signal, limits: packageLimits, only });
    for (const one of files) if (only(one)) bytes += lstatSync(join(draft, one)).size;
    if (bytes > limits.bytes) throw new Error(`they are larger than ${limits.bytes / 2 ** 20} MiB`);
    await rm(file);
    drafts.set(path, draft);
  };
  try {
    await Promise.all(packages.map((one, index) => queue.add(() => get(one, index))));
  } finally {
    queue.clear();
    await queue.onIdle();
  }
  for (const [path, draft] of [...drafts].sort(([one], [other]) => one.length - other.length)) {
    const target = join(folder, 'made', path);
    // A package that another one brings in its own tarball.
    if (existsSync(target)) continue;
    await mkdir(dirname(target), { recursive: true });
    await rename(draft, target);
  }
}
