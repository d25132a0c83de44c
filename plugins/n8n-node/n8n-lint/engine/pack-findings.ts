import type { LintFinding, LintOutput } from './lint-output.ts';

// Separate from the schema: the child process does not need the validator.

/** Packs findings for transfer from the child process. */
export function packFindings(findings: readonly LintFinding[]): LintOutput {
  const indexes = new Map<string, number>();
  const indexOf = (text: string | undefined) => {
    if (text === undefined) return null;
    const index = indexes.get(text) ?? indexes.size;
    indexes.set(text, index);
    return index;
  };
  const rows = findings.map((finding): LintOutput['rows'][number] => [
    indexOf(finding.code),
    indexOf(finding.file),
    indexOf(finding.message),
    indexOf(finding.messageId),
    indexOf(finding.evidence),
    finding.line ?? null,
    finding.column ?? null,
    finding.endLine ?? null,
    finding.endColumn ?? null,
    finding.evidenceColumn ?? null,
    finding.edit?.start ?? null,
    finding.edit?.end ?? null,
    indexOf(finding.edit?.text),
  ]);
  return { texts: [...indexes.keys()], rows };
}

/** @throws {Error} for an invalid index */
export function unpackFindings({ texts, rows }: LintOutput): LintFinding[] {
  const textAt = (index: number | null = null) => {
    const text = index === null ? undefined : texts[index];
    if (text === undefined) throw new Error('a finding has an invalid index');
    return text;
  };
  return rows.map((row) => {
    const [code, file, message, messageId, evidence, ...numbers] = row;
    const [line, column, endLine, endColumn, evidenceColumn, start, end, text] = numbers.map((at) => at ?? undefined);
    return {
      code: textAt(code),
      ...(messageId !== null && { messageId: textAt(messageId) }),
      message: textAt(message),
      file: textAt(file),
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
      ...(endLine !== undefined && { endLine }),
      ...(endColumn !== undefined && { endColumn }),
      ...(evidence !== null && { evidence: textAt(evidence) }),
      ...(evidenceColumn !== undefined && { evidenceColumn }),
      ...(start !== undefined &&
        end !== undefined &&
        text !== undefined && { edit: { start, end, text: textAt(text) } }),
    };
  });
}
