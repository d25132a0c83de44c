import { expect, test } from 'vitest';
import { queryShape } from '../../../../../plugins/n8n-node/behaviour/simulated/graphql.ts';

const kindOf = (query: string, ...path: readonly string[]) =>
  path.reduce(
    (shape, name) => shape.fields.get(name) ?? expect.fail(name),
    queryShape(query).fields.get('data') ?? expect.fail(),
  ).kind;

test.each([
  ['{ orders { id name } }', 'list'],
  ['{ orders { lines { id } } }', 'list'],
  ['query all($first: Int) { orders(first: $first) { edges { node { id } } } }', undefined],
  ['{ orders { lines { id } totalRecords currentCount } }', undefined],
  ['{ orders { lines { id } pageInfo { endCursor } } }', undefined],
  ['{ orders { id total } }', 'list'],
])('%s asks for one page or several orders', (query, kind) => {
  expect(kindOf(query, 'orders')).toBe(kind);
});

test('a page has a list of its entries', () => {
  expect(kindOf('{ orders { lines { id } totalCount } }', 'orders', 'lines')).toBe('list');
});
