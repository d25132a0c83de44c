import { usageError } from '../../kernel/errors.ts';
import type { Kernel, ProjectType } from '../../kernel/plugin.ts';
import { printable } from '../../kernel/printable.ts';
import { jsonText } from '../../kernel/report/report.ts';
import type { Invocation } from '../command.ts';
import { kernelOfFolder } from '../folder-kernel.ts';
import { knownType } from '../known-type.ts';
import { describeCheck, ruleLines } from '../render/check-description.ts';
import type { Terminal } from '../terminal.ts';

/**
 * `service checks [--type t] [--ruleset r]`: lists checks and codes by project type, or the changes of the next ruleset.
 */
export async function run(invocation: Invocation): Promise<number> {
  const { args, terminal } = invocation;
  const kernel = await kernelOfFolder(invocation);
  const wanted = args.value('--type');
  if (wanted !== undefined) knownType(wanted, kernel);
  const types = [...kernel.projectTypes.values()].filter(({ name }) => wanted === undefined || name === wanted);
  const ruleset = args.value('--ruleset');
  if (ruleset === 'next') return (await import('./next-rules.ts')).printNextRules(types, { args, terminal });
  if (ruleset !== undefined && !types.some((type) => type.ruleset === ruleset)) {
    const known = types.flatMap((type) => type.ruleset ?? []);
    throw usageError(`Unknown ruleset "${ruleset}"; use one of: ${[...known, 'next'].join(', ')}`);
  }
  if (args.flag('--json')) terminal.document(jsonText(types.map((type) => described(type, kernel))));
  else for (const [index, type] of types.entries()) list(type, kernel, terminal, index > 0);
  return 0;
}

function described(type: ProjectType, kernel: Kernel) {
  const { name, title, ruleset, kits = [], reserved } = type;
  return {
    projectType: name,
    title,
    ...(ruleset !== undefined && { ruleset }),
    ...(kits.length > 0 && { kits: kits.map((kit) => kit.name) }),
    ...(reserved !== undefined && { reserved }),
    checks: kernel.checks(name).map(describeCheck),
  };
}

function list(type: ProjectType, kernel: Kernel, terminal: Terminal, notFirst: boolean): void {
  const { bold, dim } = terminal.colors;
  if (notFirst) terminal.out('');
  terminal.out(`${bold(type.name)}  ${printable(type.title)}${dim(rulesetOf(type))}`);
  if (type.reserved !== undefined) terminal.out(`  ${printable(type.reserved)}`);
  for (const check of kernel.checks(type.name)) {
    const only = check.modes.length === 1 ? dim(`, ${check.modes[0]} only`) : '';
    terminal.out('');
    terminal.out(`  ${bold(check.name)}  ${printable(check.title)}${only}`);
    for (const line of ruleLines(check, '    ', terminal)) terminal.out(line);
  }
}

/** `, ruleset n8n-2026-11 (kit n8n-2.41.3)`; empty if the type has none. */
function rulesetOf({ ruleset, kits: [kit] = [] }: ProjectType): string {
  return ruleset === undefined ? '' : `, ruleset ${ruleset}${kit ? ` (kit ${kit.name})` : ''}`;
}
