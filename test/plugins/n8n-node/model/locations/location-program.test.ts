import { describe, expect, it } from 'vitest';
import locationProgram from '../../../../../plugins/n8n-node/model/locations/location-program.ts';
import { wantedOf } from '../../../../../plugins/n8n-node/model/locations/wanted.ts';
import { withProject } from '../../n8n-lint/engine/project-folder.ts';

describe('the search for locations', () => {
  it('handles a list with more entries than a call can have arguments', async () => {
    const text = `export const acme = { name: 'acme', type: 'string' };\nexport const many = [${'1,'.repeat(600_000)}];`;
    await withProject({ 'nodes/many.ts': text }, async (project) => {
      const input = { files: ['nodes/many.ts'], wanted: [{ name: 'acme' }] };
      expect(await locationProgram({ project, scratch: project }, input)).toEqual({
        found: [{ index: 0, file: 'nodes/many.ts', line: 1, column: 21, endLine: 1 }],
      });
    });
  });

  it('distinguishes operations of the same name by their texts, where the source has them as literals', async () => {
    const option = { name: 'Get Many', value: 'getAll', action: 'Get many orders', description: 'Get a list' };
    const source = (one: object) => `export const operation = [\n${JSON.stringify(one)}];`;
    const found = async (orders: string) => {
      const users = { ...option, action: 'Get many users' };
      return withProject({ 'nodes/users.ts': source(users), 'nodes/orders.ts': orders }, async (project) => {
        const wanted = wantedOf({ object: option });
        const input = { files: ['nodes/users.ts', 'nodes/orders.ts'], wanted: wanted ? [wanted] : [] };
        return (await locationProgram({ project, scratch: project }, input)).found.map(({ file }) => file);
      });
    };
    expect(await found(source(option))).toEqual(['nodes/orders.ts']);
    expect(await found(`export const o = { name: 'Get Many', value: 'getAll', action: make() };`)).toEqual([
      'nodes/orders.ts',
    ]);
  });
});
