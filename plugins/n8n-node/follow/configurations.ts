import { dirname, isAbsolute } from 'node:path/posix';
import { parse } from 'jsonc-parser';
import type { FileLookup, FileReference } from '../../../kernel/follow.ts';
import { configurationAt } from '../build-script/script-files.ts';
import { recordOf } from '../project/manifest/manifest-fields.ts';
import { join, normalize } from '../project/project-path.ts';

/** The TypeScript configurations of a project, as far as they decide which files belong to it. */
export interface Configurations {
  /** The files that each configuration refers to, by its path. */
  leads: ReadonlyMap<string, readonly FileReference[]>;
  /** `paths`: targets relative to the project, with the `*` of the pattern. */
  aliases: readonly { pattern: string; targets: readonly string[] }[];
  /** `baseUrl`: folders. */
  bases: readonly string[];
  /** Output folders with their root folders. */
  roots: readonly { outDir: string; rootDir: string }[];
}

/** Configurations, and characters of one. */
const maxConfigurations = 64;
const maxLength = 1024 * 1024;

/** Reads configurations and those that they extend or reference. @param starts paths; missing ones are ignored */
export function readConfigurations(starts: readonly string[], reach: FileLookup): Configurations {
  const leads = new Map<string, FileReference[]>();
  const aliases: { pattern: string; folders: string[]; targets: string[] }[] = [];
  const bases = new Set<string>();
  const roots: { outDir: string; rootDir: string }[] = [];
  const queue = [...new Set(starts)];
  const extendedOnly = new Set<string>();
  for (const path of queue) {
    if (leads.has(path) || leads.size >= maxConfigurations) continue;
    const text = reach.read(path);
    if (text === undefined) continue;
    const config = parsed(text);
    const folder = dirname(path);
    const to: FileReference[] = [];
    leads.set(path, to);
    for (const base of texts(listOf([config['extends']].flat(1)))) {
      if (!/^\.{1,2}(?:\/|$)/.test(base)) continue;
      const target = extended(normalize(join(folder, base)), reach);
      to.push({ path: target, why: `extended by ${path}` });
      if (!queue.includes(target)) extendedOnly.add(target);
      queue.push(target);
    }
    for (const reference of listOf(config['references'])) {
      const named = recordOf(reference)?.['path'];
      if (typeof named !== 'string' || isAbsolute(named)) continue;
      const target = configurationAt(normalize(join(folder, named)));
      to.push({ path: target, why: `referred to by ${path}` });
      queue.push(target);
    }
    for (const file of texts(listOf(config['files'])))
      if (!isAbsolute(file) && !path.startsWith('../'))
        to.push({ path: normalize(join(folder, file)), why: `named by ${path}` });
    // The default of `include` is not inherited.
    const isBase = extendedOnly.has(path) && config['include'] === undefined;
    for (const file of isBase ? [] : declarations(config, folder, reach))
      to.push({ path: file, why: `included by ${path}` });
    for (const pattern of isBase ? [] : texts(listOf(config['include']))) {
      const start = normalize(join(folder, folderOfPattern(pattern)));
      const isThere = reach.exists(start) || reach.files(start).length + reach.folders(start).length > 0;
      if (!isThere && start !== '.' && !start.startsWith('..')) to.push({ path: start, why: `included by ${path}` });
    }
    const options = recordOf(config['compilerOptions']) ?? {};
    const base = options['baseUrl'];
    if (typeof base === 'string' && !isAbsolute(base)) bases.add(normalize(join(folder, base)));
    for (const [pattern, targets] of Object.entries(recordOf(options['paths']) ?? {}).slice(0, 1_000))
      aliases.push({ pattern, folders: [folder], targets: texts(listOf(targets)).slice(0, 20) });
    const clean = (value: unknown) => (typeof value === 'string' ? normalize(join(folder, value)) : undefined);
    roots.push({ outDir: clean(options['outDir']) ?? 'dist', rootDir: clean(options['rootDir']) ?? '.' });
  }
  const rebased = aliases.map(({ pattern, folders, targets }) => ({
    pattern,
    // Relative to `baseUrl` if it is set.
    targets: [...bases, ...folders].flatMap((folder) =>
      targets.filter((target) => !isAbsolute(target)).map((target) => normalize(join(folder, target))),
    ),
  }));
  return { leads, aliases: rebased, bases: [...bases], roots };
}

/** The folder or file with which a pattern starts: `lib` of `lib/**`. */
export const folderOfPattern = (pattern: string) =>
  /[*?{[]/.test(pattern) ? (/^[^*?{[]*\//.exec(pattern)?.[0] ?? '.').replace(/\/$/, '') : pattern;

function extended(path: string, reach: FileLookup): string {
  return [path, `${path}.json`, `${path}/tsconfig.json`].find((one) => reach.exists(one)) ?? path;
}

/** Folders to search for declarations. */
const maxFolders = 2_000;

/** Global declarations are not imported: they count because `include` covers them. */
function declarations(config: Readonly<Record<string, unknown>>, folder: string, reach: FileLookup): string[] {
  if (folder.startsWith('..')) return [];
  const { outDir, declarationDir } = recordOf(config['compilerOptions']) ?? {};
  const unwanted = new Set(
    texts([outDir, declarationDir, ...listOf(config['exclude'])]).map((path) => plain(folder, path)),
  );
  const include = config['include'] ?? (config['files'] === undefined ? ['**/*'] : []);
  const found = new Set<string>();
  let left = maxFolders;
  const go = (at: string) => {
    left -= 1;
    if (left < 0 || unwanted.has(plain('.', at))) return;
    for (const name of reach.files(at)) if (/\.d\.[cm]?ts$/.test(name)) found.add(normalize(join(at, name)));
    for (const name of reach.folders(at))
      if (!name.startsWith('.') && !/^(?:node_modules|dist|bower_components|jspm_packages)$/.test(name))
        go(join(at, name));
  };
  for (const pattern of new Set(texts(listOf(include)))) {
    // The folder with which a pattern starts, or the file that it names.
    const fixed = normalize(join(folder, /^[^*?{[]*/.exec(pattern)?.[0] ?? ''));
    if (/\.d\.[cm]?ts$/.test(fixed) && reach.exists(fixed)) found.add(fixed);
    const isWhole = fixed === normalize(join(folder, pattern));
    const start = isWhole ? fixed : fixed.replace(/(?<![^/])[^/]*$/, '');
    if (!start.startsWith('..')) go(start === '' ? '.' : start);
  }
  return [...found].filter((path) => !path.startsWith('..'));
}

/** Normalizes `a/b/**` and `./a/b/` to `a/b`. */
const plain = (folder: string, path: string) =>
  normalize(join(folder, path.replace(/(?:\/\*{1,2})+\/?$/, ''))).replace(/\/$/, '');

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return recordOf(text.length > maxLength ? undefined : parse(text, [], { allowTrailingComma: true })) ?? {};
  } catch {
    return {}; // Nested deeper than the parser's stack.
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, 1_000) : []);
const texts = (values: readonly unknown[]) => values.filter((value) => typeof value === 'string');
