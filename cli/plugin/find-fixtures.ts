import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, unreadable } from '../../runner/source/readable-file.ts';

/** A sample project of a rule. */
export interface Fixture {
  /** Code of the rule. */
  code: string;
  /** `bad` raises the code; `good` is a near miss that does not. */
  kind: 'bad' | 'good';
  /** Relative to the plugin, with `/`: `fixtures/no-name/bad`. */
  path: string;
  /** Absolute. */
  folder: string;
}

/** There can be several: `bad-empty`, `bad-array`. */
const projectName = /^(bad|good)(-.*)?$/;

/** Folder levels of a code, which may contain slashes. */
const maxDepth = 4;

/**
 * Finds the fixtures of a plugin: projects in `fixtures/<code>/bad`, `fixtures/<code>/good`, and folders with these prefixes
 * (`bad-empty`).
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
