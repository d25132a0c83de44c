import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExpressionFacts } from '../../../../../plugins/n8n-node/model/expressions/expression-facts.ts';
import program from '../../../../../plugins/n8n-node/model/expressions/expression-program.ts';
import { readSimpleExpression } from '../../../../../plugins/n8n-node/model/expressions/simple-expression.ts';
import { currentKit } from '../../installed-n8n.ts';

/** What the child says, which has n8n's own parser. */
async function parsed(...texts: string[]): Promise<ExpressionFacts[]> {
  const { facts } = await program({ project: '', scratch: '', kit: currentKit.folder }, { texts, time: 60_000 });
  return facts;
}

describe('an expression of a simple kind', () => {
  it.each([
    '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    "={{ $parameter['options'][0].limit }}",
    '=/orders/{{$parameter.id}}/lines/{{ $parameter.line }}?key={{$credentials.key}}',
    '={{ $json.id }} } { }} it\'s "text"',
    '={{ $credentials?.url || "https://{region}.example" }}',
    '={{ !$parameter.a && ($parameter.b !== $parameter.c) ? encodeURIComponent($parameter.d) : undefined }}',
    '={{ $parameter.tags.split(",").join($credentials.with, 1.5) }}',
    '={{ $response.body?.["@odata.nextLink"] ?? ($request.url || $credentials.url) }}',
    '={{"Trigger"}}',
    '={{"use strict"}}',
    '={{ $nodeVersion >= 2 ? 3 : $nodeVersion < 1 ? 2 : true }}',
    '={{ $parameter.a($parameter.b ? $parameter.c : $parameter.d, $parameter.e)($parameter.f) }}',
    '=text {{x}}{{ "{{" }}',
  ])('is read as n8n reads it: %s', async (text) => {
    const facts = readSimpleExpression(text);
    expect(facts).toBeDefined();
    expect([facts]).toEqual(await parsed(text));
  });

  it.each([
    '={{ $json.id',
    '={{}}',
    '={{ a b }}',
    '={{ $json. }}',
    '={{ $json.id + }}',
    '={{ a ?? b || c }}',
    '={{ "a\\" }}',
    '=\\{{ $json.id }}',
    '={{ { a: 1 } }}',
    '={{ class }}',
    '={{ $parameter[$json.id] }}',
    '={{ (a) => b }}',
    '={{ true => b }}',
    '={{ f(a => b) }}',
    '={{ a\n.b }}',
    '={{ 01 }}',
    '={{ 1.a }}',
    '={{ a <!--b }}',
    '={{ `a` }}',
    '={{ $jsön.id }}',
    '={{ "\u2028" }}',
    `={{ ${'('.repeat(100)}1${')'.repeat(100)} }}`,
    `={{ $parameter.${'a'.repeat(201)} }}`,
    `={{ [${'$parameter.a,'.repeat(100)}] }}`,
    `={{ ${'a+'.repeat(1000)}a }}`,
  ])('is not: %s', (text) => {
    expect(readSimpleExpression(text)).toBeUndefined();
  });

  it.each([
    ...'arguments as async await break case catch class const continue debugger default delete do else enum'.split(' '),
    ...'eval export extends false finally for from function get if implements import in instanceof'.split(' '),
    ...'interface let new null of package private protected public return set static super switch'.split(' '),
    ...'this throw true try typeof undefined var void while with yield NaN constructor __proto__'.split(' '),
  ])('may have %s in it wherever n8n lets it be', async (word) => {
    const places = ['W', 'W.a', 'W("a")', '$parameter.W', '$parameter["W"]', 'f(W => 1)', 'W ? a : b', 'a + W', '!W'];
    await agreesOn(...places.map((place) => `={{ ${place.replace('W', word)} }}`));
  });
});

it.each(['.a', '()', '+a', '[0]', ' ? a : a', '&&!a'])('may be as long as can be: a%s…', async (more) => {
  let longest = '={{$parameter.a}}';
  for (let text = longest; readSimpleExpression(text); text = text.replace('}}', `${more}}}`)) longest = text;
  expect(longest.length).toBeGreaterThan(80);
  await agreesOn(longest);
});

async function agreesOn(...texts: string[]): Promise<number> {
  const simple = texts.filter((text) => readSimpleExpression(text));
  expect(simple.map(readSimpleExpression)).toEqual(await parsed(...simple));
  return simple.length;
}

