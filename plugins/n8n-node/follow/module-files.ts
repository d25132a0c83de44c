import { dirname } from 'node:path/posix';
import type { FileLookup } from '../../../kernel/follow.ts';
import { join, normalize } from '../project/project-path.ts';

/**
 * Source extensions by the extension of the compiled file.
 * https://www.typescriptlang.org/docs/handbook/modules/reference.html#file-extension-substitution
 */
const sources: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts', '.jsx'],
  '.jsx': ['.tsx', '.d.ts'],
  '.mjs': ['.mts', '.d.mts'],
  '.cjs': ['.cts', '.d.cts'],
};
const endings = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json', '.node'];

/**
 * The files to which TypeScript, bundlers or Node.js resolve a path: a source, a script with its declarations, or the
 * index of a folder. Empty if there is none.
 * @param path relative to the project, normalized; a folder if it ends with `/`
 */
export function moduleFiles(path: string, reach: FileLookup): string[] {
  const bare = path.replace(/\/$/, '');
  const found = bare === path ? fileAt(bare, reach) : undefined;
  const file = found ?? indexOf(bare, reach);
  if (file === undefined) return [];
  const beside = besideOf(file).find((one) => one !== file && reach.exists(one));
  return beside === undefined ? [file] : [file, beside];
}

function fileAt(path: string, reach: FileLookup): string | undefined {
  const ending = /\.[cm]?jsx?$/.exec(path)?.[0] ?? '';
  const stem = ending === '' ? path : path.slice(0, -ending.length);
  const candidates = [
    ...(sources[ending] ?? []).map((end) => stem + end),
    ...(path === '' || path === '.' || /(?:^|\/)\.\.$/.test(path) ? [] : [path, ...endings.map((end) => path + end)]),
  ];
  return candidates.find((candidate) => reach.exists(candidate));
}

function indexOf(folder: string, reach: FileLookup): string | undefined {
  const within = (name: string) => normalize(join(folder, name));
  const manifest = within('package.json');
  // The manifest of a folder names its entry point.
  if (folder !== '.' && folder !== '' && reach.exists(manifest)) {
    const main = mainOf(reach.read(manifest));
    const entry = main === undefined ? undefined : fileAt(within(main), reach);
    if (entry !== undefined) return entry;
  }
  return endings.map((end) => within(`index${end}`)).find((candidate) => reach.exists(candidate));
}

function mainOf(text: string | undefined): string | undefined {
  const main = text === undefined ? undefined : /"main"\s{0,20}:\s{0,20}"([^"\\]{1,500})"/.exec(text)?.[1];
  return main !== undefined && !main.startsWith('/') ? main : undefined;
}

/** The declarations of a script, or the script of declarations. */
function besideOf(file: string): string[] {
  const types = /^(.*)\.d\.([cm]?)ts$/s.exec(file);
  if (types) return [`${types[1]}.${types[2]}js`];
  const script = /^(.*)\.([cm]?)js$/s.exec(file);
  return script ? [`${script[1]}.d.${script[2]}ts`] : [];
}

/** Whether a specifier is a path from the file that imports it. */
export const isRelative = (specifier: string) => /^\.{1,2}(?:\/|$)/.test(specifier);

/** Resolves a relative specifier. */
export function pathFrom(file: string, specifier: string): string {
  const clean = specifier.replace(/[?#].*/s, '');
  const path = normalize(join(dirname(file), clean));
  return /(?:^|\/)\.{1,2}$/.test(clean) && !path.endsWith('/') ? `${path}/` : path;
}
