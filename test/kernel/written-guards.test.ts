import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fc from 'fast-check';
import Type, { type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { Guard } from '../../kernel/guard.ts';
import { writtenGuards } from '../../kernel/written-guards.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const modules = globSync('{cli,judge,kernel,plugins,runner}/**/guards.ts', { cwd: root }).sort();

type Guards = Readonly<Record<string, { schema: TSchema }>>;

async function written(guards: Guards, original: string): Promise<Readonly<Record<string, Guard<unknown>>>> {
  return import(`data:text/javascript,${encodeURIComponent(writtenGuards(guards, original))}`);
}

const leaves: Readonly<Record<string, readonly unknown[]>> = {
  string: ['text', 'run-1', '', '../run'],
  boolean: [true, false],
  number: [0, 1, 2.5, -1],
  integer: [1, 2, 0, 1.5],
  null: [null],
};

/** Around the most characters that there may be, of one half and of two. */
const long = (most: number) => [
  'a'.repeat(most),
  'a'.repeat(most + 1),
  '🙂'.repeat(most),
  `${'🙂'.repeat(most)}a`,
  `${'🙂'.repeat(most - 1)}\ud83d`,
  `\ude42${'\ud83d'.repeat(most)}`,
];

/** Values that are mostly of a schema, in which something may be absent, or anything may stand in anything's place. */
function almost(schema: object): fc.Arbitrary<unknown> {
  const odd = fc.oneof(fc.constantFrom(undefined, null, '', 'text', 0, 1, -1, 0.5, Number.NaN, {}, []), fc.anything());
  return fc.oneof({ weight: 60, arbitrary: like(schema) }, { weight: 1, arbitrary: odd });
}

function like(schema: object): fc.Arbitrary<unknown> {
  const { type, properties, required, patternProperties, items, anyOf, enum: values, ...rest } = Object(schema);
  if (anyOf) return fc.oneof(...anyOf.map(almost));
  if (properties) {
    const fields = Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, almost(Object(inner))]));
    const whole = fc.record(fields, { requiredKeys: required ?? [] });
    return fc.oneof(
      { weight: 30, arbitrary: whole },
      { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    );
  }
  if (patternProperties) return fc.dictionary(fc.string(), almost(Object(Object.values(patternProperties)[0])));
  if (Array.isArray(items)) {
    const whole = fc.tuple(...items.map(almost));
    const other = fc.oneof(
      whole.map((row) => row.slice(1)),
      whole.map((row) => [...row, 1]),
    );
    return fc.oneof({ weight: 30, arbitrary: whole }, { weight: 1, arbitrary: other });
  }
  if (items) return listOf(almost(items), rest.maxItems);
  if ('const' in rest) return fc.constant(rest.const);
  if (!type && !values) return fc.anything();
  const [most, ...others] = [
    ...(values ?? leaves[type] ?? [undefined]),
    ...(rest.maxLength ? long(rest.maxLength) : []),
  ];
  const other = fc.constantFrom(most, ...others);
  return fc.oneof({ weight: 30, arbitrary: fc.constant(most) }, { weight: 1, arbitrary: other });
}

/** Mostly of a few items; sometimes as many as there may be, or one more. */
function listOf(item: fc.Arbitrary<unknown>, most = 0): fc.Arbitrary<unknown> {
  const few = fc.array(item, { maxLength: 3 });
  const full = fc.tuple(item, fc.boolean()).map(([one, over]) => Array<unknown>(most + Number(over)).fill(one));
  return most > 0 && most <= 2000 ? fc.oneof({ weight: 60, arbitrary: few }, { weight: 1, arbitrary: full }) : few;
}

describe.each(modules)('the written guards of %s', async (path) => {
  const original = pathToFileURL(join(root, path)).href;
  const guards: Guards = await import(original);
  const own = await written(guards, original);

  it('are all that there are', () => {
    expect(Object.keys(own).sort()).toEqual(Object.keys(guards).sort());
  });

  it.each(Object.entries(guards))('%s lets pass what its schema does, and nothing else', async (name, { schema }) => {
    const guard = own[name];
    let passed = 0;
    await fc.assert(
      fc.asyncProperty(almost(schema), async (value) => {
        const right = Value.Check(schema, value);
        expect(guard?.is(value)).toBe(right);
        expect(await guard?.firstFault(value)).toBe(right ? '' : (Value.Errors(schema, value)[0]?.instancePath ?? ''));
        passed += Number(right);
      }),
      { numRuns: 3000 },
    );
    expect(passed).toBeGreaterThan(100);
    expect(passed).toBeLessThan(2950);
  });
});

describe('a text of so many characters', () => {
  it.each(long(3))('%j is held against its limit as JSON Schema counts them', async (text) => {
    for (const schema of [Type.String({ maxLength: 3 }), Type.String({ minLength: 4 })]) {
      const { short } = await written({ short: { schema } }, 'none');
      expect(short?.is(text)).toBe(Value.Check(schema, text));
    }
  });
});

describe('a guard that can not be written', () => {
  it.each([
    { type: 'array', uniqueItems: true },
    { type: 'number', multipleOf: 0.1 },
    { type: 'object', unevaluatedProperties: false },
  ])('is no guard: the build ends (%j)', (schema) => {
    expect(() => writtenGuards({ list: { schema } }, 'none')).toThrow('the guard list needs functions of typebox');
  });
});
