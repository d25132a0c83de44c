import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { loadProjectConfig } from '../../cli/project-config.ts';
import { structureCheck } from '../../plugins/n8n-node/checks/structure/check.ts';
import { declarationsOf } from '../../plugins/n8n-node/project/manifest/manifest-fields.ts';
import { openProject } from '../plugins/n8n-node/project-on-disk.ts';

const folder = await mkdtemp(join(tmpdir(), 'safety-fuzz-'));
await mkdir(join(folder, '.service'));
afterAll(() => rm(folder, { recursive: true }));

/** Documents that have our fields with anything in them, and text that is none. */
const documents = (...fields: string[]) =>
  fc.oneof(
    fc.string(),
    fc.json({ noUnicodeString: false }),
    fc
      .dictionary(fc.constantFrom(...fields, '__proto__', 'constructor'), fc.jsonValue())
      .map((value) => JSON.stringify(value)),
  );

test('any configuration is read, or refused as one', async () => {
  const config = documents('projectType', 'include', 'exclude', 'timeout', 'rules', 'plugins');
  await fc.assert(
    fc.asyncProperty(config, async (text) => {
      await writeFile(join(folder, '.service/config.json'), text);
      try {
        expect(await loadProjectConfig(folder)).toMatchObject({ exists: true });
      } catch (error) {
        expect(error).toMatchObject({ code: 'INVALID_CONFIG' });
      }
    }),
    { numRuns: 300 },
  );
});

test('any manifest is judged without a crash', async () => {
  const manifest = documents('name', 'version', 'n8n', 'files', 'main', 'scripts', 'dependencies', 'repository');
  await fc.assert(
    fc.asyncProperty(manifest, async (text) => {
      await using project = await openProject({ 'package.json': text });
      for (const { path } of declarationsOf(project.context.manifest ?? {})) expect(path).toBeTypeOf('string');
      const { findings, skipped } = await project.run(structureCheck);
      expect(skipped === undefined || findings.length === 0).toBe(true);
    }),
    { numRuns: 60 },
  );
});
