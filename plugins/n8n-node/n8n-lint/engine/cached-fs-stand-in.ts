import fs from 'node:fs';
import { resolve, sep } from 'node:path';

// Replaces node:fs for n8n's plugin, which reads the same manifest and lists the same folders for every file. They do
// not change while the linter runs.

const kept: Map<unknown, unknown>[] = [];

/** A map that is cleared when another project is linted. */
export function perProject<Key, Value>(): Map<Key, Value> {
  const known = new Map<Key, Value>();
  kept.push(known);
  return known;
}

const texts = perProject<string, string>();
const presence = perProject<string, boolean>();
const names = perProject<string, string[]>();
const entries = perProject<string, fs.Dirent[]>();

let project: string | undefined;

/**
 * To be called when a project may have changed.
 * @param folder absolute path of the next project; files outside of it do not exist, because results must not depend on
 * its location. Everything on the disk exists if absent.
 */
export function forgetProject(folder?: string): void {
  for (const known of kept) known.clear();
  project = folder;
}

export function readFileSync(path: string, encoding: 'utf8'): string {
  return once(texts, path, () => fs.readFileSync(inside(path), encoding));
}

export function existsSync(path: string): boolean {
  return once(presence, path, () => isInside(path) && fs.existsSync(path));
}

/** Sorted by name, because file systems differ and results depend on the order. */
export function readdirSync(path: string, options?: { withFileTypes: true }): string[] | fs.Dirent[] {
  return options
    ? once(entries, path, () => fs.readdirSync(inside(path), options).sort((a, b) => (a.name < b.name ? -1 : 1)))
    : once(names, path, () => fs.readdirSync(inside(path)).sort());
}

function inside(path: string): string {
  if (!isInside(path)) throw new Error('outside of the project');
  return path;
}

function isInside(path: string): boolean {
  if (project === undefined) return true;
  const whole = resolve(path);
  return whole === project || whole.startsWith(project + sep);
}

function once<T>(known: Map<string, T>, path: string, ask: () => T): T {
  const before = known.get(path);
  if (before !== undefined) return before;
  const answer = ask();
  known.set(path, answer);
  return answer;
}
