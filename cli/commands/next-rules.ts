import type { ProjectType, RulesetChange } from '../../kernel/plugin.ts';
import { jsonText } from '../../kernel/report/report.ts';
import type { Invocation } from '../command.ts';
import type { Terminal } from '../terminal.ts';

/** Lists the changes of the next ruleset by project type. */
export function printNextRules(
  types: readonly ProjectType[],
  { args, terminal }: Pick<Invocation, 'args' | 'terminal'>,
): number {
  if (args.flag('--json')) {
    const known = types.map(({ name, ruleset, nextRuleset, nextKits }) => ({
      projectType: name,
      ...(ruleset !== undefined && { ruleset }),
      next: { ...(nextRuleset ?? { changes: [] }), ...(nextKits && { kits: nextKits.map((kit) => kit.name) }) },
    }));
    terminal.document(jsonText(known));
    return 0;
  }
  for (const [index, type] of types.filter(({ reserved }) => reserved === undefined).entries()) {
    if (index > 0) terminal.out('');
    list(type, terminal);
  }
  return 0;
}

function list({ name, title, ruleset, nextRuleset, nextKits }: ProjectType, terminal: Terminal): void {
  const { bold, dim } = terminal.colors;
  terminal.out(`${bold(name)}  ${title}${ruleset ? dim(`, current ruleset ${ruleset}`) : ''}`);
  if (!nextRuleset || nextRuleset.changes.length === 0) {
    terminal.out('  No changes known.');
    return;
  }
  const kit = nextKits?.[0] ? `, kit ${nextKits[0].name}` : '';
  terminal.out(`  Changes in the next ruleset (${nextRuleset.name}${kit}), from ${nextRuleset.source}:`);
  for (const change of nextRuleset.changes) {
    terminal.out('');
    for (const line of linesOf(change, terminal)) terminal.out(line);
  }
}

function linesOf(change: RulesetChange, { colors: { bold, red, yellow } }: Terminal): string[] {
  if (change.kind !== 'added')
    return [`  ${change.kind.padEnd(8)}  ${bold(change.code)}`, `            ${change.what}`];
  const { code, severity, title, why, fix } = change.rule;
  const weight = severity === 'error' ? red(severity) : yellow(severity);
  return [`  added     ${bold(code)}  ${weight}  ${title}`, `            ${why}`, `            ${fix}`];
}
