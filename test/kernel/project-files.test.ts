import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  JsonSyntaxError,
  jsonLocator,
  locateInJson,
  memoryFiles,
  parseJson,
  positionAt,
} from '../../kernel/project-files.ts';

const fault = (text: string) => {
  try {
    parseJson(text);
  } catch (error) {
    return error;
  }
  return 'it parsed';
};

describe('positionAt', () => {
  test.each([
    ['', 0, 1, 1],
    ['abc', 2, 1, 3],
    ['a\nb', 2, 2, 1],
    ['a\r\nb', 3, 2, 1],
    ['a\rb', 2, 2, 1],
    ['a\n\n', 3, 3, 1],
  ])('of %j at %i is line %i, column %i', (text, offset, line, column) => {
    expect(positionAt(text, offset)).toEqual({ line, column });
  });

  test('finds every character again, with any line breaks', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), fc.nat(), (lines, pick) => {
        const clean = lines.map((line) => line.replace(/[\r\n]/g, ''));
        const index = pick % clean.length;
        const offset = clean.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0);
        expect(positionAt(clean.join('\n'), offset)).toEqual({ line: index + 1, column: 1 });
      }),
    );
  });
});

describe('parseJson', () => {
  test('accepts what JSON.parse accepts, with the same result', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each([
    ['', 'Value expected', 1, 1],
    ['{"a":1,}', 'Property name expected', 1, 8],
    ['{\n  "a": 1\n  "b": 2\n}', 'Comma expected', 3, 3],
    ['{"a": 1', 'Close brace expected', 1, 8],
    ['{"a":\n  tru}', 'Invalid symbol', 2, 3],
    ['// no\n{}', 'Invalid comment token', 1, 1],
    ['{} x', 'End of file expected', 1, 4],
  ])('reports the error in %j, with its position', (text, message, line, column) => {
    const error = fault(text);
    expect(error).toBeInstanceOf(JsonSyntaxError);
    expect(error).toMatchObject({ message: expect.stringMatching(/^[A-Z][a-z ]+$/), position: { line, column } });
    if (message !== 'End of file expected') expect(error).toMatchObject({ message });
  });

  test('names a position for every text that it refuses', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const error = fault(text);
        if (error === 'it parsed') return;
        expect(error).toBeInstanceOf(JsonSyntaxError);
        expect(error).toMatchObject({ position: { line: expect.any(Number), column: expect.any(Number) } });
      }),
    );
  });

  describe('of a text nested 100,000 deep', () => {
    const deep = '['.repeat(100_000);

    test('parses it when it is whole', () => {
      expect(Array.isArray(parseJson(deep + ']'.repeat(100_000)))).toBe(true);
    });

    test('reports where it is truncated', () => {
      expect(fault(`\n${deep}`)).toMatchObject({
        message: 'Unexpected end of JSON input',
        position: { line: 2, column: 100_001 },
      });
    });

    test('reports the same position as the engine', () => {
      expect(fault(`${deep}${']'.repeat(99_999)}}`)).toMatchObject({
        message: expect.stringMatching(/^Expected ',' or '\]'[a-z ]*$/),
        position: { line: 1, column: 200_000 },
      });
    });

    test('does not show the text itself', () => {
      expect(fault(`${deep}x`)).toMatchObject({ message: "Unexpected token 'x'" });
    });
  });

  test('keeps a key called __proto__ as a key', () => {
    const parsed = parseJson('{"__proto__":{"polluted":true}}');
    expect(Object.keys(Object(parsed))).toEqual(['__proto__']);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('locateInJson', () => {
  const text = '{\n  "n8n": {\n    "nodes": ["a", "b"]\n  }\n}';

  test.each<[(string | number)[], number, number]>([
    [[], 1, 1],
    [['n8n'], 2, 10],
    [['n8n', 'nodes', 0], 3, 15],
    [['n8n', 'nodes', 1], 3, 20],
  ])('finds %j', (path, line, column) => {
    expect(locateInJson(text, path)).toEqual({ line, column });
  });

  test('returns the nearest existing value around a missing one', () => {
    const around = locateInJson(text, ['n8n', 'nodes']);
    expect(locateInJson(text, ['n8n', 'nodes', 7])).toEqual(around);
    expect(locateInJson(text, ['n8n', 'nodes', 'x', 'y'])).toEqual(around);
    expect(locateInJson(text, ['nope'])).toEqual({ line: 1, column: 1 });
    expect(locateInJson(text, ['toString'])).toEqual({ line: 1, column: 1 });
  });

  test('finds the last of two equal keys, as JSON.parse does', () => {
    expect(locateInJson('{"a": 1,\n"a": 2}', ['a'])).toEqual({ line: 2, column: 6 });
  });

  test('finds nothing in an empty text, nor in one nested deeper than can be parsed', () => {
    expect(locateInJson('', ['a'])).toBeUndefined();
    expect(locateInJson('['.repeat(100_000) + ']'.repeat(100_000), [0])).toBeUndefined();
  });

  test('gives one answer each time it is asked of one text', () => {
    const locate = jsonLocator(text);
    expect(locate(['n8n'])).toEqual(locate(['n8n']));
    expect(locate([])).toEqual({ line: 1, column: 1 });
  });
});

describe('files in memory', () => {
  const files = memoryFiles({ 'b.txt': '\ufeffé', a: Uint8Array.of(0xff, 0x41), __proto__x: '' });

  test('are listed in order', () => {
    expect(files.list()).toEqual(['__proto__x', 'a', 'b.txt']);
  });

  test('exist or not', () => {
    expect(files.exists('a')).toBe(true);
    expect(files.exists('A')).toBe(false);
    expect(files.exists('constructor')).toBe(false);
  });

  test('are read as text without a byte-order mark, and as bytes with it', async () => {
    expect(await files.read('b.txt')).toBe('é');
    expect([...(await files.bytes('b.txt'))]).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0xa9]);
  });

  test('that are not UTF-8 are read with replacement characters', async () => {
    expect(await files.read('a')).toBe('\ufffdA');
  });

  test('that are missing reject with ENOENT', async () => {
    await expect(files.read('nope')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(files.bytes('nope')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
