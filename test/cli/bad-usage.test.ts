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
    },
    {
      name: 'no command but flags',
      args: ['--local'],
      code: 'INVALID_USAGE',
      says: 'There is no command before --local',
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
      says: '`service admin key` needs one of: create, revoke, list',
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
      says: '--ref needs a value',
    },
    { name: 'an empty value', args: ['verify', '--ref='], code: 'INVALID_USAGE', says: '--ref needs a value' },
    {
      name: 'a flag where the value should be',
      args: ['verify', '--ref', '--local'],
      code: 'INVALID_USAGE',
      says: '--ref needs a value before --local; a value that begins with a dash is given as --ref=…',
    },
    {
      name: 'a value for a flag without one',
      args: ['verify', '--local=yes'],
      code: 'INVALID_USAGE',
      says: '--local takes no value',
    },
    {
      name: 'a flag twice',
      args: ['verify', '--ref', 'a', '--ref', 'b'],
      code: 'INVALID_USAGE',
      says: '--ref is given more than once',
    },
    {
      name: 'two arguments',
      args: ['verify', 'a', 'b'],
      code: 'INVALID_USAGE',
      says: 'Unexpected argument "b" for `service verify`',
    },
    { name: 'a missing argument', args: ['explain'], code: 'INVALID_USAGE', says: '`service explain` needs a <code>' },
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
      says: '--report sarif= needs a path after the =',
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
      says: 'Two reports would be written to ./out/../out/r',
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
      says: '--no-wait is for the cloud',
    },
  ]);
});
