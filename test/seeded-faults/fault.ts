import type { BaseName, ProjectTexts } from './base-projects.ts';

export const areas = [
  'behaviour',
  'compatibility',
  'load',
  'manifest',
  'types',
  'credentials',
  'security',
  'nodes',
  'packaging',
  'docs',
  'provenance',
] as const;
export type Area = (typeof areas)[number];

/** One fault, as an author would make it, in a project that has no other. */
export interface Fault {
  /** What is wrong, in a few words; unique. */
  name: string;
  base: BaseName;
  /** What becomes of files: another text, a change to the one there is, or (undefined) no file. */
  change: Readonly<Record<string, string | undefined | ((text: string) => string)>>;
  /** The code that is to be told, and where: the line of the changed file that holds `at`. */
  expect: { code: string; file?: string; at?: string };
  /** It keeps the package from being installed, loaded, used or verified: an error, not a warning. */
  blocks: boolean;
}

/** Replaces a text that stands once in a file. */
export function swap(from: string, to: string): (text: string) => string {
  return (text) => {
    const parts = text.split(from);
    if (parts.length !== 2) throw new Error(`${JSON.stringify(from)} stands ${parts.length - 1} times in the file`);
    return parts.join(to);
  };
}

/** Adds to the end of a file. */
export const append = (more: string) => (text: string) => `${text}${more}`;

/** Sets a field of a JSON file, or (undefined) takes it out; arrays by index. */
export function set(path: string, value: unknown): (text: string) => string {
  return (text) => {
    const root: unknown = JSON.parse(text);
    const keys = path.split('/');
    const last = keys.pop() ?? '';
    let at: unknown = root;
    for (const key of keys) at = record(at)[key] ??= {};
    record(at)[last] = value;
    return `${JSON.stringify(root, null, 2)}\n`;
  };
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Error('the path leads into no object');
  return value as Record<string, unknown>;
}

/** The project with the fault in it. */
export function faulty({ change }: Pick<Fault, 'change'>, base: ProjectTexts): ProjectTexts {
  const files: Record<string, string> = { ...base };
  for (const [path, to] of Object.entries(change)) {
    if (to === undefined) delete files[path];
    else files[path] = typeof to === 'string' ? to : to(fileOf(files, path));
  }
  return files;
}

function fileOf(files: ProjectTexts, path: string): string {
  const text = files[path];
  if (text === undefined) throw new Error(`the base project has no ${path}`);
  return text;
}

/** The line of a text in a file of a project. */
export function lineOf(files: ProjectTexts, file: string, at: string): number {
  const offset = fileOf(files, file).indexOf(at);
  if (offset < 0) throw new Error(`${file} does not hold ${JSON.stringify(at)}`);
  return fileOf(files, file).slice(0, offset).split('\n').length;
}
