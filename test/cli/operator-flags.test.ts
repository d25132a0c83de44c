import { cac } from 'cac';
import { describe, expect, it } from 'vitest';
import { Arguments } from '../../cli/arguments.ts';
import { databasePlace, isolationFlag, wholeNumber } from '../../cli/operator-flags.ts';

function given(...args: string[]): Arguments {
  const command = cac('service').command('serve');
  for (const flag of ['--data <dir>', '--database-url <url>', '--port <n>', '--isolation <kind>'])
    command.option(flag, '');
  return new Arguments(command, args);
}

describe('the database of a command', () => {
  it.each([
    [[], { XDG_DATA_HOME: '/xdg', HOME: '/home/me' }, { folder: '/xdg/service' }],
    [[], { HOME: '/home/me' }, { folder: '/home/me/.local/share/service' }],
    [[], { HOME: '/home/me', DATABASE_URL: 'postgres://db/x' }, { url: 'postgres://db/x' }],
    [[], { HOME: '/home/me', DATABASE_URL: '' }, { folder: '/home/me/.local/share/service' }],
    [['--data', '/data'], { DATABASE_URL: 'postgres://db/x' }, { folder: '/data' }],
    [['--database-url', 'postgresql://a/b'], { DATABASE_URL: 'postgres://db/x' }, { url: 'postgresql://a/b' }],
  ])('with %j and %j is %j', (args, env: NodeJS.ProcessEnv, place) => {
    expect(databasePlace(given(...args), env)).toEqual(place);
  });

  it.each([
    [['--database-url', 'mysql://user:secret@host'], {}, /postgres:\/\//],
    [['--data', '/x', '--database-url', 'postgres://x'], {}, /either --data or --database-url/],
    [[], { DATABASE_URL: 'nonsense' }, /postgres:\/\//],
    [[], {}, /No home folder/],
  ])('is refused with %j and %j', (args, env: NodeJS.ProcessEnv, message) => {
    expect(() => databasePlace(given(...args), env)).toThrow(message);
    expect(() => databasePlace(given(...args), env)).not.toThrow(/secret/);
  });
});

describe('a whole number', () => {
  const port = (text: string) => wholeNumber(given(`--port=${text}`), '--port', { minimum: 0, maximum: 65_535 });

  it('is used unchanged', () => {
    expect([port('0'), port('7070'), port('65535')]).toEqual([0, 7070, 65_535]);
    expect(wholeNumber(given(), '--port', { minimum: 0 })).toBeUndefined();
  });

  it.each(['-1', '65536', 'x', '1.5', '1e3', '0x10', ' 1', '99999999999999999999'])('is not %j', (text) => {
    expect(() => port(text)).toThrow(/--port/);
  });
});

it('only the weaker isolation is named', () => {
  expect(isolationFlag(given('--isolation', 'permission'))).toBe('permission');
  expect(isolationFlag(given())).toBeUndefined();
  expect(() => isolationFlag(given('--isolation', 'none'))).toThrow(/--isolation/);
});
