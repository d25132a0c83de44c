import type { Diagnostic } from './compile-output.ts';

const located = /^(.+)\((\d+),(\d+)\): error TS(\d+): (.*)$/;
const global = /^error TS(\d+): (.*)$/;

/** Reads what `tsc --pretty false` prints; lines that belong to no error are left out. */
export function parseDiagnostics(output: string): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const line of output.split(/\r?\n/)) {
    // Most lines name a file that was read.
    const isError = line.includes('error TS');
    const at = isError ? located.exec(line) : null;
    const bare = isError && !at ? global.exec(line) : null;
    const last = diagnostics.at(-1);
    if (at) {
      const [, file = '', row, column, code, message = ''] = at;
      diagnostics.push({ file, line: Number(row), column: Number(column), code: Number(code), message });
    } else if (bare) diagnostics.push({ code: Number(bare[1]), message: bare[2] ?? '' });
    // The rest of a chain of reasons, indented by two spaces a level.
    else if (last && line.startsWith('  ')) last.message += `\n${line}`;
  }
  return diagnostics;
}

/** `Cannot find module`, the same for an import without names, and for additions to a module. */
const missing = new Set([2307, 2792, 2882, 2664]);

/** The specifier that an error says leads nowhere; undefined for any other error. */
export function missingModule({ code, message }: Diagnostic): string | undefined {
  return missing.has(code) ? /'([^']+)'/.exec(message)?.[1] : undefined;
}
