import type { Check, Mode } from '../../kernel/check.ts';
import { type ErrorCode, errorCatalogue } from '../../kernel/errors.ts';
import type { Rule } from '../../kernel/finding.ts';
import { printable } from '../../kernel/printable.ts';
import { jsonText } from '../../kernel/report/report.ts';
import { builtinKernel } from '../../plugins/builtin.ts';
import type { Invocation } from '../command.ts';
import { exactExplanation, explanationDocument, explanationOf } from '../explanation.ts';
import { kernelOfFolder } from '../folder-kernel.ts';
import { withLocatedDocs } from '../located-docs.ts';
import { ruleLines } from '../render/check-description.ts';
import { wrap } from '../render/wrap.ts';
import type { Terminal } from '../terminal.ts';

/**
 * `service explain <code>`: a rule, a check or an error; upper and lower case are equal. The plugins of the project are
 * loaded only if the code is not built in, so that errors in the configuration can be explained.
 */
export async function run(invocation: Invocation): Promise<number> {
  const { args, terminal } = invocation;
  const code = args.positionals[0] ?? '';
  const explanation =
    exactExplanation(code, builtinKernel()) ??
    exactExplanation(code, builtinKernel([], { ruleset: 'next' })) ??
    explanationOf(code, await kernelOfFolder(invocation));
  if (args.flag('--json')) terminal.document(jsonText(explanationDocument(explanation)));
  else if (explanation.kind === 'rule') explainRule(explanation.rule, explanation, terminal);
  else if (explanation.kind === 'check') explainCheck(explanation.check, explanation.projectType, terminal);
  else explainError(explanation.code, terminal);
  return 0;
}

const subjects: Readonly<Record<Mode, string>> = { project: 'a project on disk', package: 'a published package' };

function explainRule(
  rule: Rule,
  { check, projectType }: { check: string; projectType: string },
  terminal: Terminal,
): void {
  const { bold, dim } = terminal.colors;
  terminal.out(`${bold(rule.code)}  ${dim(`${rule.severity}, check ${check} (${projectType})`)}`);
  paragraph(terminal, undefined, rule.title);
  paragraph(terminal, 'Why', rule.why);
  paragraph(terminal, 'Fix', rule.fix);
  example(terminal, 'Bad', rule.bad);
  example(terminal, 'Good', rule.good);
  if (rule.docs !== undefined) paragraph(terminal, 'Docs', rule.docs);
}

function explainCheck(check: Check, projectType: string, terminal: Terminal): void {
  const { bold, dim } = terminal.colors;
  const { name, title, modes, needs = [], docs } = check;
  terminal.out(`${bold(name)}  ${dim(`check (${projectType})`)}`);
  paragraph(terminal, undefined, title);
  paragraph(terminal, 'Runs on', modes.map((mode) => subjects[mode]).join(', '));
  if (needs.length > 0) paragraph(terminal, 'Requires', `${needs.join(', ')} to pass`);
  terminal.out('');
  terminal.out(bold('Codes'));
  for (const line of ruleLines(check, '  ', terminal)) terminal.out(line);
  if (docs !== undefined) paragraph(terminal, 'Docs', docs);
}

function explainError(code: ErrorCode, terminal: Terminal): void {
  const { bold, dim } = terminal.colors;
  const entry = errorCatalogue[code];
  const http = 'http' in entry ? `, HTTP status ${entry.http}` : '';
  terminal.out(`${bold(code)}  ${dim(`error, exit code ${entry.exit}${http}`)}`);
  paragraph(terminal, 'Message', entry.message);
  paragraph(terminal, 'What to do', withLocatedDocs(entry.next));
}

function paragraph(terminal: Terminal, title: string | undefined, text: string): void {
  terminal.out('');
  if (title !== undefined) terminal.out(terminal.colors.bold(title));
  for (const line of wrap(printable(text, { lines: true }), {
    indent: title === undefined ? '' : '  ',
    width: terminal.width,
  }))
    terminal.out(line);
}

/** Prints source text without wrapping. */
function example(terminal: Terminal, title: string, text: string): void {
  terminal.out('');
  terminal.out(terminal.colors.bold(title));
  for (const line of text.trimEnd().split('\n')) terminal.out(`  ${printable(line)}`.trimEnd());
}
