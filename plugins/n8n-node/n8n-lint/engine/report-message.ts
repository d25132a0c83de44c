import type { TSESTree } from '@typescript-eslint/types';
import type { Linter } from 'eslint';
import { editOf } from './report-fix.ts';
import type { RuleInForce } from './rules-of-file.ts';

interface Report {
  node?: TSESTree.Node;
  loc?: TSESTree.SourceLocation | TSESTree.Position;
  messageId?: string;
  message?: string;
  data?: Readonly<Record<string, unknown>>;
}

/**
 * Converts a rule's report to ESLint's message: https://eslint.org/docs/latest/extend/custom-rules#reporting-problems
 * @throws {Error} for a report that ESLint rejects, and for the deprecated form with several arguments: ESLint's Linter
 * handles both
 */
export function messageOf(
  { id, severity, rule: { meta } }: RuleInForce,
  source: () => string,
  report: unknown,
  ...more: readonly unknown[]
): Linter.LintMessage {
  if (!isReport(report) || more.length > 0) throw new Error('unknown kind of report');
  const { node, messageId, data } = report;
  const text = messageId === undefined ? report.message : meta?.messages?.[messageId];
  const loc = report.loc ?? node?.loc;
  if (text === undefined || !loc || (messageId !== undefined && report.message !== undefined))
    throw new Error(`the rule ${id} reports without a message or a place`);
  const edit = editOf(report, source);
  const { start, end } = 'start' in loc ? loc : { start: loc, end: undefined };
  return {
    ruleId: id,
    severity,
    message: data ? filledIn(text, data) : text,
    ...(messageId !== undefined && { messageId }),
    ...(edit && { fix: { range: [edit.start, edit.end], text: edit.text } }),
    line: start.line,
    column: start.column + 1,
    ...(end && { endLine: end.line, endColumn: end.column + 1 }),
  };
}

const isReport = (value: unknown): value is Report => typeof value === 'object' && value !== null && !('type' in value);

/** Replaces `{{ name }}` by its value, if there is one. */
function filledIn(text: string, data: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{([^{}]+?)\}\}/gu, (placeholder, name: string) =>
    name.trim() in data ? String(data[name.trim()]) : placeholder,
  );
}
