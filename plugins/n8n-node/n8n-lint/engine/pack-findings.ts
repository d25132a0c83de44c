import type { LintFinding, LintOutput } from './lint-output.ts';

// Separate from the schema: the child process does not need the validator.

/** Packs findings for transfer from the child process. */
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
    finding.edit?.start ?? null,
    finding.edit?.end ?? null,
    finding.edit === undefined ? null : indexOf(finding.edit.text),
  ]);
  return { texts: [...indexes.keys()], rows };
}

/** @throws {Error} for an invalid index */
export function unpackFindings({ texts, rows }: LintOutput): LintFinding[] {
  const textAt = (index: number) => {
    const text = texts[index];
    if (text === undefined) throw new Error('a finding has an invalid index');
    return text;
  };
  return rows.map((row) => {
    const [
      code,
      file,
      message,
      messageId,
      evidence,
      line,
      column,
      endLine,
      endColumn,
      evidenceColumn,
      start,
      end,
      text,
    ] = row;
    return {
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
      ...(start !== null && end !== null && text !== null && { edit: { start, end, text: textAt(text) } }),
    };
  });
}
