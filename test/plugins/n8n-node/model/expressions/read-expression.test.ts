import { describe, expect, it } from 'vitest';
import { expressionsIn, textsIn } from '../../../../../plugins/n8n-node/model/expressions/expression-texts.ts';
import { expressionReader } from '../../../../../plugins/n8n-node/model/expressions/read-expression.ts';
import { currentKit } from '../../installed-n8n.ts';

const readExpression = expressionReader(currentKit.folder);

describe('an expression', () => {
  it.each([
    ['={{ $json.a ?? 1 }} and {{ [1, 2].map((x) => x * 2) }}'],
    ['=plain text'],
    ['={{ { a: 1 } }}'],
    ['={{}}'],
    ['={{ `a` + `$' + '{$json.a}` }}'],
  ])('parses: %s', (text) => {
    expect(readExpression(text).fault).toBeUndefined();
  });

  it.each([['={{ $json.a + }}'], ['={{ if (true) 1 }}'], ['={{ const a = 1 }}'], ['={{ "a }}'], ['={{ a b }}']])(
    'does not parse: %s',
    (text) => {
      expect(readExpression(text).fault).toBeTypeOf('string');
    },
  );

  it('names parameters and fields of the credential', () => {
    const text =
      '={{ $parameter["a"] + $parameter.b.c + $parameter?.d + $credentials.e + other.$parameter.f + $parameter[$json.g] }}';
    const { parameters, credentials, fault } = readExpression(text);
    expect({ parameters: parameters.toSorted(), credentials, fault }).toEqual({
      parameters: ['a', 'b', 'd'],
      credentials: ['e'],
      fault: undefined,
    });
  });

  it('does not name values with an alternative', () => {
    const text =
      '={{ ($parameter.a || 1) + ($credentials.b ?? "") + ($parameter.c ? $parameter.d : $credentials.e) + f($parameter.g && 1) }}';
    const { parameters, credentials, defaulted } = readExpression(text);
    expect({ parameters, credentials, defaulted }).toEqual({ parameters: ['c'], credentials: [], defaulted: ['b'] });
  });

  it('does not name fields with another alternative than a constant', () => {
    const text = '={{ ($credentials.a || $credentials.b || 1) + ($credentials.c || f()) + ($credentials.d && 1) }}';
    expect(readExpression(text)).toEqual({ parameters: [], credentials: [] });
  });

  it('names values next to and inside of a function', () => {
    const text =
      '={{ $parameter.a + [1].map((x) => x + $parameter.b + $credentials.c) + (function () { return $parameter.d })() }}';
    const { parameters, credentials } = readExpression(text);
    expect({ parameters: parameters.toSorted(), credentials }).toEqual({
      parameters: ['a', 'b', 'd'],
      credentials: ['c'],
    });
  });

  it.each([
    ['deep brackets', `={{ ${'('.repeat(50_000)}1${')'.repeat(50_000)} }}`],
    ['a deep sum', `={{ ${'-'.repeat(9_000)}1 }}`],
    ['a long text', `={{ "${'a'.repeat(1_000_000)}" }}`],
    ['many names', `={{ [${Array.from({ length: 1000 }, (_, index) => `$parameter.p${index}`).join()}] }}`],
  ])('made of %s ends, with few names', (_, text) => {
    const facts = readExpression(text);
    expect(facts.parameters.length).toBeLessThanOrEqual(50);
    expect(facts.fault ?? '').not.toContain('aaaa');
  });
});

describe('an expression nested deeper than its parser gets', () => {
  it.each([
    ['brackets', `={{ ${'('.repeat(3000)}1${')'.repeat(3000)} }}`],
    ['signs', `={{ ${'!'.repeat(12_000)}1 }}`],
  ])('is not judged: %s', (_, text) => {
    expect(readExpression(text)).toEqual({ parameters: [], credentials: [] });
  });
});

describe('the texts of a description', () => {
  it('are reported with their names, without texts for people', () => {
    const description = {
      description: '={{ not looked at }}',
      subtitle: '={{ $parameter.a }}',
      properties: [
        {
          name: 'operation',
          type: 'options',
          options: [{ name: 'Get', value: 'get', routing: { request: { url: '=/{{ $value }}' } } }],
        },
      ],
    };
    expect([...expressionsIn(description)]).toEqual([
      { text: '={{ $parameter.a }}', path: 'subtitle' },
      { text: '=/{{ $value }}', path: 'operation.get.routing.request.url' },
    ]);
  });

  it('come to an end', () => {
    let deep: unknown = 'end';
    for (let depth = 0; depth < 1000; depth++) deep = { deep };
    expect([...textsIn({ deep, many: Array.from({ length: 100_000 }, () => '{{ text }}') })].length).toBe(5000);
  });
});
