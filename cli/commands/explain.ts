import { type ErrorCode, errorCatalogue, serviceError } from '../../kernel/errors.ts';
import type { Rule } from '../../kernel/finding.ts';
import { createKernel } from '../../kernel/kernel.ts';
import type { Kernel } from '../../kernel/plugin.ts';
import { printable } from '../../kernel/printable.ts';
import { jsonText } from '../../kernel/report/report.ts';
import { closest } from '../../kernel/suggestion.ts';
import { builtinPlugins } from '../../plugins/builtin.ts';
import type { Invocation } from '../command.ts';
import { kernelOfFolder } from '../known-plugins.ts';
import { wrap } from '../render/wrap.ts';
import type { Terminal } from '../terminal.ts';

/**
 * `service explain <code>`: a finding's rule or an error, in whatever case its code is written. Plugins are loaded only
 * for a code that is not ours: what is wrong with the configuration can be explained beside it.
 */
export async function run(invocation: Invocation): Promise<number> {
  const { args, terminal } = invocation;
  const asked = args.positionals[0] ?? '';
  const json = args.flag('--json');
  const ownRules = createKernel({ plugins: builtinPlugins }).rules();
  if (tellRule(asked, ownRules, { json, terminal })) return 0;
  const code = asked.toUpperCase();
  if (isErrorCode(code)) {
    if (json) terminal.document(jsonText({ code, ...errorCatalogue[code] }));
    else explainError(code, terminal);
    return 0;
  }
  const rules = (await kernelOfFolder(invocation)).rules();
  if (tellRule(asked, rules, { json, terminal })) return 0;
  const near = closest(asked, [...rules.keys(), ...Object.keys(errorCatalogue)]);
  const suggestion = near
    ? `Did you mean "${near}"? \`service checks\` lists the codes of findings.`
    : '`service checks` lists the codes of findings.';
  throw serviceError('UNKNOWN_CODE', { code: asked, suggestion });
}

/** @returns whether there is such a rule */
function tellRule(
  asked: string,
  rules: ReturnType<Kernel['rules']>,
  { json, terminal }: { json: boolean; terminal: Terminal },
): boolean {
  const found = rules.get(asked) ?? rules.get(asked.toLowerCase());
  if (!found) return false;
  const owner = { check: found.check.name, projectType: found.type };
  if (json) terminal.document(jsonText({ ...found.rule, ...owner }));
  else explainRule(found.rule, owner, terminal);
  return true;
}

function explainRule(
  rule: Rule,
  { check, projectType }: { check: string; projectType: string },
  terminal: Terminal,
): void {
  const { bold, dim } = terminal.colors;
  terminal.out(`${bold(rule.code)}  ${dim(`${rule.severity} of the check ${check} (${projectType})`)}`);
  paragraph(terminal, undefined, rule.title);
  paragraph(terminal, 'Why', rule.why);
  paragraph(terminal, 'Fix', rule.fix);
  example(terminal, 'Bad', rule.bad);
  example(terminal, 'Good', rule.good);
  if (rule.docs !== undefined) paragraph(terminal, 'Docs', rule.docs);
}

function explainError(code: ErrorCode, terminal: Terminal): void {
  const { bold, dim } = terminal.colors;
  const entry = errorCatalogue[code];
  const http = 'http' in entry ? `, HTTP status ${entry.http}` : '';
  terminal.out(`${bold(code)}  ${dim(`error, exit code ${entry.exit}${http}`)}`);
  paragraph(terminal, 'Says', entry.message);
  paragraph(terminal, 'Do', entry.next);
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

/** Source text: its lines stay as they are. */
function example(terminal: Terminal, title: string, text: string): void {
  terminal.out('');
  terminal.out(terminal.colors.bold(title));
  for (const line of text.trimEnd().split('\n')) terminal.out(`  ${printable(line)}`.trimEnd());
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code);
}
