import { parseArgs } from 'node:util';
import type { Command } from 'cac';
import { usageError } from '../kernel/errors.ts';
import { didYouMean } from '../kernel/suggestion.ts';

interface Flag {
  /** With dashes. */
  name: string;
  takesValue: boolean;
  /** Values that a flag without a required value may have: `--fix=dry-run`. */
  values: readonly string[];
  repeatable: boolean;
}

type Token = NonNullable<ReturnType<typeof tokenize>>[number];

/**
 * Flags and positional arguments of a command, as text. cac declares commands and prints their help. Values are parsed here,
 * because cac turns `--ref 007` into the number 7, accepts `--no-json`, drops arguments after `--`, and silently accepts
 * repeated flags.
 */
export class Arguments {
  readonly positionals: readonly string[];
  readonly #flags: ReadonlyMap<string, Flag>;
  readonly #given = new Map<string, string[]>();

  /**
   * @param args arguments after the name of the command
   * @throws {ServiceError} INVALID_USAGE
   */
  constructor(command: Command, args: readonly string[]) {
    const flags = flagsOf([command]);
    this.#flags = flags;
    const positionals: string[] = [];
    for (const token of tokenize(args, flags)) {
      if (token.kind === 'positional') positionals.push(token.value);
      if (token.kind === 'option') this.#accept(token, command);
    }
    this.positionals = positionals;
    checkArgumentCount(command, positionals);
  }

  /** Whether a flag without a value is set: `flag('--json')`. */
  flag(name: string): boolean {
    return this.#values(name).length > 0;
  }

  /** Returns the value of a flag. */
  value(name: string): string | undefined {
    return this.#values(name)[0];
  }

  /** Returns the values of a repeatable flag, in order. */
  values(name: string): readonly string[] {
    return this.#values(name);
  }

  #values(name: string): string[] {
    if (!this.#flags.has(name)) throw new Error(`flag ${name} is not declared`);
    return this.#given.get(name) ?? [];
  }

  #accept(token: Extract<Token, { kind: 'option' }>, command: Command): void {
    const { rawName, value, inlineValue } = token;
    const flag = this.#flags.get(rawName);
    if (!flag) {
      const hint = didYouMean(rawName, [...this.#flags.keys(), '--help']);
      throw usageError(`Unknown flag ${rawName} for \`service ${command.name}\`${hint}`);
    }
    if (!flag.takesValue) {
      if (inlineValue && flag.values.includes(value ?? '')) {
        this.#given.set(flag.name, [value ?? '']);
        return;
      }
      if (inlineValue && flag.values.length > 0)
        throw usageError(`${rawName} can be given alone or as ${rawName}=${flag.values.join(' or ')}`);
      if (inlineValue) throw usageError(`${rawName} does not take a value`);
      this.#given.set(flag.name, ['']);
      return;
    }
    if (value === undefined || value === '') throw usageError(`${rawName} requires a value`);
    // `--timeout -1` has an invalid value, `--ref --json` has none.
    if (!inlineValue && /^-[^\d]/.test(value)) {
      throw usageError(`${rawName} requires a value; to pass one that starts with a dash, write ${rawName}=${value}`);
    }
    const before = this.#given.get(flag.name) ?? [];
    if (before.length > 0 && !flag.repeatable) throw usageError(`${rawName} can be given only once`);
    this.#given.set(flag.name, [...before, value]);
  }
}

/**
 * Finds the command and its arguments. Flags may come before the name of the command.
 */
export function findCommand(
  commands: readonly Command[],
  args: readonly string[],
): { command: Command | undefined; words: string[]; rest: string[] } {
  const words: string[] = [];
  const rest = [...args];
  let command: Command | undefined;
  for (const token of tokenize(args, flagsOf(commands))) {
    if (token.kind === 'option-terminator') break;
    if (token.kind !== 'positional') continue;
    words.push(token.value);
    rest.splice(token.index - (args.length - rest.length), 1);
    const name = words.join(' ');
    command = commands.find((candidate) => candidate.isMatched(name));
    if (command || !commands.some((candidate) => candidate.name.startsWith(`${name} `))) break;
  }
  return { command, words, rest };
}

function tokenize(args: readonly string[], flags: ReadonlyMap<string, Flag>) {
  const long = [...flags.values()].filter(({ name }) => name.startsWith('--'));
  const options = Object.fromEntries(
    long.map(({ name, takesValue }) => [
      name.slice(2),
      { type: takesValue ? ('string' as const) : ('boolean' as const) },
    ]),
  );
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

/** Returns flags by each of their names. cac stores declarations: `-h, --help`, `--ref <ref>`. */
function flagsOf(commands: readonly Command[]): Map<string, Flag> {
  const flags = new Map<string, Flag>();
  for (const { rawName, required, config } of commands.flatMap(({ options }) => options)) {
    const names = rawName.replace(/[<[].*/, '').split(',');
    for (const name of names.map((text) => text.trim())) {
      flags.set(name, {
        name: names.at(-1)?.trim() ?? name,
        takesValue: required === true,
        values: /\[=(.*)\]$/.exec(rawName)?.[1]?.split('|') ?? [],
        repeatable: Array.isArray(config.type),
      });
    }
  }
  return flags;
}

function checkArgumentCount(command: Command, positionals: readonly string[]): void {
  const missing = command.args.filter((arg) => arg.required)[positionals.length];
  if (missing) throw usageError(`Missing argument <${missing.value}> for \`service ${command.name}\``);
  const extra = positionals[command.args.length];
  if (extra !== undefined) throw usageError(`Unexpected argument "${extra}" for \`service ${command.name}\``);
}
