import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import * as guards from '../../../cli/client/guards.ts';
import type { Guard } from '../../../kernel/guard.ts';
import { writtenGuards } from '../../../kernel/written-guards.ts';

const original = new URL('../../../cli/client/guards.ts', import.meta.url).href;
const text = writtenGuards(guards, original);
const written: Record<string, Guard<unknown>> = await import(`data:text/javascript,${encodeURIComponent(text)}`);

const leaves: Readonly<Record<string, readonly unknown[]>> = {
  string: ['text', 'run-1', '', '../run'],
  boolean: [true, false],
  number: [0, 1, 2.5, -1],
  integer: [1, 2, 0, 1.5],
};

/** Values that are mostly of a schema, in which something may be absent, or anything may stand in anything's place. */
function almost(schema: object): fc.Arbitrary<unknown> {
  const odd = fc.oneof(fc.constantFrom(undefined, null, '', 'text', 0, 1, -1, 0.5, Number.NaN, {}, []), fc.anything());
  return fc.oneof({ weight: 40, arbitrary: like(schema) }, { weight: 1, arbitrary: odd });
}

function like(schema: object): fc.Arbitrary<unknown> {
  const { type, properties, required, patternProperties, items, enum: values } = Object(schema);
  if (properties) {
    const fields = Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, almost(Object(inner))]));
    const whole = fc.record(fields, { requiredKeys: required ?? [] });
    return fc.oneof(
      { weight: 20, arbitrary: whole },
      { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    );
  }
  if (patternProperties) return fc.dictionary(fc.string(), almost(Object(Object.values(patternProperties)[0])));
  if (items) return fc.array(almost(items), { maxLength: 3 });
  const [most, ...others] = values ?? leaves[type] ?? [undefined];
  const other = fc.constantFrom(most, ...others);
  return fc.oneof({ weight: 20, arbitrary: fc.constant(most) }, { weight: 1, arbitrary: other });
}

describe('the written guards of what a cloud answers', () => {
  it('are all that there are', () => {
    expect(Object.keys(written).sort()).toEqual(Object.keys(guards).sort());
  });

  it.each(Object.entries(guards))('%s lets pass what its schema does, and nothing else', async (name, { schema }) => {
    const own = written[name];
    let passed = 0;
    await fc.assert(
      fc.asyncProperty(almost(schema), async (value) => {
        const right = Value.Check(schema, value);
        expect(own?.is(value)).toBe(right);
        expect(await own?.firstFault(value)).toBe(right ? '' : (Value.Errors(schema, value)[0]?.instancePath ?? ''));
        passed += Number(right);
      }),
      { numRuns: 3000 },
    );
    expect(passed).toBeGreaterThan(100);
    expect(passed).toBeLessThan(2900);
  });
});

describe('a guard that can not be written', () => {
  it('is no guard: the build ends', () => {
    const schema = { type: 'array', uniqueItems: true };
    expect(() => writtenGuards({ list: { schema } }, original)).toThrow('the guard list needs functions of typebox');
  });
});
