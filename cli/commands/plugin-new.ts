import { relative } from 'node:path';
import { usageError } from '../../kernel/errors.ts';
import { printable } from '../../kernel/printable.ts';
import { jsonText } from '../../kernel/report/report.ts';
import { builtinPlugins } from '../../plugins/builtin.ts';
import type { Invocation } from '../command.ts';
import { createPlugin } from '../plugin/create-plugin.ts';
import { version } from '../version.ts';

/** `service plugin new <name>`: creates a working plugin package to start from, for a new project type or one that exists. */
export async function run({ args, terminal }: Invocation): Promise<number> {
  const [name = ''] = args.positionals;
  const types = builtinPlugins.flatMap(({ projectTypes = [] }) => projectTypes);
  const taken = ['service', 'verify-service', ...[...builtinPlugins, ...types].map((owner) => owner.name)];
  const type = extendedType(args.value('--extends'));
  const { folder, paths } = await createPlugin({ name, type, parent: process.cwd(), version: version(), taken });
  if (args.flag('--json')) {
    terminal.document(jsonText({ name, folder, files: paths }));
    return 0;
  }
  const { bold, dim } = terminal.colors;
  terminal.out(`Created plugin ${bold(name)} in ${printable(relative(process.cwd(), folder))} (${paths.length} files)`);
  terminal.out('');
  terminal.out(`  cd ${name}`);
  terminal.out(`  service plugin test      ${dim('tests the contract and the fixtures')}`);
  terminal.out(`  npm install && npm test  ${dim('the same, and the tests of the package')}`);
  return 0;
}

/**
 * Returns the project type of `--extends`.
 * @throws {ServiceError} INVALID_USAGE
 */
function extendedType(type: string | undefined): string | undefined {
  const types = builtinPlugins.flatMap(({ projectTypes = [] }) => projectTypes);
  const names = types.filter(({ reserved }) => reserved === undefined).map(({ name }) => name);
  if (type === undefined || names.includes(type)) return type;
  throw usageError(`Invalid --extends "${type}"; use one of: ${names.join(', ')}`);
}
