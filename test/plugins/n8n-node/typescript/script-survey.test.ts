import { expect, it } from 'vitest';
import { memoryFiles } from '../../../../kernel/project-files.ts';
import { surveyScripts } from '../../../../plugins/n8n-node/typescript/script-survey.ts';

const namesSentry = async (files: Parameters<typeof memoryFiles>[0]) =>
  (await surveyScripts(memoryFiles(files))).namesSentry;

it('@sentry/node is found in scripts, in those of dependencies too', async () => {
  const script = "import * as sentry from '@sentry/node';";
  for (const path of ['nodes/a.ts', 'a.mts', 'a.tsx', 'a.js', 'a.cjs', 'a.d.ts', 'node_modules/b/index.d.cts']) {
    expect(await namesSentry({ 'nodes/b.ts': 'export {};', [path]: script }), path).toBe(true);
  }
  expect(await namesSentry({ 'nodes/b.ts': 'export {};', 'README.md': script, 'a.json': script, ts: script })).toBe(
    false,
  );
});

it('in any encoding', async () => {
  const script = "// Grüße 🎉\nimport * as sentry from '@sentry/node';";
  const little = Buffer.from(`\ufeff${script}`, 'utf16le');
  const big = Buffer.from(little).swap16();
  const encodings = { utf8: Buffer.from(script), marked: Buffer.from(`\ufeff${script}`), little, big };
  for (const [name, bytes] of Object.entries(encodings)) {
    expect(await namesSentry({ 'a.ts': new Uint8Array(bytes) }), name).toBe(true);
  }
});

it('bytes of scripts are counted', async () => {
  const { size } = await surveyScripts(memoryFiles({ 'a.ts': 'ä'.repeat(10), 'b.js': '12', 'c.json': '{}' }));
  expect(size).toBe(22);
});
