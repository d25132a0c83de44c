import { cac } from 'cac';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arguments, findCommand } from '../../cli/arguments.ts';

const cli = cac('service');
const verify = cli
  .command('verify [file]', '')
  .option('--ref <ref>', '')
  .option('--no-logs', '')
  .option('--json', '')
  .option('--report <format>', '', { type: [] });
const list = cli.command('runs list', '').option('--limit <n>', '');
const commands = cli.commands;

describe('Arguments', () => {
  it.each(['123', '007', '1e3', '0x1f', 'true', 'false', 'null', ' ', 'a=b', '-1'])(
    'keeps the value %j as it is',
    (value) => {
      expect(new Arguments(verify, ['--ref', value]).value('--ref')).toBe(value);
      expect(new Arguments(verify, [`--ref=${value}`]).value('--ref')).toBe(value);
    },
  );

  it('takes any text after = as the value', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (value) => {
        expect(new Arguments(verify, [`--ref=${value}`]).value('--ref')).toBe(value);
      }),
    );
  });

  it('never fails in another way than with an error for the user', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('--', '--ref', '--json', '-', '--__proto__', '---'))),
        (args) => {
          try {
            new Arguments(verify, args);
          } catch (error) {
            expect(error).toMatchObject({ code: 'INVALID_USAGE', exitCode: 2 });
          }
        },
      ),
    );
  });

  it('reads flags without values, and what was not given', () => {
    const args = new Arguments(verify, ['--no-logs', 'name']);
    expect(args.flag('--no-logs')).toBe(true);
    expect(args.flag('--json')).toBe(false);
    expect(args.value('--ref')).toBeUndefined();
    expect(args.positionals).toEqual(['name']);
  });

  it('does not take the word after a flag without a value for its value', () => {
    expect(new Arguments(verify, ['--json', '5']).positionals).toEqual(['5']);
  });

  it('collects a repeatable flag in order', () => {
    expect(new Arguments(verify, ['--report', 'a', '--report=b=c']).values('--report')).toEqual(['a', 'b=c']);
  });

  it('takes everything after -- as it is', () => {
    expect(new Arguments(verify, ['--', '--json']).positionals).toEqual(['--json']);
  });

  it('does not let a command ask for a flag that it has not declared', () => {
    expect(() => new Arguments(list, []).value('--ref')).toThrow('flag --ref is not declared');
  });
});

describe('findCommand', () => {
  it('finds a command behind flags and their values', () => {
    const { command, rest } = findCommand(commands, ['--ref', 'verify', '--json', 'verify', 'name']);
    expect(command).toBe(verify);
    expect(rest).toEqual(['--ref', 'verify', '--json', 'name']);
  });

  it('finds a command of two words', () => {
    const { command, rest } = findCommand(commands, ['runs', '--limit', '3', 'list', 'x']);
    expect(command).toBe(list);
    expect(rest).toEqual(['--limit', '3', 'x']);
  });

  it('tells the words that name no command', () => {
    expect(findCommand(commands, ['runs', 'lost', 'x'])).toMatchObject({ command: undefined, words: ['runs', 'lost'] });
  });
});