it('agrees with n8n on every text of examples, tests and documentation', async () => {
  const root = join(import.meta.dirname, '../../../../..');
  const texts = new Set<string>();
  for await (const file of glob('{examples,test,docs,plugins}/**/*.{ts,js,json,md}', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8');
    for (const [, , found = ''] of text.matchAll(/(['"`])(=(?:(?!\1).)*\{\{.*?)\1/g)) texts.add(found);
  }
  expect(await agreesOn(...texts)).toBeGreaterThan(30);
});

describe('similar to an expression', () => {
  const words = [
    '$parameter',
    '$parameter',
    '$credentials',
    '$json',
    'a',
    'b',
    'async',
    'let',
    'true',
    'class',
    '$',
    'ä',
    'constructor',
  ];
  const word = fc.constantFrom(...words);
  const text = fc.constantFrom(
    '"a"',
    "'a b'",
    '"a"',
    "'a b'",
    '""',
    '"}"',
    '"{{"',
    `"it's"`,
    "'ü'",
    '"\\n"',
    '"a',
    '`a`',
    '"use strict"',
  );
  const number = fc.constantFrom('0', '12', '1.5', '01', '.5', '1.', '1n', '0x1', '1e3', '1_0');
  const space = fc.constantFrom('', '', ' ', '  ', '\t', '\n', '\u00a0', '\u2028', '/**/', '//', '<!--');
  const sign = fc.constantFrom(
    ...['+', '||', '&&', '??', '===', '==', '!==', '!=', '<', '>', '<=', '>=', '-', '/', '%', '**', '=', '=>', 'in'],
    ...[',', ';', '?', ':', '.', '?.', '(', ')', '[', ']', '{', '}', '}}', '{{', '!', '++', '--', '...', '\\', 'new'],
  );

  const { code } = fc.letrec<Record<'code' | 'operand' | 'chain', string>>((tie) => ({
    code: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('operand'),
      fc.tuple(tie('operand'), space, sign, space, tie('code')).map((parts) => parts.join('')),
      fc.tuple(tie('operand'), tie('code'), tie('code')).map(([one, two, three]) => `${one} ? ${two} : ${three}`),
      fc.tuple(space, tie('code'), space).map((parts) => parts.join('')),
    ),
    operand: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('chain'),
      text,
      number,
      tie('code').map((one) => `(${one})`),
      tie('operand').map((one) => `!${one}`),
    ),
    chain: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      word,
      fc.tuple(tie('chain'), fc.constantFrom('.', '?.', ' .', '..'), word).map((parts) => parts.join('')),
      fc.tuple(tie('chain'), fc.constantFrom('[', '?.['), fc.oneof(text, number, word)).map((p) => `${p.join('')}]`),
      fc.tuple(tie('chain'), fc.array(tie('code'), { maxLength: 3 })).map(([one, given]) => `${one}(${given})`),
      fc.tuple(tie('chain'), word, tie('code')).map(([one, name, given]) => `${one}(${name} => ${given})`),
      fc.tuple(tie('chain'), word, tie('code')).map(([one, name, given]) => `${one}((${name})=>${given})`),
    ),
  }));
  const anyCode = fc.array(fc.oneof(word, text, number, space, sign), { maxLength: 12 }).map((parts) => parts.join(''));
  const literal = fc.constantFrom(
    ...['', '', '', '', ' ', '/a', '?b='],
    '/',
    ' }} ',
    '{',
    '}',
    '\\',
    '\\\\',
    'text\n',
    '"',
    '{{',
    'ü',
    '\ud800',
  );
  const expression = (inner: fc.Arbitrary<string>) =>
    fc
      .array(fc.tuple(literal, inner, literal, fc.constantFrom('}}', '}}', '}}', '}}', '}}', '}', '')), {
        minLength: 1,
        maxLength: 3,
      })
      .map((parts) => `=${parts.map(([before, one, after, end]) => `${before}{{${one}${end}${after}`).join('')}`);

  it.each([
    ['put together by the grammar', code, 2000],
    // Hardly any of them is simple.
    ['put together at random', anyCode, 4000],
  ])('%s is read as n8n reads it, or is left to it', async (_, inner, numRuns) => {
    let simple = 0;
    const property = fc.asyncProperty(expression(inner), async (one) => {
      simple += await agreesOn(one);
    });
    await fc.assert(property, { numRuns });
    expect(simple).toBeGreaterThan(10);
  });

  it('is so with a character taken out, or put in', async () => {
    const change = fc.tuple(fc.nat(), fc.nat({ max: 1 }), fc.oneof(sign, space, fc.string({ maxLength: 1 })));
    const property = fc.asyncProperty(code, change, async (one, [at, less, more]) => {
      const place = at % (one.length + 1);
      await agreesOn(`={{${one.slice(0, place)}${more}${one.slice(place + less)}}}`);
    });
    await fc.assert(property, { numRuns: 2000 });
  });
});
