import fc from 'fast-check';
import { type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { readParameters } from '../../../../../plugins/n8n-node/model/parameters/parameter.ts';
import { hasOrder } from '../../../../../plugins/n8n-node/model/parameters/resolve-order.ts';

const names = fc.subarray(['a', 'b', 'c', 'd', '/a', '@version']);
const conditions = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, ['x']]));
const parameter = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), show: names, hide: names }).map(
  ({ name, show, hide }): INodeProperties => ({
    displayName: name,
    name,
    type: 'string',
    default: '',
    displayOptions: { show: conditions(show), hide: conditions(hide) },
  }),
);

function isRefused(properties: INodeProperties[]): boolean {
  try {
    NodeHelpers.getNodeParameters(properties, {}, true, false, null, null);
    return false;
  } catch (error) {
    expect(String(error)).toContain('Could not resolve parameter dependencies');
    return true;
  }
}

it('n8n refuses parameters exactly where no order is found', () => {
  fc.assert(
    fc.property(fc.array(parameter, { maxLength: 8 }), (properties) => {
      expect(hasOrder(readParameters(properties))).toBe(!isRefused(properties));
    }),
    { numRuns: 1000 },
  );
});
