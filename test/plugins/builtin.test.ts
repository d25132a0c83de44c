import { describe, expect, it } from 'vitest';
import { createKernel } from '../../kernel/kernel.ts';
import { pluginFaults } from '../../kernel/plugin-contract.ts';
import { builtinKernel, builtinPlugins } from '../../plugins/builtin.ts';
import { builtinTypes } from '../../plugins/builtin-types.ts';
import { importCost } from './import-cost.ts';

describe.each(builtinPlugins)('the plugin $name', (plugin) => {
  it('passes the contract of plugins', () => {
    expect(pluginFaults(plugin)).toEqual([]);
  });
});

describe('the builtin plugins', () => {
  const kernel = builtinKernel();

  it('can be registered together', () => {
    expect([...kernel.projectTypes.keys()]).toEqual(['n8n-node', 'n8n-workflow']);
  });

  it('say that workflows are not supported yet', () => {
    expect(kernel.projectTypes.get('n8n-workflow')?.reserved).toBeDefined();
    expect(kernel.checks('n8n-workflow')).toEqual([]);
  });

  it('give every rule one check', () => {
    const codes = kernel.checks('n8n-node').flatMap(({ rules }) => rules.map(({ code }) => code));
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('run in a fixed order, the same ones for every package', () => {
    const names = 'manifest dependencies structure artifact nodes credentials security docs english'.split(' ');
    expect(kernel.checks('n8n-node', 'project').map(({ name }) => name)).toEqual([
      ...names,
      'types',
      'load',
      'behaviour',
      'compatibility',
      'provenance',
    ]);
    expect(kernel.checks('n8n-node', 'package').map(({ name }) => name)).toEqual([
      ...names,
      'load',
      'behaviour',
      'compatibility',
      'provenance',
    ]);
  });

  it('are cheap to import: heavy modules are loaded when a check runs', async () => {
    const { packages } = await importCost(new URL('../../plugins/builtin.ts', import.meta.url));
    const heavy = ['eslint', 'typescript', '@typescript-eslint/parser', 'n8n-workflow', 'oxc-parser', 'pacote'];
    expect(packages.filter((name) => heavy.includes(name))).toEqual([]);
  });
});

describe('the project types without their checks', () => {
  const whole = builtinKernel();
  const types = createKernel({ plugins: builtinTypes });

  it('are the same types, detected by the same manifests, with the same files', () => {
    const known = [...types.projectTypes.values()];
    const told = ({ name, title, reserved, detect }: (typeof known)[number]) => ({ name, title, reserved, detect });
    expect(known.map(told)).toEqual([...whole.projectTypes.values()].map(told));
    for (const { name } of known) expect(types.include(name)).toEqual(whole.include(name));
    for (const manifest of [{ n8n: {} }, { dependencies: { 'n8n-workflow': '*' } }, {}])
      expect(types.detect(manifest)).toBe(whole.detect(manifest));
  });

  it('load nothing else: no schema, no check', async () => {
    const { packages, modules } = await importCost(new URL('../../plugins/builtin-types.ts', import.meta.url));
    expect(packages).toEqual([]);
    expect(modules).toBeLessThan(10);
  });
});
