import { describe, expect, it } from 'vitest';
import placeProgram from '../../../../../plugins/n8n-node/model/locations/location-program.ts';
import { withProject } from '../../n8n-lint/engine/project-folder.ts';

describe('the search for places', () => {
  it('handles a list with more entries than a call can have arguments', async () => {
    const text = `export const acme = { name: 'acme', type: 'string' };\nexport const many = [${'1,'.repeat(600_000)}];`;
    await withProject({ 'nodes/many.ts': text }, async (project) => {
      const input = { files: ['nodes/many.ts'], wanted: [{ name: 'acme' }] };
      expect(await placeProgram({ project, scratch: project }, input)).toEqual({
        found: [{ index: 0, file: 'nodes/many.ts', line: 1, column: 21, endLine: 1 }],
      });
    });
  });
});
