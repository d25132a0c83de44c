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

  const locate = (object: Record<string, unknown>, files: Readonly<Record<string, string>>, key?: string) =>
    withProject(files, async (project) => {
      const wanted = wantedOf({ object, ...(key !== undefined && { key }) });
      const input = { files: Object.keys(files), wanted: wanted ? [wanted] : [] };
      const { found } = await locationProgram({ project, scratch: project }, input);
      return found.map(({ file, line }) => `${file}:${line}`);
    });
  const key = { displayName: 'Key', name: 'key', type: 'string', description: 'Key of the API', default: '' };
  const list = (...objects: object[]) =>
    `export const list = [\n${objects.map((one) => JSON.stringify(one)).join(',\n')}];`;

  it('prefers the object of a file that has all fields', async () => {
    const { description: _, ...other } = key;
    expect(await locate(key, { 'a.ts': list(other, key) })).toEqual(['a.ts:3']);
    expect(await locate(key, { 'a.ts': list(other), 'b.ts': list(key) })).toEqual(['a.ts:2', 'b.ts:2']);
  });

  it('takes the last one of equal objects in a list, and all of several lists', async () => {
    expect(await locate(key, { 'a.ts': list(key, key) })).toEqual(['a.ts:3']);
    expect(await locate(key, { 'a.ts': list(key, { ...key, default: 'x' }) })).toHaveLength(2);
    expect(await locate(key, { 'a.ts': list(key), 'b.ts': list(key) })).toHaveLength(2);
  });

  it('distinguishes lists of the same name by their options, where the source has them as literals', async () => {
    const option = (value: string) => ({ name: value, value });
    const info = { displayName: 'Operation', name: 'operation', options: [option('info')], default: 'info' };
    const other = { ...info, options: [option('config'), option('info')] };
    expect(await locate(info, { 'a.ts': list(other, info) })).toEqual(['a.ts:3']);
    expect(await locate(other, { 'a.ts': list(other, info) })).toEqual(['a.ts:2']);
    expect(await locate({ ...info, options: [option('changed')] }, { 'a.ts': list(info) })).toEqual(['a.ts:2']);
    const made = "{ displayName: 'Operation', name: 'operation', options: make(), default: 'info' }";
    const both = `export const list = [\n${made},\n${made.replace('make', 'get')}];`;
    expect(await locate(info, { 'a.ts': both })).toHaveLength(2);
  });

  it('distinguishes objects of the same name by the field with the fault, where the source has it as a literal', async () => {
    const mode = (regex: string) => ({ displayName: 'By URL', name: 'url', extractValue: { type: 'regex', regex } });
    const files = { 'a.ts': list(mode('a(.)')), 'b.ts': list(mode('b(.)')) };
    expect(await locate(mode('b(.)'), files, 'extractValue')).toEqual(['b.ts:2']);
    expect(await locate(mode('b(.)'), files)).toHaveLength(2);
    const computed = "export const c = { displayName: 'By URL', name: 'url', extractValue: make() };";
    expect(await locate(mode('b(.)'), { 'a.ts': files['a.ts'], 'c.ts': computed }, 'extractValue')).toEqual(['c.ts:1']);
  });

  it('finds an object that code changes by its name and label, if there is only one', async () => {
    const optional = { ...key, description: 'Key of the API (optional)' };
    expect(await locate(optional, { 'a.ts': list(key) })).toEqual(['a.ts:2']);
    expect(await locate(optional, { 'a.ts': list(key), 'b.ts': list(key) })).toEqual([]);
    expect(await locate(optional, { 'a.ts': list(key), 'b.ts': list(optional) })).toEqual(['b.ts:2']);
    expect(await locate({ ...optional, displayOptions: { show: { size: [1] } } }, { 'a.ts': list(key) })).toEqual([]);
  });
});
