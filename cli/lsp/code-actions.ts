import { type CodeAction, CodeActionKind, type Range, type TextEdit } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Edit } from '../../kernel/finding.ts';
import { applyEdits } from '../fix/apply-edits.ts';
import type { VerifiedFile } from './verified-file.ts';

/** Returns the fixes of the findings in a range, and one for all findings of the file. */
export function codeActions(uri: string, { text, shown }: VerifiedFile, range: Range): CodeAction[] {
  const fixable = shown.flatMap(({ finding, diagnostic }) => (finding.edit ? { edit: finding.edit, diagnostic } : []));
  const single = fixable
    .filter(({ diagnostic }) => touch(diagnostic.range, range))
    .map(({ edit, diagnostic }) => ({
      title: `Fix ${diagnostic.code}`,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      edit: { changes: { [uri]: [textEdit(edit, text)] } },
    }));
  if (fixable.length === 0) return single;
  const before = text.getText();
  const { text: after } = applyEdits(
    before,
    fixable.map(({ edit }) => edit),
  );
  const whole = textEdit({ start: 0, end: before.length, text: after }, text);
  const kind = CodeActionKind.SourceFixAll;
  return [
    ...single,
    { title: 'Fix all findings of service in this file', kind, edit: { changes: { [uri]: [whole] } } },
  ];
}

/** Whether a kind of action is asked for: `source` asks for `source.fixAll` too. */
export function isWanted(kind: string | undefined, only: readonly string[] | undefined): boolean {
  return only === undefined || only.some((one) => kind === one || kind?.startsWith(`${one}.`) === true);
}

function textEdit({ start, end, text: newText }: Edit, text: TextDocument): TextEdit {
  return { range: { start: text.positionAt(start), end: text.positionAt(end) }, newText };
}

/** Whether two ranges have a position in common. */
export function touch(one: Range, other: Range): boolean {
  return isBefore(one.start, other.end) && isBefore(other.start, one.end);
}

function isBefore(a: Range['start'], b: Range['start']): boolean {
  return a.line < b.line || (a.line === b.line && a.character <= b.character);
}
