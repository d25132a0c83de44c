import { join } from 'node:path';
import { isAbsolute, normalize } from 'node:path/posix';
import { type ParseError, parse } from 'jsonc-parser';
import type { Finding } from '../../kernel/finding.ts';
import { parseJson } from '../../kernel/project-files.ts';
import { readProjectFile, splitMark } from '../read-project-file.ts';
import { writeNamedFile } from '../write-named-file.ts';
import { applyEdits } from './apply-edits.ts';

/** Bytes of a file. */
const maxBytes = 2 * 1024 * 1024;

/** A file that fixes change. */
export interface FixedFile {
  /** Relative to the project, with `/`. */
  path: string;
  before: string;
  after: string;
  /** Findings that it fixes, and their codes. */
  fixed: number;
  codes: ReadonlySet<string>;
}

/** Which of the fixable findings of a file are fixed together, in the order in which they are tried. */
interface Choice {
  groups(path: string, findings: readonly Finding[]): readonly (readonly Finding[])[];
}

/**
 * Returns what the edits of findings make of the files of a project. A file that would no longer be JSON is left out.
 * @param folder absolute
 * @param choice which findings are fixed
 * @param replaced texts of files instead of what is on disk, by path
 */
export function fixedFiles(
  folder: string,
  findings: readonly Finding[],
  choice: Choice,
  replaced: ReadonlyMap<string, string> = new Map(),
): FixedFile[] {
  const byFile = Map.groupBy(findings, ({ file = '' }) => file);
  return [...byFile].flatMap(([path, inFile]) => {
    const fixable = inFile.filter(({ edit }) => edit !== undefined);
    if (fixable.length === 0 || !isOwn(path)) return [];
    const now = replaced.get(path);
    const file = now === undefined ? readProjectFile(folder, path, maxBytes) : splitMark(now);
    if ('none' in file) return [];
    const { text, mark } = file;
    for (const group of choice.groups(path, fixable)) {
      const edits = group.flatMap(({ edit }) => edit ?? []);
      const { text: after, applied } = applyEdits(text, edits);
      if (after === text || !isStillJson(path, text, after)) continue;
      const codes = new Set(group.map(({ code }) => code));
      return [{ path, before: mark + text, after: mark + after, fixed: applied, codes }];
    }
    return [];
  });
}

/** Writes the files; never through a symbolic link. */
export async function writeFixed(folder: string, files: readonly FixedFile[]): Promise<void> {
  for (const { path, after } of files) await writeNamedFile(join(folder, path), after, [folder]);
}

/** Whether a file is in the project, and not installed: git could not restore another one. */
function isOwn(path: string): boolean {
  const normal = normalize(path);
  return path !== '' && !normal.startsWith('../') && !isAbsolute(normal) && !/(?:^|\/)node_modules\//.test(normal);
}

/** Files such as tsconfig.json may have comments and trailing commas. */
function isStillJson(path: string, before: string, after: string): boolean {
  if (!path.endsWith('.json')) return true;
  return isJson(after) || (!isJson(before) && isJsonWithComments(before) && isJsonWithComments(after));
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

function isJsonWithComments(text: string): boolean {
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: true });
  return errors.length === 0;
}
