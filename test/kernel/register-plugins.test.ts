import { describe, expect, test } from 'vitest';
import { serviceError } from '../../kernel/errors.ts';
import { createKernel } from '../../kernel/kernel.ts';
import type { Plugin } from '../../kernel/plugin.ts';
import { sampleCheck, samplePlugin, sampleRule } from './sample-plugin.ts';

const refused = (...plugins: Plugin[]) => {
  try {
    createKernel({ plugins });
  } catch (error) {
    return error;
  }
  return 'nothing was refused';
};

test('two plugins of one name', () => {
  expect(refused(samplePlugin('a'), { name: 'a' })).toMatchObject({
    code: 'PLUGIN_DUPLICATE',
    message: 'Plugin a: registered more than once',
  });
});

describe('a plugin that is required', () => {
  test('may be registered later', () => {
    expect(() => createKernel({ plugins: [{ name: 'a', requires: ['b'] }, { name: 'b' }] })).not.toThrow();
  });

  test('must be there', () => {
    expect(refused({ name: 'a', requires: ['b'] })).toMatchObject({
      code: 'PLUGIN_MISSING',
      message: 'Plugin a: requires plugin "b", which is not registered',
    });
  });
});

test('two project types of one name', () => {
  const second: Plugin = { name: 'second', projectTypes: [{ name: 'first-type', title: 'T' }] };
  expect(refused(samplePlugin('first'), second)).toMatchObject({
    code: 'PLUGIN_DUPLICATE_PROJECT_TYPE',
    message: 'Plugin second: project type "first-type" is already defined by plugin first',
  });
});

describe('two checks of one name', () => {
  const owner = samplePlugin('owner', [sampleCheck('manifest')]);
  const twin = sampleCheck('manifest', { rules: [] });
  const message = 'Plugin adding: check "manifest" of "owner-type" is already defined by plugin owner';

  test('declared by one plugin', () => {
    expect(refused(samplePlugin('owner', [twin, twin]))).toMatchObject({
      code: 'PLUGIN_DUPLICATE_CHECK',
      message: 'Plugin owner: check "manifest" of "owner-type" is already defined by plugin owner',
    });
  });

  test('declared by two plugins', () => {
    const adding: Plugin = { name: 'adding', checks: { 'owner-type': [twin] } };
    expect(refused(owner, adding)).toMatchObject({ code: 'PLUGIN_DUPLICATE_CHECK', message });
  });

  test('tapped by the second plugin', () => {
    const adding: Plugin = {
      name: 'adding',
      apply: ({ hooks }) => hooks.checks.for('owner-type').tap('adding', (checks) => [...checks, twin]),
    };
    expect(refused(owner, adding)).toMatchObject({ code: 'PLUGIN_DUPLICATE_CHECK', message });
  });

  test('added before the owner is registered: the owner clashes with who was first', () => {
    const adding: Plugin = { name: 'adding', checks: { 'owner-type': [twin] } };
    expect(refused(adding, owner)).toMatchObject({
      code: 'PLUGIN_DUPLICATE_CHECK',
      message: 'Plugin owner: check "manifest" of "owner-type" is already defined by plugin adding',
    });
  });

  test('are allowed in two types', () => {
    const other = samplePlugin('other', [sampleCheck('manifest', { rules: [] })]);
    expect(() => createKernel({ plugins: [owner, other] })).not.toThrow();
  });
});

test('two rules of one code, also in two types', () => {
  const owner = samplePlugin('owner', [sampleCheck('manifest', { rules: [sampleRule('taken')] })]);
  const other = samplePlugin('other', [sampleCheck('else', { rules: [sampleRule('taken')] })]);
  expect(refused(owner, other)).toMatchObject({
    code: 'PLUGIN_DUPLICATE_RULE',
    message: 'Plugin other: code "taken" is already used by check "manifest"',
  });
});

test('checks for a project type that no plugin declares', () => {
  expect(refused({ name: 'adding', checks: { nope: [sampleCheck('a')] } })).toMatchObject({
    code: 'PLUGIN_INVALID',
    message: 'Plugin adding: adds checks to "nope", which no plugin declares as a project type',
  });
});

describe('a plugin that fails while it is applied', () => {
  test('is named with the reason', () => {
    const apply = () => {
      throw new Error('out of luck');
    };
    expect(refused({ name: 'a', apply })).toMatchObject({
      code: 'PLUGIN_FAILED',
      message: 'Plugin a: failed to apply: out of luck',
      cause: new Error('out of luck'),
    });
  });

  test('may throw an error of the catalogue, which is unchanged', () => {
    const error = serviceError('UNKNOWN_CODE', { code: 'x', suggestion: '' });
    const apply = () => {
      throw error;
    };
    expect(refused({ name: 'a', apply })).toBe(error);
  });

  test('by a tap that throws', () => {
    const tapping: Plugin = {
      name: 'tapping',
      apply: ({ hooks }) =>
        hooks.checks.for('a-type').tap('tapping', () => {
          throw new Error('no list today');
        }),
    };
    expect(refused(samplePlugin('a'), tapping)).toMatchObject({
      code: 'PLUGIN_FAILED',
      message: 'Plugin tapping: failed to apply: no list today',
    });
  });
});

test('a check that is tapped in is held to the same shape as a declared one', () => {
  const tapping: Plugin = {
    name: 'tapping',
    apply: ({ hooks }) =>
      hooks.checks.for('a-type').tap('tapping', (checks) => [...checks, sampleCheck('Not Kebab', { rules: [] })]),
  };
  expect(refused(samplePlugin('a'), tapping)).toMatchObject({
    code: 'PLUGIN_INVALID',
    message: expect.stringContaining('Plugin tapping: name '),
  });
});

describe('needs', () => {
  test('may point at checks of other plugins and at later ones', () => {
    const owner = samplePlugin('owner', [sampleCheck('first', { needs: ['last'] })]);
    const adding: Plugin = { name: 'adding', checks: { 'owner-type': [sampleCheck('last')] } };
    expect(() => createKernel({ plugins: [owner, adding] })).not.toThrow();
  });

  test('of a check that does not exist are refused', () => {
    expect(refused(samplePlugin('owner', [sampleCheck('a', { needs: ['b'] })]))).toMatchObject({
      code: 'PLUGIN_INVALID',
      message: 'Plugin owner: check "a" of "owner-type" needs "b", which is not a check of this project type',
    });
  });

  test('that go round in a circle are refused', () => {
    const owner = samplePlugin('owner', [sampleCheck('a', { needs: ['b'] })]);
    const adding: Plugin = { name: 'adding', checks: { 'owner-type': [sampleCheck('b', { needs: ['a'] })] } };
    expect(refused(owner, adding)).toMatchObject({
      code: 'PLUGIN_INVALID',
      message: 'Plugin owner: check "a" of "owner-type" needs itself, directly or through others',
    });
  });
});
