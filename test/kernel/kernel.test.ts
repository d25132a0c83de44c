import { describe, expect, test } from 'vitest';
import { createKernel } from '../../kernel/kernel.ts';
import type { Plugin } from '../../kernel/plugin.ts';
import { sampleCheck, samplePlugin, sampleRule } from './sample-plugin.ts';

const names = (checks: readonly { name: string }[]) => checks.map(({ name }) => name);

describe('project types', () => {
  test('are known by name, in the order of registration', () => {
    const kernel = createKernel({ plugins: [samplePlugin('b'), samplePlugin('a')] });
    expect([...kernel.projectTypes.keys()]).toEqual(['b-type', 'a-type']);
  });

  test('are detected by the first plugin that recognizes the manifest', () => {
    const kernel = createKernel({
      plugins: [
        samplePlugin('never', [], { detect: () => false }),
        samplePlugin('named', [], { detect: ({ name }) => name === 'x' }),
        samplePlugin('always', [], { detect: () => true }),
      ],
    });
    expect(kernel.detect({ name: 'x' })).toBe('named-type');
    expect(kernel.detect({ name: 'y' })).toBe('always-type');
  });

  test('are not detected when no plugin recognizes the manifest', () => {
    expect(createKernel({ plugins: [samplePlugin('a')] }).detect({})).toBeUndefined();
  });

  test('may be detected by a tap of a plugin that does not own them', () => {
    const tapping: Plugin = {
      name: 'tapping',
      apply: ({ hooks }) => hooks.detect.tap('tapping', ({ private: secret }) => (secret ? 'owner-type' : undefined)),
    };
    const kernel = createKernel({ plugins: [samplePlugin('owner'), tapping] });
    expect(kernel.detect({ private: true })).toBe('owner-type');
    expect(kernel.detect({})).toBeUndefined();
  });
});

describe('include lists', () => {
  test('start with the type’s own and pass through the taps of that type alone', () => {
    const tapping: Plugin = {
      name: 'tapping',
      apply: ({ hooks }) => hooks.include.for('a-type').tap('tapping', (paths) => [...paths, 'more/']),
    };
    const plugins = [
      samplePlugin('a', [], { include: ['src/'] }),
      samplePlugin('b', [], { include: ['lib/'] }),
      tapping,
    ];
    const kernel = createKernel({ plugins });
    expect(kernel.include('a-type')).toEqual(['src/', 'more/']);
    expect(kernel.include('b-type')).toEqual(['lib/']);
  });

  test('can be cut by a plugin that is registered before the owner of the type', () => {
    const cutting: Plugin = {
      name: 'cutting',
      apply: ({ hooks }) =>
        hooks.include.for('a-type').tap('cutting', (paths) => paths.filter((path) => path !== 'b/')),
    };
    const kernel = createKernel({ plugins: [cutting, samplePlugin('a', [], { include: ['a/', 'b/'] })] });
    expect(kernel.include('a-type')).toEqual(['a/']);
  });

  test('can be changed by who gets one without changing the plugin', () => {
    const kernel = createKernel({ plugins: [samplePlugin('a', [], { include: ['src/'] })] });
    kernel.include('a-type').push('x');
    expect(kernel.include('a-type')).toEqual(['src/']);
  });

  test('are empty for an unknown type', () => {
    expect(createKernel({ plugins: [] }).include('nope')).toEqual([]);
  });
});

describe('checks', () => {
  test('are those of the owner first, then what other plugins declare, then what they tap', () => {
    const adding: Plugin = { name: 'adding', checks: { 'a-type': [sampleCheck('declared')] } };
    const tapping: Plugin = {
      name: 'tapping',
      apply: ({ hooks }) => hooks.checks.for('a-type').tap('tapping', (checks) => [...checks, sampleCheck('tapped')]),
    };
    const kernel = createKernel({ plugins: [samplePlugin('a', [sampleCheck('own')]), adding, tapping] });
    expect(names(kernel.checks('a-type'))).toEqual(['own', 'declared', 'tapped']);
  });

  test('may be added by a plugin that is registered before the owner of the type', () => {
    const adding: Plugin = { name: 'adding', checks: { 'a-type': [sampleCheck('added')] } };
    const kernel = createKernel({ plugins: [adding, samplePlugin('a', [sampleCheck('own')])] });
    expect(names(kernel.checks('a-type'))).toEqual(['own', 'added']);
  });

  test('can be asked for by mode', () => {
    const plugin = samplePlugin('a', [
      sampleCheck('both'),
      sampleCheck('here', { modes: ['project'] }),
      sampleCheck('there', { modes: ['package'] }),
    ]);
    const kernel = createKernel({ plugins: [plugin] });
    expect(names(kernel.checks('a-type', 'project'))).toEqual(['both', 'here']);
    expect(names(kernel.checks('a-type', 'package'))).toEqual(['both', 'there']);
    expect(names(kernel.checks('a-type'))).toEqual(['both', 'here', 'there']);
  });
});

test('rules are found by code, with their check and type', () => {
  const rule = sampleRule('no-foo');
  const check = sampleCheck('foo', { rules: [rule] });
  const kernel = createKernel({ plugins: [samplePlugin('a', [check]), samplePlugin('b', [sampleCheck('bar')])] });
  expect(kernel.rules().get('no-foo')).toEqual({ rule, check, type: 'a-type' });
  expect([...kernel.rules().keys()]).toEqual(['no-foo', 'bar-rule']);
});

test('a kernel can’t be given other hooks once it is made', () => {
  const kernel = createKernel({ plugins: [] });
  expect(Object.isFrozen(kernel)).toBe(true);
  expect(Object.isFrozen(kernel.hooks)).toBe(true);
});
