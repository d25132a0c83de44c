import Type, { type Static } from 'typebox';

/** What n8n's rules say of one place. Positions are ESLint's own: lines from 1; absent where it gives none. */
export interface LintFinding {
  /** The rule's id, or a code of ours: `source-syntax`, `source-unlintable`. */
  code: string;
  message: string;
  /** Relative to the project, with `/`. */
  file: string;
  line?: number;
  column?: number;
}

const Index = Type.Integer({ minimum: 0 });
const Place = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);

/** How the findings leave the child process: texts that repeat are sent once, and a finding is a row of numbers. */
export const LintOutput = Type.Object({
  codes: Type.Array(Type.String()),
  files: Type.Array(Type.String()),
  messages: Type.Array(Type.String()),
  rows: Type.Array(Type.Tuple([Index, Index, Index, Place, Place])),
});
export type LintOutput = Static<typeof LintOutput>;

/** Packs findings for the way out of the child process. */
export function packFindings(findings: readonly LintFinding[]): LintOutput {
  const codes = new Interned();
  const files = new Interned();
  const messages = new Interned();
  const rows = findings.map((finding): LintOutput['rows'][number] => [
    codes.indexOf(finding.code),
    files.indexOf(finding.file),
    messages.indexOf(finding.message),
    finding.line ?? null,
    finding.column ?? null,
  ]);
  return { codes: codes.texts, files: files.texts, messages: messages.texts, rows };
}

/** @throws {Error} for a row that points past the texts */
export function unpackFindings({ codes, files, messages, rows }: LintOutput): LintFinding[] {
  return rows.map(([codeIndex, fileIndex, messageIndex, line, column]) => {
    const code = codes[codeIndex];
    const file = files[fileIndex];
    const message = messages[messageIndex];
    if (code === undefined || file === undefined || message === undefined) throw new Error('a finding has no text');
    return { code, message, file, ...(line !== null && { line }), ...(column !== null && { column }) };
  });
}

class Interned {
  readonly texts: string[] = [];
  readonly #indexes = new Map<string, number>();

  indexOf(text: string): number {
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    this.#indexes.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
}
