import { isBuiltin } from 'node:module';
import type { Diagnostic } from './compile-output.ts';

const located = /^(.+)\((\d+),(\d+)\): error TS(\d+): (.*)$/;
const global = /^error TS(\d+): (.*)$/;

/** Parses the output of `tsc --pretty false`; ignores lines that do not belong to an error. */
export function parseDiagnostics(output: string): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const line of output.split(/\r?\n/)) {
    // Most lines are names of files.
    const isError = line.includes('error TS');
    const at = isError ? located.exec(line) : null;
    const bare = isError && !at ? global.exec(line) : null;
    const last = diagnostics.at(-1);
    if (at) {
      const [, file = '', row, column, code, message = ''] = at;
      diagnostics.push({ file, line: Number(row), column: Number(column), code: Number(code), message });
    } else if (bare) diagnostics.push({ code: Number(bare[1]), message: bare[2] ?? '' });
    // The continuation of a message, indented by two spaces per level.
    else if (last && line.startsWith('  ')) last.message += `\n${line}`;
  }
  return diagnostics;
}

/** `Cannot find module`, for imports, side-effect imports and module augmentations. */
const missing = new Set([2307, 2792, 2882, 2664]);

/** The specifier of a module that cannot be found; undefined for other errors. */
export function missingModule({ code, message }: Diagnostic): string | undefined {
  return missing.has(code) ? /'([^']+)'/.exec(message)?.[1] : undefined;
}

/** `Cannot find name`, with the advice to install `@types/node`: for imports of its modules, too. */
const ofNode = new Set([2580, 2591]);

/** The specifier of a module of Node.js whose types are not installed; undefined for other errors. */
export function untypedBuiltin({ code, message }: Diagnostic): string | undefined {
  const name = ofNode.has(code) ? /'([^']+)'/.exec(message)?.[1] : undefined;
  return name !== undefined && isBuiltin(name) ? name : undefined;
}
