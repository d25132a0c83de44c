import { describe, expect, it } from 'vitest';
import { type Given, violations } from './given-package.ts';

const values: readonly [string, unknown][] = [
  ['text', 'x'],
  ['a number', 7],
  ['null', null],
  ['an empty list', []],
  ['a list of anything', [null, 7, 'x', [], { name: 7 }, { name: 'x', type: {}, options: 7, displayOptions: 'x' }]],
  [
    'an object of objects',
    { name: {}, type: {}, show: { a: {} }, request: [], url: {}, light: {}, properties: { headers: 7 } },
  ],
  ['a function', () => {}],
  ['NaN', Number.NaN],
  [
    'keys of the prototype',
    JSON.parse('{"__proto__":{"name":"x"},"constructor":{"prototype":[]},"name":"constructor"}'),
  ],
  ['a list of lists', [[[[[[[]]]]]]]],
];
const nodeFields = [
  'name displayName icon group version description defaults inputs outputs credentials properties polling webhooks',
  'requestDefaults requestOperations usableAsTool defaultVersion subtitle codex',
].flatMap((line) => line.split(' '));
const credentialFields = 'name displayName icon documentationUrl extends properties authenticate test'.split(' ');
const parameterFields = 'name displayName type default options modes typeOptions displayOptions required routing'.split(
  ' ',
);

const all = (fields: readonly string[], value: unknown) => Object.fromEntries(fields.map((field) => [field, value]));

describe.each(values)('%s', (_, value) => {
  it.each(nodeFields)('for the %s of a node is survived', async (field) => {
    for (const methods of [['execute'], [], ['webhook', 'poll']]) {
      expect(await violations({ node: { [field]: value }, methods })).toBeInstanceOf(Array);
    }
  });

  it.each(credentialFields)('for the %s of a credential is survived', async (field) => {
    expect(await violations({ credential: { [field]: value } })).toBeInstanceOf(Array);
  });

  it.each(parameterFields)('for the %s of a parameter is survived', async (field) => {
    const parameters = ['options', 'multiOptions', 'collection', 'fixedCollection', 'resourceLocator', 'string'].map(
      (type) => ({ displayName: type, name: type, type, default: '', [field]: value }),
    );
    expect(await violations({ node: { properties: parameters }, methods: [] })).toBeInstanceOf(Array);
    expect(await violations({ credential: { properties: parameters } })).toBeInstanceOf(Array);
  });

  it('for everything is survived', async () => {
    const given: Given = {
      node: all(nodeFields, value),
      credential: all(credentialFields, value),
      versions: { a: all(nodeFields, value), b: {} },
      files: { 'dist/nodes/Acme/Acme.node.json': JSON.stringify(value) ?? '' },
    };
    expect(await violations(given)).toBeInstanceOf(Array);
  });
});

describe('a description that is made to keep the rules busy', () => {
  const parameter = (index: number, more: object = {}) => ({
    displayName: `P${index}`,
    name: `p${index}`,
    type: 'options',
    options: [
      { name: 'A', value: 'a' },
      { name: 'B', value: 'b' },
    ],
    default: 'a',
    ...more,
  });
  const chain = (index: number) => ({
    displayOptions: { show: { [`p${index - 1}`]: ['b'], [`p${index - 2}`]: ['a'] } },
  });

  it.each<[string, object[]]>([
    ['ten thousand parameters of one name', Array.from({ length: 10_000 }, () => parameter(0))],
    [
      'ten thousand that depend on each other',
      Array.from({ length: 10_000 }, (_, index) => parameter(index, chain(index))),
    ],
    [
      'a hundred thousand options',
      [parameter(0, { options: Array.from({ length: 100_000 }, () => ({ name: 'A', value: 'a' })) })],
    ],
    ['ten thousand faults', Array.from({ length: 10_000 }, (_, index) => parameter(index, { type: `t${index}` }))],
  ])('%s: it ends, and the findings are few', async (_, properties) => {
    const seen = await violations({ node: { properties } });
    expect(seen.length).toBeLessThan(200);
    expect(seen.every(({ violation: { message } }) => message.length < 2000)).toBe(true);
  });

  it('a hundred credentials that extend each other', async () => {
    const credentials = Array.from({ length: 100 }, (_, index) => ({
      name: `c${index}Api`,
      displayName: 'C API',
      extends: [`c${index + 1}Api`, `c${index + 2}Api`, `c${Math.floor(index / 2)}Api`],
      properties: [],
    }));
    expect(await violations({ credentials })).toBeInstanceOf(Array);
  });
});
