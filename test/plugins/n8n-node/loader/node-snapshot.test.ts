import { expect, it } from 'vitest';
import { describeNode } from '../../../../plugins/n8n-node/loader/node-snapshot.ts';
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
