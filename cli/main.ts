import type { Command } from 'cac';
import { observeLoading } from '../judge/loading-plugin.ts';
import { Interruption } from './interruption.ts';
import type { Program } from './program.ts';
import { Terminal } from './terminal.ts';
import { version } from './version.ts';

/**
 * Runs the command line to its end.
 * @param args arguments after the program name
 * @returns the exit code (SPEC 7.2, CONTRACT 2)
 */
export async function main(args: readonly string[]): Promise<number> {
  using interruption = new Interruption();
  const terminal = new Terminal(process.stdout, process.stderr, process.env);
  process.once('uncaughtException', async (error) => {
    const { reportError } = await import('./error-output.ts');
    reportError(error, terminal, { json: false });
    interruption.fail();
  });
  try {
    const exitCode = await dispatch(args, terminal, interruption);
    return interruption.exitCode ?? exitCode;
  } catch (error) {
    const { interruptedError, reportError } = await import('./error-output.ts');
    const { aborted, reason } = interruption.signal;
    const reported = aborted && error === reason ? interruptedError() : error;
    const exitCode = reportError(reported, terminal, { json: wantsJson(args) });
    return interruption.exitCode ?? exitCode;
  } finally {
    terminal.progress('');
  }
}

async function dispatch(args: readonly string[], terminal: Terminal, interruption: Interruption): Promise<number> {
  if (args.some(asksForVersion) && args.every((arg) => asksForVersion(arg) || arg === '--json')) {
    terminal.out(wantsJson(args) ? JSON.stringify({ version: version() }, null, 2) : version());
    return 0;
  }
  const [{ createProgram }, { Arguments, findCommand }] = await Promise.all([
    import('./program.ts'),
    import('./arguments.ts'),
  ]);
  const program = createProgram();
  if (args.length === 0) return help(program);
  const { command, words, rest } = findCommand(program.cli.commands, args);
  const options = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : undefined);
  if (options.includes('--help') || options.includes('-h') || words[0] === 'help') {
    const asked = words[0] === 'help' ? findCommand(program.cli.commands, rest) : { command, words };
    if (asked.command) return help(program, asked.command);
    const group = groupOf(asked.words, program);
    return help(group === undefined ? program : createProgram(group));
  }
  if (!command) throw await unknownCommand(words, rest, program);
  const [{ errorOfCommand, reportError }, { UnexpectedExit }] = await Promise.all([
    import('./error-output.ts'),
    import('./unexpected-exit.ts'),
  ]);
  using exit = new UnexpectedExit((error) => {
    const exitCode = reportError(error, terminal, { json: wantsJson(args) });
    return interruption.exitCode ?? exitCode;
  });
  using _loading = observeLoading((plugin) => {
    exit.plugin = plugin;
    if (plugin === undefined) interruption.resume();
    else interruption.pause();
  });
  try {
    const read = new Arguments(command, rest);
    const { run } = await program.load(command);
    return await run({ args: read, terminal, interruption });
  } catch (error) {
    throw errorOfCommand(error, command.name);
  }
}

const asksForVersion = (arg: string) => arg === '--version' || arg === '-v';

/** The words that names of several commands start with: `admin account`. */
function groupOf(words: readonly string[], { cli }: Program): string | undefined {
  const groups = words.map((_, index) => words.slice(0, index + 1).join(' '));
  return groups.findLast((group) => cli.commands.some(({ name }) => name.startsWith(`${group} `)));
}

function help({ cli }: Program, command?: Command): number {
  if (command) command.outputHelp();
  else cli.outputHelp();
  return 0;
}

async function unknownCommand(words: readonly string[], rest: readonly string[], { cli }: Program) {
  const [{ usageError }, { didYouMean }] = await Promise.all([
    import('../kernel/errors.ts'),
    import('../kernel/suggestion.ts'),
  ]);
  const names = cli.commands.map(({ name }) => name);
  const asked = words.join(' ');
  if (asked === '') {
    const flag = rest.find((arg) => !asksForVersion(arg)) ?? '';
    const hint = didYouMean(flag, ['--version', '--help']);
    return usageError(hint ? `Unknown flag ${flag}${hint}` : `Missing command before ${flag}`);
  }
  const within = names.filter((name) => name.startsWith(`${asked} `)).map((name) => name.slice(asked.length + 1));
  if (within.length > 0) return usageError(`\`service ${asked}\` requires a subcommand: ${within.join(', ')}`);
  // `service login`: suggest `auth login`.
  const whole = names.find((name) => name.split(' ').includes(asked));
  const hint = whole
    ? `; did you mean "${whole}"?`
    : didYouMean(asked, [...new Set([...names, ...names.map(firstWord)]), '--version', '--help']);
  return usageError(`Unknown command "${asked}"${hint}`);
}

const firstWord = (name: string) => name.split(' ', 1).join();

function wantsJson(args: readonly string[]): boolean {
  return args.slice(0, args.includes('--') ? args.indexOf('--') : undefined).includes('--json');
}
