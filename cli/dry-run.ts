import { printable } from '../kernel/printable.ts';
import { jsonText } from '../kernel/report/report.ts';
import type { RunRequest } from './run-request.ts';
import type { Terminal } from './terminal.ts';

/** `--dry-run`: what would be sent, and nothing is. Sizes are in bytes. @returns the exit code */
export function dryRun({ subject, projectType }: RunRequest, terminal: Terminal, { json }: { json: boolean }): number {
  const files = subject.mode === 'project' ? subject.files : [];
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (json) {
    const named = subject.mode === 'project' ? { packageName: subject.name } : { packageRef: subject.name };
    terminal.document(jsonText({ projectType, ...named, files, total }));
    return 0;
  }
  if (subject.mode === 'package') {
    terminal.out(`${printable(subject.name)} comes from the registry: no files would be sent`);
    return 0;
  }
  const sizes = files.map(({ size }) => size.toLocaleString('en'));
  const column = Math.max(0, ...sizes.map((size) => size.length));
  for (const [index, { path }] of files.entries())
    terminal.out(`${sizes[index]?.padStart(column)}  ${printable(path)}`);
  terminal.out(`Total: ${files.length} ${files.length === 1 ? 'file' : 'files'}, ${total.toLocaleString('en')} bytes`);
  return 0;
}
