import { notCheckedText } from '../../kernel/not-checked.ts';
import { printable } from '../../kernel/printable.ts';
import {
  type CheckReport,
  changesText,
  ignoredTexts,
  skipReason,
  unusedBaselineText,
  unusedIgnoreText,
  type Verification,
} from '../../kernel/result.ts';
import type { Terminal } from '../terminal.ts';
import { wrap } from './wrap.ts';

/** Lists what the result does not cover: skipped checks, parts that were not checked, ignored findings, and changed rules. */
export function incompleteLines(
  { checks, ruleChanges = [], ignored = [], unusedIgnores = [], unusedBaseline }: Verification,
  terminal: Terminal,
): string[] {
  const { yellow } = terminal.colors;
  const changes = ruleChanges.length === 0 ? [] : [`Rules changed by configuration: ${changesText(ruleChanges)}`];
  const ignores = [
    ...ignoredTexts(ignored),
    ...unusedIgnores.map(unusedIgnoreText),
    ...(unusedBaseline === undefined ? [] : [unusedBaselineText(unusedBaseline)]),
  ];
  const lines = [...checks.flatMap(incompletePartsOf), ...ignores, ...changes];
  return lines.flatMap((line) => {
    const [first = '', ...rest] = wrap(printable(line, { lines: true }), { indent: '  ', width: terminal.width });
    return [yellow(first.trimStart()), ...rest];
  });
}

function incompletePartsOf(check: CheckReport): string[] {
  const reason = skipReason(check);
  const parts = notCheckedText(check.notChecked ?? []);
  return [
    ...(reason === undefined ? [] : [`${check.name} not run: ${reason}`]),
    ...(parts === '' ? [] : [`${check.name} ${parts}`]),
  ];
}
