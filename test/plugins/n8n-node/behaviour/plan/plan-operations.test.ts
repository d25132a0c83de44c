import { expect, test } from 'vitest';
import { planOperations } from '../../../../../plugins/n8n-node/behaviour/plan/plan-operations.ts';
import { givenPackage } from '../../shared-rules/given-package.ts';

const values = (...names: string[]) => names.map((value) => ({ name: value, value, action: value }));
const hidden = (initial: string, options: object[] = []) => ({
  name: 'resource',
  type: 'hidden',
  options,
  default: initial,
});
const operation = (resource: string, ...names: string[]) => ({
  ...{ name: 'operation', type: 'options', options: values(...names), default: names[0] },
  displayOptions: { show: { resource: [resource] } },
});

/** The values of the operations that are run of a node with these parameters. */
const planned = (...properties: object[]) =>
  planOperations(givenPackage({ node: { properties } }).nodes).planned.map(({ choices }) => choices);

test('a hidden resource has its default, and the value of an action', () => {
  expect(planned(hidden('order'), operation('order', 'get'), operation('user', 'find'))).toEqual([
    { operation: 'get' },
  ]);
  expect(planned(hidden('', values('order')), operation('order', 'get', 'add'))).toEqual([
    { resource: 'order', operation: 'get' },
    { resource: 'order', operation: 'add' },
  ]);
});

test('operations that no user can select are not run', () => {
  expect(planned(hidden(''), operation('order', 'get', 'add'))).toEqual([{}]);
});

test('a hidden resource that computes its value may have any', () => {
  expect(planned(hidden('={{ $parameter.kind }}'), operation('order', 'get'), operation('user', 'find'))).toEqual([
    { operation: 'get' },
    { operation: 'find' },
  ]);
});
