import { type INodeType, Workflow } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { blockedIn } from '../../../../plugins/n8n-node/shared-rules/blocked-globals.ts';

const node = {
  id: '1',
  name: 'Acme',
  type: 'acme',
  typeVersion: 1,
  position: [0, 0] as [number, number],
  parameters: {},
};
const type = { description: { properties: [] } } as unknown as INodeType;
const workflow = new Workflow({
  nodes: [node],
  connections: {},
  active: false,
  nodeTypes: { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) },
});
const evaluated = (expression: string) => workflow.expression.getSimpleParameterValue(node, expression, 'internal', {});

test.each([
  'Buffer.from("a").toString("base64")',
  'require("os").hostname()',
  'fetch("https://acme.example")',
  'escape("a b")',
  'Promise.resolve(1)',
  'Reflect.ownKeys({})',
])('n8n gives no value for what is reported: %s', (code) => {
  expect(blockedIn(`={{ ${code} }}`)).toBeDefined();
  expect(evaluated(`={{ "a" + ${code} }}`)).toBeUndefined();
});

test.each([
  ['"a".base64Encode()', 'YQ=='],
  ['encodeURIComponent("a b")', 'a%20b'],
  ['[1].map(String).join()', '1'],
])('n8n gives a value for what is not: %s', (code, value) => {
  expect(blockedIn(`={{ ${code} }}`)).toBeUndefined();
  expect(evaluated(`={{ ${code} }}`)).toBe(value);
});
