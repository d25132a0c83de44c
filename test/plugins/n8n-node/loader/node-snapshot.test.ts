import { expect, it } from 'vitest';
import { describeNode } from '../../../../plugins/n8n-node/loader/node-snapshot.ts';
import { standIn } from '../../../../plugins/n8n-node/loader/stand-in.ts';
import { isUnknown } from '../../../../plugins/n8n-node/model/parameters/plain.ts';

it('keeps that a node has no value for usableAsTool on purpose, and no other field without a value', () => {
  const fields = { name: 'acme', subtitle: undefined };
  const answered = describeNode({ description: { ...fields, usableAsTool: undefined } }).versions[0]?.description;
  expect(Object.keys(answered ?? {})).toEqual(['name', 'usableAsTool']);
  expect(isUnknown(answered?.['usableAsTool'])).toBe(true);
  expect(describeNode({ description: fields }).versions[0]?.description).toEqual({ name: 'acme' });
  const versions = { 1: { description: { ...fields, usableAsTool: true } } };
  expect(describeNode({ description: fields, nodeVersions: versions }).versions[0]?.description).toEqual({
    name: 'acme',
    usableAsTool: true,
  });
});

it('says which groups of methods come from a module that is not installed', () => {
  const methodsOf = (methods: object) => describeNode({ description: {}, methods }).versions[0]?.methods;
  const unknown = standIn('lodash', () => {});
  expect(methodsOf({ loadOptions: { getOrders() {} }, listSearch: unknown })).toEqual([
    'loadOptions.getOrders',
    'listSearch.*',
  ]);
  expect(methodsOf(unknown)).toContain('loadOptions.*');
});
