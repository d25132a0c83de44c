import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, unreadable } from '../../runner/source/readable-file.ts';

/** A project that shows what a rule is about. */
export interface Fixture {
  /** The code that it is for. */
  code: string;
  /** `bad` raises the code; `good` is a near miss that does not. */
  kind: 'bad' | 'good';
  /** Relative to the plugin, with `/`: `fixtures/no-name/bad`. */
  path: string;
  /** Absolute. */
  folder: string;
}

/** More than one project may show the same: `bad-empty`, `bad-array`. */
const projectName = /^(bad|good)(-.*)?$/;

/** A code may have slashes in it; deeper than this are no codes. */
const maxDepth = 4;

/**
 * The fixtures of a plugin by the one convention that there is: `fixtures/<code>/bad` and `fixtures/<code>/good`, each a
 * project, each also with more names that begin so (`bad-empty`).
 * @throws {ServiceError} UNREADABLE_PATH
 */
export async function findFixtures(plugin: string): Promise<Fixture[]> {
  return fixturesBelow(plugin, []);
}

async function fixturesBelow(plugin: string, codeParts: readonly string[]): Promise<Fixture[]> {
  const path = ['fixtures', ...codeParts].join('/');
  const fixtures: Fixture[] = [];
  for (const name of await foldersIn(join(plugin, path), path)) {
    const kind = codeParts.length > 0 ? projectName.exec(name)?.[1] : undefined;
    if (kind === 'bad' || kind === 'good') {
      const code = codeParts.join('/');
      fixtures.push({ code, kind, path: `${path}/${name}`, folder: join(plugin, path, name) });
    } else if (codeParts.length < maxDepth) fixtures.push(...(await fixturesBelow(plugin, [...codeParts, name])));
  }
  return fixtures;
}

async function foldersIn(folder: string, path: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw unreadable(path, error);
  }
}
