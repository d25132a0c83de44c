import { describe } from 'vitest';
import { testWrongUse } from './wrong-use.ts';

describe('something typed wrongly', () => {
  testWrongUse([
    {
      name: 'an unknown command',
      args: ['vrify'],
      code: 'INVALID_USAGE',
      says: 'Unknown command "vrify"; did you mean "verify"?',
    },
    {
      name: 'a command far from any',
      args: ['frobnicate'],
      code: 'INVALID_USAGE',
      says: 'Unknown command "frobnicate"',
      next: 'Run `service --help` for usage.',
    },
    {
      name: 'no command but flags',
      args: ['--local'],
      code: 'INVALID_USAGE',
      says: 'Missing command before --local',
    },
    {
      name: 'half of a command',
      args: ['login'],
      code: 'INVALID_USAGE',
      says: 'Unknown command "login"; did you mean "auth login"?',
    },
    {
      name: 'a group of commands',
      args: ['admin', 'key'],
      code: 'INVALID_USAGE',
      says: '`service admin key` requires a subcommand: create, revoke, list',
    },
    {
      name: 'a command that is a flag',
      args: ['version'],
      code: 'INVALID_USAGE',
      says: 'Unknown command "version"; did you mean "--version"?',
    },
    {
      name: 'a flag alone',
      args: ['--versoin'],
      code: 'INVALID_USAGE',
      says: 'Unknown flag --versoin; did you mean "--version"?',
    },
    {
      name: 'an unknown flag',
      args: ['verify', '--jsn'],
      code: 'INVALID_USAGE',
      says: 'Unknown flag --jsn for `service verify`; did you mean "--json"?',
    },
    {
      name: 'the opposite of a flag',
      args: ['verify', '--no-json'],
      code: 'INVALID_USAGE',
      says: 'Unknown flag --no-json for `service verify`; did you mean "--json"?',
    },
    {
      name: 'a flag in camel case',
      args: ['verify', '--baseUrl', 'x'],
      code: 'INVALID_USAGE',
      says: 'Unknown flag --baseUrl for `service verify`; did you mean "--base-url"?',
    },
    {
      name: 'a flag of another command',
      args: ['explain', 'x', '--local'],
      code: 'INVALID_USAGE',
      says: 'Unknown flag --local for `service explain`',
    },
    {
      name: 'a dotted flag',
      args: ['verify', '--ref.x=1'],
      code: 'INVALID_USAGE',
      says: 'Unknown flag --ref.x for `service verify`; did you mean "--ref"?',
    },
    {
      name: 'an unknown short flag',
      args: ['verify', '-x'],
      code: 'INVALID_USAGE',
      says: 'Unknown flag -x for `service verify`',
    },
    {
      name: 'a flag at the end without its value',
      args: ['verify', '--ref'],
      code: 'INVALID_USAGE',
      says: '--ref requires a value',
    },
    { name: 'an empty value', args: ['verify', '--ref='], code: 'INVALID_USAGE', says: '--ref requires a value' },
    {
      name: 'a flag where the value should be',
      args: ['verify', '--ref', '--local'],
      code: 'INVALID_USAGE',
      says: '--ref requires a value; to pass one that starts with a dash, write --ref=--local',
    },
    {
      name: 'a value for a flag without one',
      args: ['verify', '--local=yes'],
      code: 'INVALID_USAGE',
      says: '--local does not take a value',
    },
    {
      name: 'a flag twice',
      args: ['verify', '--ref', 'a', '--ref', 'b'],
      code: 'INVALID_USAGE',
      says: '--ref can be given only once',
    },
    {
      name: 'two arguments',
      args: ['verify', 'a', 'b'],
      code: 'INVALID_USAGE',
      says: 'Unexpected argument "b" for `service verify`',
    },
    {
      name: 'a missing argument',
      args: ['explain'],
      code: 'INVALID_USAGE',
      says: 'Missing argument <code> for `service explain`',
    },
    {
      name: 'an unknown code',
      args: ['explain', 'NO_API_KY'],
      code: 'UNKNOWN_CODE',
      says: 'Unknown code or check "NO_API_KY"',
    },
    {
      name: 'an unknown report',
      args: ['verify', '--report', 'sarf'],
      code: 'INVALID_USAGE',
      says: 'Unknown report format "sarf"; did you mean "sarif"?',
    },
    {
      name: 'a report without its path',
      args: ['verify', '--report', 'sarif='],
      code: 'INVALID_USAGE',
      says: 'Missing path in --report sarif=',
    },
    {
      name: 'two reports on standard output',
      args: ['verify', '--report', 'sarif', '--report', 'json'],
      code: 'INVALID_USAGE',
      says: 'Only one report can be printed',
    },
    {
      name: 'two reports to one path',
      args: ['verify', '--report', 'sarif=out/r', '--report', 'json=./out/../out/r'],
      code: 'INVALID_USAGE',
      says: 'Two reports have the same path ./out/../out/r',
    },
    {
      name: 'a number of warnings that is none',
      args: ['verify', '--max-warnings', '-1'],
      code: 'INVALID_USAGE',
      says: 'Invalid --max-warnings "-1"',
    },
    {
      name: 'not waiting for a local run',
      args: ['verify', '--local', '--no-wait'],
      code: 'INVALID_USAGE',
      says: '--no-wait cannot be used with --local',
      next: 'Run `service verify --help` for usage.',
    },
  ]);
});
