import { describe, expect, test } from 'vitest';
import { validatePlugin } from '../../kernel/validate-plugin.ts';
import { sampleCheck, samplePlugin, sampleRule } from './sample-plugin.ts';

const refusal = (plugin: unknown) => {
  try {
    validatePlugin(plugin);
  } catch (error) {
    return error;
  }
  return 'nothing was refused';
};

const withCheck = (more: object) => ({ ...samplePlugin('a'), checks: { t: [{ ...sampleCheck('c'), ...more }] } });

test('a plugin with everything that is documented is taken', () => {
  const check = sampleCheck('c', { docs: 'https://x', needs: ['d'], timeout: 0.5, rules: [sampleRule('@a/b-c/d')] });
  const type = {
    name: 't',
    title: 'T',
    detect: () => true,
    include: ['a'],
    checks: [check],
    ruleset: 'r',
    reserved: 'x',
  };
  const plugin = { name: 'a', requires: ['b'], projectTypes: [type], checks: { t: [check] }, apply: () => {} };
  expect(refusal(plugin)).toBe('nothing was refused');
});

test('fields that are set to undefined count as absent', () => {
  expect(refusal({ name: 'a', requires: undefined, apply: undefined })).toBe('nothing was refused');
});

test('a check may be an instance of a class', () => {
  const { run, ...rest } = sampleCheck('c');
  class Sample {
    run = run;
  }
  class Inheriting {
    run() {
      return [];
    }
  }
  for (const check of [new Sample(), new Inheriting()])
    expect(refusal({ name: 'a', checks: { t: [Object.assign(check, rest)] } })).toBe('nothing was refused');
});

describe.each<[string, unknown, string]>([
  ['no object', undefined, 'Plugin (unnamed): the plugin '],
  ['no name', {}, 'Plugin (unnamed): the plugin '],
  ['an empty name', { name: '' }, 'Plugin (unnamed): name '],
  ['a name that is no kebab-case word', { name: 'My Plugin' }, 'Plugin My Plugin: name '],
  ['a type without a title', { name: 'a', projectTypes: [{ name: 't' }] }, 'Plugin a: projectTypes[0] '],
  [
    'a detect that is no function',
    { name: 'a', projectTypes: [{ name: 't', title: 'T', detect: 1 }] },
    'projectTypes[0].detect ',
  ],
  ['an apply that is no function', { name: 'a', apply: {} }, 'Plugin a: apply '],
  ['checks that are no list', { name: 'a', checks: { t: {} } }, 'Plugin a: checks.t '],
  ['a check without modes', withCheck({ modes: [] }), 'checks.t[0].modes '],
  ['a check of an unknown mode', withCheck({ modes: ['night'] }), 'checks.t[0].modes[0] '],
  ['a check without a run', withCheck({ run: undefined }), 'checks.t[0]'],
  ['a check with no time', withCheck({ timeout: 0 }), 'checks.t[0].timeout '],
  ['a check with endless time', withCheck({ timeout: Number.POSITIVE_INFINITY }), 'checks.t[0].timeout '],
  [
    'a rule of an unknown severity',
    withCheck({ rules: [{ ...sampleRule(), severity: 'fatal' }] }),
    'rules[0].severity ',
  ],
  ['a rule without a reason', withCheck({ rules: [sampleRule('r', { why: '' })] }), 'checks.t[0].rules[0].why '],
  ['a rule whose code has capitals', withCheck({ rules: [sampleRule('noFoo')] }), 'checks.t[0].rules[0].code '],
])('%s', (_, plugin, words) => {
  test('is refused as PLUGIN_INVALID, saying where', () => {
    expect(refusal(plugin)).toMatchObject({ code: 'PLUGIN_INVALID', message: expect.stringContaining(words) });
  });
});

describe.each<[string, unknown, string]>([
  ['of the plugin', { name: 'a', cheks: {} }, 'unknown option "cheks" in the plugin'],
  [
    'of a type',
    { name: 'a', projectTypes: [{ name: 't', title: 'T', colour: 1 }] },
    'unknown option "colour" in projectTypes[0]',
  ],
  ['of a check', withCheck({ retries: 1 }), 'unknown option "retries" in checks.t[0]'],
  [
    'of a rule',
    withCheck({ rules: [{ ...sampleRule(), level: 1 }] }),
    'unknown option "level" in checks.t[0].rules[0]',
  ],
  [
    'that every object has in its prototype',
    { name: 'a', constructor: 1 },
    'unknown option "constructor" in the plugin',
  ],
])('an unknown option, %s,', (_, plugin, words) => {
  test('is refused as PLUGIN_UNKNOWN_OPTION, saying where and what there is', () => {
    expect(refusal(plugin)).toMatchObject({
      code: 'PLUGIN_UNKNOWN_OPTION',
      message: `Plugin a: ${words}`,
      next: expect.stringMatching(/^Known options: (name|code), /),
    });
  });
});
