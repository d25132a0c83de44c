import type { Check, Mode } from '../../kernel/check.ts';
import { type ErrorCode, errorCatalogue, isErrorCode, serviceError } from '../../kernel/errors.ts';
import type { Rule } from '../../kernel/finding.ts';
import type { Kernel } from '../../kernel/plugin.ts';
import { printable } from '../../kernel/printable.ts';
import { jsonText } from '../../kernel/report/report.ts';
import { closest } from '../../kernel/suggestion.ts';
import { builtinKernel } from '../../plugins/builtin.ts';
import type { Invocation } from '../command.ts';
import { kernelOfFolder } from '../folder-kernel.ts';
import { describeCheck, ruleLines } from '../render/check-description.ts';
import { wrap } from '../render/wrap.ts';
import type { Terminal } from '../terminal.ts';

/**
 * `service explain <code>`: a rule, a check or an error; upper and lower case are equal. The plugins of the project are
 * loaded only if the code is not built in, so that errors in the configuration can be explained.
 */
export async function run(invocation: Invocation): Promise<number> {
  const { args, terminal } = invocation;
  const code = args.positionals[0] ?? '';
  const json = args.flag('--json');
  const builtin = builtinKernel();
  if (printRule(code, builtin, { json, terminal }) || printCheck(code, builtin, { json, terminal })) return 0;
  if (printErrorEntry(code, { json, terminal })) return 0;
  const kernel = await kernelOfFolder(invocation);
  if (printRule(code, kernel, { json, terminal }) || printCheck(code, kernel, { json, terminal })) return 0;
  const checks = [...kernel.projectTypes.keys()].flatMap((type) => kernel.checks(type));
  const known = [...kernel.rules().keys(), ...checks.map(({ name }) => name), ...Object.keys(errorCatalogue)];
  const near = closest(code, known);
  const listed = 'Run `service checks` to list checks and codes.';
  const suggestion = near ? `Did you mean "${near}"? ${listed}` : listed;
  throw serviceError('UNKNOWN_CODE', { code, suggestion });
}

const subjects: Readonly<Record<Mode, string>> = { project: 'a project on disk', package: 'a published package' };

interface Output {
  json: boolean;
  terminal: Terminal;
}

/** @returns whether there is such a rule */
function printRule(code: string, kernel: Kernel, { json, terminal }: Output): boolean {
  const rules = kernel.rules();
  const found = rules.get(code) ?? rules.get(code.toLowerCase());
  if (!found) return false;
  const owner = { check: found.check.name, projectType: found.type };
  if (json) terminal.document(jsonText({ ...found.rule, ...owner }));
  else explainRule(found.rule, owner, terminal);
  return true;
}

/** @returns whether there is such a check */
function printCheck(name: string, kernel: Kernel, { json, terminal }: Output): boolean {
  for (const projectType of kernel.projectTypes.keys()) {
    const check = kernel.checks(projectType).find((candidate) => candidate.name === name.toLowerCase());
    if (!check) continue;
    if (json) terminal.document(jsonText({ ...describeCheck(check), projectType }));
    else explainCheck(check, projectType, terminal);
    return true;
  }
  return false;
}

/** @returns whether there is such an error */
function printErrorEntry(code: string, { json, terminal }: Output): boolean {
  const upper = code.toUpperCase();
  if (!isErrorCode(upper)) return false;
  if (json) terminal.document(jsonText({ code: upper, ...errorCatalogue[upper] }));
  else explainError(upper, terminal);
  return true;
}

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
  paragraph(terminal, 'What to do', entry.next);
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
