import Type, { type Static } from 'typebox';

/** What n8n's rules say of one place. Positions are ESLint's own, and absent where it gives none. */
export interface LintFinding {
  /** The rule's id, or a code of ours: `source-syntax`, `source-unlintable`. */
  code: string;
  /** The rule's own name for this message. */
  messageId?: string;
  message: string;
  /** Relative to the project, with `/`. */
  file: string;
  line?: number;
  column?: number;
  endLine?: number;
  endColumn?: number;
  /** The line of the project that shows it, or the part around the place. */
  evidence?: string;
  /** The column at which it begins, from 1. */
  evidenceColumn?: number;
}

const Index = Type.Integer({ minimum: 0 });
const MaybeIndex = Type.Union([Index, Type.Null()]);

/** How the findings leave the child process: texts are sent once, and a finding is a row of numbers. */
export const LintOutput = Type.Object({
  texts: Type.Array(Type.String()),
  /** Indexes in `texts` of code, file, message, message id and evidence; line, column, last line, last column, column of the evidence. */
  rows: Type.Array(
    Type.Tuple([
      Index,
      Index,
      Index,
      MaybeIndex,
      MaybeIndex,
      MaybeIndex,
      MaybeIndex,
      MaybeIndex,
      MaybeIndex,
      MaybeIndex,
    ]),
  ),
});
export type LintOutput = Static<typeof LintOutput>;

/** Packs findings for the way out of the child process. */
export function packFindings(findings: readonly LintFinding[]): LintOutput {
  const indexes = new Map<string, number>();
  const indexOf = (text: string) => {
    const index = indexes.get(text) ?? indexes.size;
    indexes.set(text, index);
    return index;
  };
  const rows = findings.map((finding): LintOutput['rows'][number] => [
    indexOf(finding.code),
    indexOf(finding.file),
    indexOf(finding.message),
    finding.messageId === undefined ? null : indexOf(finding.messageId),
    finding.evidence === undefined ? null : indexOf(finding.evidence),
    finding.line ?? null,
    finding.column ?? null,
    finding.endLine ?? null,
    finding.endColumn ?? null,
    finding.evidenceColumn ?? null,
  ]);
  return { texts: [...indexes.keys()], rows };
}

/** @throws {Error} for a row that points past the texts */
export function unpackFindings({ texts, rows }: LintOutput): LintFinding[] {
  const textAt = (index: number) => {
    const text = texts[index];
    if (text === undefined) throw new Error('a finding points to a text that is not there');
    return text;
  };
  return rows.map(([code, file, message, messageId, evidence, line, column, endLine, endColumn, evidenceColumn]) => ({
    code: textAt(code),
    ...(messageId !== null && { messageId: textAt(messageId) }),
    message: textAt(message),
    file: textAt(file),
    ...(line !== null && { line }),
    ...(column !== null && { column }),
    ...(endLine !== null && { endLine }),
    ...(endColumn !== null && { endColumn }),
    ...(evidence !== null && { evidence: textAt(evidence) }),
    ...(evidenceColumn !== null && { evidenceColumn }),
  }));
}
