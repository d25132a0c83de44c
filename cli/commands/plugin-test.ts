import { printable } from '../../kernel/printable.ts';
import { jsonText } from '../../kernel/report/report.ts';
import { builtinPlugins } from '../../plugins/builtin.ts';
import type { Invocation } from '../command.ts';
import { flaggedPlugins } from '../flagged-plugins.ts';
import { type PluginReport, testPlugin } from '../plugin/test-plugin.ts';
import type { Terminal } from '../terminal.ts';

/** `service plugin test [path]`: tests the contract of a plugin, and its codes with their fixtures. */
export async function run({ args, terminal, interruption }: Invocation): Promise<number> {
  const report = await testPlugin({
    path: args.positionals[0] ?? '.',
    others: [...builtinPlugins, ...(await flaggedPlugins(args.values('--plugin')))],
    signal: interruption.signal,
  });
  if (args.flag('--json')) terminal.document(jsonText(report));
  else print(report, terminal);
  return report.passed ? 0 : 1;
}

function print({ plugin, passed, contract, rules, unknown }: PluginReport, terminal: Terminal): void {
  const { bold, dim, green, red } = terminal.colors;
  const line = (title: string, note: string, faults: readonly string[]) => {
    const mark = faults.length === 0 ? green('✓') : red('✗');
    terminal.out(`${mark} ${printable(title)}${note === '' ? '' : dim(`  ${printable(note)}`)}`);
    for (const part of faults.flatMap((fault) => fault.split('\n'))) terminal.out(`    ${printable(part)}`);
  };
  terminal.out(bold(`Plugin ${printable(plugin)}`));
  line('contract', 'names, texts, links, order of checks', contract);
  for (const { code, check, projectType, fixtures, faults } of rules) {
    line(code, `${projectType}/${check}, ${fixtures.bad} bad, ${fixtures.good} good`, faults);
  }
  if (unknown.length > 0) {
    line(
      'fixtures',
      '',
      unknown.map((path) => `${path} matches no code of this plugin`),
    );
  }
  const tests = [contract, ...rules.map(({ faults }) => faults), ...(unknown.length > 0 ? [unknown] : [])];
  const failed = tests.filter((faults) => faults.length > 0).length;
  terminal.out(passed ? green('Plugin test passed') : red(`Plugin test failed: ${failed} of ${tests.length}`));
}
