import { printable } from '../kernel/printable.ts';
import { jsonText } from '../kernel/report/report.ts';
import type { CollectedFile } from '../runner/source/collect-files.ts';
import { notePath } from '../runner/source/stored-path.ts';
import type { ProjectSubject, RunRequest } from './run-request.ts';
import type { Terminal } from './terminal.ts';

/** Prints the files to upload, with sizes in bytes and reasons. @returns the exit code */
export function dryRun(
  { subject, projectType, pluginsNotRun = [] }: RunRequest,
  terminal: Terminal,
  { json }: { json: boolean },
): number {
  const files = subject.mode === 'project' ? uploadedFiles(subject) : [];
  const leftOut = subject.mode === 'project' ? subject.leftOut : [];
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (json) {
    const named = subject.mode === 'project' ? { packageName: subject.name } : { packageRef: subject.name };
    const left = { ...(leftOut.length > 0 && { leftOut }), ...(pluginsNotRun.length > 0 && { pluginsNotRun }) };
    terminal.document(jsonText({ projectType, ...named, files, total, ...left }));
    return 0;
  }
  if (subject.mode === 'package') {
    terminal.out(`${printable(subject.name)} is fetched from the registry; no files are uploaded`);
    return 0;
  }
  const { dim } = terminal.colors;
  const sizes = files.map(({ size }) => size.toLocaleString('en'));
  const column = Math.max(0, ...sizes.map((size) => size.length));
  for (const [index, { path, why }] of files.entries())
    terminal.out(`${sizes[index]?.padStart(column)}  ${printable(path)}  ${dim(`(${printable(why)})`)}`);
  terminal.out(`Total: ${files.length} ${files.length === 1 ? 'file' : 'files'}, ${total.toLocaleString('en')} bytes`);
  if (leftOut.length > 0) terminal.out('Not uploaded:');
  for (const { path, why, reason } of leftOut)
    terminal.out(`  ${printable(path)}  ${dim(`(${printable(why)})`)}: ${printable(reason)}`);
  return 0;
}

function uploadedFiles({ files, note }: ProjectSubject): CollectedFile[] {
  if (note === undefined) return files;
  const why = 'lists the files that the project refers to but does not have';
  return [...files, { path: notePath, size: Buffer.byteLength(note), why }];
}
