import { readFileSync } from 'node:fs';
import { lineAt, startsOfLines } from '../line-starts.ts';
import { recordOf } from '../manifest-fields.ts';

/** An error as TypeScript's server tells it. */
interface ToldError {
  path: string;
  /** Offsets in the text of the file, from 0. */
  from: number;
  to: number;
  code: number;
  /** With the chain of reasons, a line each, indented by two spaces a level. */
  message: string;
}

/**
 * What the command line prints of errors that the server tells: in its order, each once.
 * https://github.com/microsoft/typescript-go/blob/main/internal/diagnosticwriter/diagnosticwriter.go
 * @param project its folder, which the command line leaves out of paths
 * @returns undefined where that is not known: one is in no file of the project, or two differ in what is not told
 */
export function printErrors(errors: readonly unknown[], project: string): string | undefined {
  const told: ToldError[] = [];
  for (const error of errors) {
    const read = readError(error);
    if (!read?.path.startsWith(`${project}/`)) return undefined;
    told.push(read);
  }
  told.sort(compare);
  const lines: string[] = [];
  const places = new Map<string, (offset: number) => string>();
  for (const [index, error] of told.entries()) {
    const before = told[index - 1];
    const again = before && compare(before, error) === 0;
    if (again && before.message !== error.message) return undefined;
    if (again) continue;
    const place = places.get(error.path) ?? placesIn(error.path);
    if (!place) return undefined;
    places.set(error.path, place);
    const path = error.path.slice(project.length + 1);
    lines.push(`${path}(${place(error.from)}): error TS${error.code}: ${error.message}\n`);
  }
  return lines.join('');
}

const compare = (a: ToldError, b: ToldError): number =>
  Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)) || a.from - b.from || a.to - b.to || a.code - b.code;

function readError(error: unknown): ToldError | undefined {
  const record = recordOf(error);
  if (!record) return undefined;
  const { fileName, pos, end, code, category, text, messageChain = [] } = record;
  const message = messageOf(text, messageChain, 1);
  // Only errors are printed as such.
  if (typeof fileName !== 'string' || category !== 1 || message === undefined) return undefined;
  if (typeof pos !== 'number' || typeof end !== 'number' || typeof code !== 'number') return undefined;
  return { path: fileName, from: pos, to: end, code, message };
}

function messageOf(text: unknown, chain: unknown, level: number): string | undefined {
  if (typeof text !== 'string' || !Array.isArray(chain)) return undefined;
  let message = text;
  for (const link of chain.map(recordOf)) {
    const reason = messageOf(link?.['text'], link?.['messageChain'] ?? [], level + 1);
    if (reason === undefined) return undefined;
    message += `\n${'  '.repeat(level)}${reason}`;
  }
  return message;
}

/** Gives the line and column of an offset, counted from 1; undefined where it is not known how the text is read. */
function placesIn(path: string): ((offset: number) => string) | undefined {
  const text = readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  if (/[\0\ufffd]/.test(text)) return undefined;
  const starts = startsOfLines(text);
  return (offset) => {
    const line = lineAt(starts, offset);
    return `${line + 1},${offset - (starts[line] ?? 0) + 1}`;
  };
}
