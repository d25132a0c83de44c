import { describe, expect, it } from 'vitest';
import { eachTemplate, nodeCli, realPackages, withPackage } from '../real-packages.ts';
import { officialAnalysis, ourAnalysis } from './engine/both-analyses.ts';

describe('the findings are those of the gate of n8n', () => {
  it(`on every template of ${nodeCli}`, async () => {
    await eachTemplate(async (project, name) => {
      expect(await ourAnalysis(project, 'project'), name).toEqual(await officialAnalysis(project, 'project'));
    });
  });

  it.each(realPackages)('on the package %s', async (reference) => {
    await withPackage(reference, async (folder) => {
      expect(await ourAnalysis(folder, 'package')).toEqual(await officialAnalysis(folder, 'package'));
    });
  });
});
