import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { NodeConnectionTypes } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { connectionTypes } from '../../../../plugins/n8n-node/checks/nodes/rules/description-rules.ts';
import { parameterTypes } from '../../../../plugins/n8n-node/shared-rules/shape-rules.ts';

const interfaces = readFileSync(
  createRequire(import.meta.url).resolve('n8n-workflow/dist/cjs/interfaces.d.ts'),
  'utf8',
);

it('the types of parameters are those of n8n-workflow', () => {
  const [, union = ''] = /export type NodePropertyTypes = ([^;]+);/.exec(interfaces) ?? [];
  const types = union.split('|').map((type) => type.trim().replaceAll("'", ''));
  expect(parameterTypes).toEqual(new Set(types));
});

it('the types of connections are those of n8n-workflow', () => {
  expect(connectionTypes).toEqual(new Set<string>(Object.values(NodeConnectionTypes)));
});
