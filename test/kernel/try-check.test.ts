import { expect, it } from 'vitest';
import { defineCheck, type Service, tryCheck } from '../../kernel/index.ts';
import { sampleCheck, sampleRule } from './sample-plugin.ts';

const check = defineCheck({
  ...sampleCheck('named'),
  rules: [{ ...sampleRule('no-name'), severity: 'error', fix: 'Give it a name.' }],
  *run({ manifest }) {
    if (manifest?.['name'] === undefined) yield { code: 'no-name', message: 'It has no name', file: 'package.json' };
  },
});

it('completes findings with the fields of their rules', async () => {
  const [finding, ...others] = await tryCheck(check, { 'package.json': '{}' });
  expect(finding).toMatchObject({
    code: 'no-name',
    severity: 'error',
    message: 'It has no name',
    fix: 'Give it a name.',
  });
  expect(others).toEqual([]);
});

it('shows the line that a finding names, as a run does', async () => {
  const pointing = defineCheck({
    ...check,
    *run() {
      yield { code: 'no-name', message: 'It has no name', file: 'package.json', line: 2, column: 3 };
    },
  });
  const [finding] = await tryCheck(pointing, { 'package.json': '{\n  "version": "1"\n}' });
  expect(finding).toMatchObject({ evidence: '"version": "1"', evidenceColumn: 3 });
});

it('gives package.json as the manifest', async () => {
  expect(await tryCheck(check, { 'package.json': '{ "name": "a" }' })).toEqual([]);
});

it('treats an invalid package.json as a missing manifest', async () => {
  expect(await tryCheck(check, { 'package.json': '[' })).toHaveLength(1);
  expect(await tryCheck(check, { 'package.json': '["name"]' })).toHaveLength(1);
});

it('fails for a code that the check does not have', async () => {
  const wrong = { ...check, rules: [] };
  await expect(tryCheck(wrong, {})).rejects.toThrow('"no-name", which is not in its rules');
});

it('reports that the check skipped the project, and why', async () => {
  const skipping = defineCheck({
    ...check,
    *run({ files, skip }) {
      yield* [];
      if (files.list().length === 0) skip('nothing to see');
    },
  });
  await expect(tryCheck(skipping, {})).rejects.toThrow('skipped: nothing to see');
});

it('does the work that checks share once', async () => {
  let times = 0;
  const counted: Service<number> = {
    name: 'counted',
    create: async ({ files }) => {
      times += 1;
      return files.list().length;
    },
  };
  const lines: string[] = [];
  const asking = defineCheck({
    ...check,
    async *run({ service, log }) {
      yield* [];
      log(`${await service(counted)} and ${await service(counted)}`);
    },
  });
  await tryCheck(asking, { a: '', b: '' }, { log: (line) => lines.push(line) });
  expect(lines).toEqual(['2 and 2']);
  expect(times).toBe(1);
});

it('has no sandbox unless one is given', async () => {
  const sandboxed = defineCheck({
    ...check,
    async *run({ sandbox }) {
      yield* [];
      await sandbox.run({ program: new URL('file:///none'), input: null, profile: 'tool', timeout: 1 });
    },
  });
  await expect(tryCheck(sandboxed, {})).rejects.toThrow('needs a sandbox');
});
