import fs from 'node:fs';

// The part of node:fs with which n8n's plugin looks from one file of a project at others. It reads the same manifest and
// lists the same folders again for every file, and nothing changes there while the linter runs.

const texts = new Map<string, string>();
const presence = new Map<string, boolean>();
const names = new Map<string, string[]>();
const entries = new Map<string, fs.Dirent[]>();

/** To be called when a project may have changed. */
export function forgetProject(): void {
  for (const known of [texts, presence, names, entries]) known.clear();
}

export function readFileSync(path: string, encoding: 'utf8'): string {
  return once(texts, path, () => fs.readFileSync(path, encoding));
}

export function existsSync(path: string): boolean {
  return once(presence, path, () => fs.existsSync(path));
}

export function readdirSync(path: string, options?: { withFileTypes: true }): string[] | fs.Dirent[] {
  return options
    ? once(entries, path, () => fs.readdirSync(path, options))
    : once(names, path, () => fs.readdirSync(path));
}

function once<T>(known: Map<string, T>, path: string, ask: () => T): T {
  const before = known.get(path);
  if (before !== undefined) return before;
  const answer = ask();
  known.set(path, answer);
  return answer;
}
