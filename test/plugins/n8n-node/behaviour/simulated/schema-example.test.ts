import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { exampleOf } from '../../../../../plugins/n8n-node/behaviour/simulated/schema-example.ts';

const ofWorkflow = createRequire(createRequire(import.meta.url).resolve('n8n-workflow'));

// n8n-workflow brings a version of zod that has both.
describe.each(['zod', 'zod/v4'])('a schema of %s', (module) => {
  const { z } = ofWorkflow(module);
  it('has an example that it takes', () => {
    const schema = z.object({
      id: z.string().describe('The order'),
      count: z.number().optional(),
      urgent: z.boolean().default(false),
      status: z.enum(['open', 'paid']).nullable(),
      kind: z.literal('order'),
      lines: z.array(z.object({ title: z.string() })),
      either: z.union([z.number(), z.string()]),
      size: z.nativeEnum({ small: 1, 1: 'small' } as const),
      link: z.string().url(),
      mail: z.string().email(),
      key: z.string().uuid(),
      at: z.string().datetime(),
      later: z.lazy(() => z.number()),
      kept: z.string().readonly().catch('none'),
      one: z.discriminatedUnion('by', [z.object({ by: z.literal('id') }), z.object({ by: z.literal('name') })]),
    });
    const example = exampleOf(schema);
    expect(schema.parse(example)).toEqual(example);
    expect(example).toMatchObject({ id: 'v1', status: 'open', kind: 'order', lines: [{ title: 'v1' }] });
  });
});

it.each([
  [
    { type: 'object', properties: { id: { type: 'string' }, count: { type: 'integer' }, size: { enum: ['S', 'M'] } } },
    { id: 'v1', count: 1, size: 'S' },
  ],
  [{ type: 'array', items: { type: 'boolean' } }, [true]],
  [{ const: 'order' }, 'order'],
  [{ type: 'string', format: 'uri' }, 'https://v1.example'],
  [undefined, 'v1'],
  [{ type: 'object' }, {}],
])('a JSON schema %j has the example %j', (schema, example) => expect(exampleOf(schema)).toEqual(example));

it('a schema that contains itself has an end', () => {
  const schema = { type: 'array', items: {} };
  schema.items = schema;
  expect(JSON.stringify(exampleOf(schema))).toContain('v1');
  const properties: Record<string, unknown> = {};
  for (let field = 0; field < 100; field++) properties[`f${field}`] = { type: 'object', properties };
  expect(JSON.stringify(exampleOf({ type: 'object', properties })).length).toBeLessThan(100_000);
});
