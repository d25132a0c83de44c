import { closeSync, readSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { usageError } from '../kernel/errors.ts';
import { isTracked } from '../runner/source/git-index.ts';
import { isInside } from '../runner/source/inside.ts';
import { openRegularFile } from '../runner/source/regular-file.ts';
import { repositoryRoot } from '../runner/source/repository.ts';
import type { ReportTarget } from './report.ts';
import type { RunRequest } from './run-request.ts';

/**
 * Rejects a report that would replace a file of the project: one that is verified or that git tracks, or any that exists where
 * there is no repository. Reports of earlier runs are replaced.
 * @throws {ServiceError} INVALID_USAGE
 */
export function rejectOverwriting(reports: readonly ReportTarget[], subject?: RunRequest['subject']): void {
  const folder = subject?.mode === 'project' ? subject.folder : '.';
  const verified = subject?.mode === 'project' ? subject.files.map(({ path }) => realPath(join(folder, path))) : [];
  for (const { format, path } of reports) {
    const real = path === undefined ? undefined : realPath(path);
    if (real === undefined || isReplaceable(real)) continue;
    if (verified.includes(real) || isOfProject(folder, real))
      throw usageError(`--report ${format}=${path} would replace a file of the project; give the report another path`);
  }
}

function isOfProject(folder: string, real: string): boolean {
  const root = realpathSync.native(folder);
  const boundary = repositoryRoot(root) ?? root;
  return isInside(boundary, real) && isTracked(boundary, real) !== false;
}

/** How reports of all formats begin; those of `--packages` too. */
const beginnings = [
  /^\{\s*"(?:runId|batch)": /,
  /^\{\s*"\$schema": "[^"]*\/sarif-schema-/,
  /^<\?xml [^>]*>\s*<testsuites>/,
  /^### (?:\S+ Verification |\d+ passed, )/,
  /^<!doctype html>[\s\S]*? · service<\/title>/,
  /^::(?:error|warning|notice) /,
];
/** Bytes. */
const maxBeginning = 4096;

/** Whether a file is empty or a report. */
function isReplaceable(real: string): boolean {
  try {
    const { descriptor } = openRegularFile(real);
    const bytes = Buffer.alloc(maxBeginning);
    const read = readSync(descriptor, bytes, 0, maxBeginning, 0);
    closeSync(descriptor);
    const text = bytes.toString('utf8', 0, read);
    return text.trim() === '' || beginnings.some((beginning) => beginning.test(text));
  } catch {
    // Writing says why it cannot be written.
    return true;
  }
}

/** Undefined if there is no file. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(resolve(path));
  } catch {
    return undefined;
  }
}
