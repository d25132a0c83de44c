import { join } from 'node:path';
import pacote from 'pacote';
import { describe, expect, it } from 'vitest';
import { officialAnalysis, ourAnalysis } from './both-analyses.ts';
import { withEmptyFolder } from './project-folder.ts';
import { scaffold, templateFolders } from './scaffold.ts';

const nodeCli = '@n8n/node-cli@0.48.3';
const packages = [
  'n8n-nodes-evolution-api@1.0.4',
  'n8n-nodes-mcp@0.1.37',
  '@mendable/n8n-nodes-firecrawl@2.1.2',
  'n8n-nodes-datastore@0.1.18',
  'n8n-nodes-webpage-content-extractor@0.1.3',
];

describe('the findings are those of the gate of n8n', () => {
  it(`on every template of ${nodeCli}`, async () => {
    await withExtracted(nodeCli, async (folder) => {
      const templates = join(folder, 'dist/template/templates');
      const names = await templateFolders(templates);
      expect(names).not.toEqual([]);
      for (const name of names) {
        await withEmptyFolder(async (project) => {
          await scaffold(join(templates, name), project);
          expect(await ourAnalysis(project, 'project'), name).toEqual(await officialAnalysis(project, 'project'));
        });
      }
    });
  });

  it.each(packages)('on the package %s', async (reference) => {
    await withExtracted(reference, async (folder) => {
      expect(await ourAnalysis(folder, 'package')).toEqual(await officialAnalysis(folder, 'package'));
    });
  });
});

async function withExtracted(reference: string, use: (folder: string) => Promise<void>): Promise<void> {
  await withEmptyFolder(async (folder) => {
    await pacote.extract(reference, folder);
    await use(folder);
  });
}
