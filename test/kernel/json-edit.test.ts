import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { expect, it } from 'vitest';
import type { Edit } from '../../kernel/finding.ts';
import { jsonEdit, jsonKeyEdit } from '../../kernel/json-edit.ts';

const changed = (text: string, edit: Edit | undefined) =>
  edit && text.slice(0, edit.start) + edit.text + text.slice(edit.end);

it('sets a value in the order, the indentation and between the comments of a text', () => {
  const text = '{\n\t// Why.\n\t"a": "x",\n\t"b": 1,\n}\n';
  expect(changed(text, jsonEdit(text, ['a'], ['x']))).toBe('{\n\t// Why.\n\t"a": [\n\t\t"x"\n\t],\n\t"b": 1,\n}\n');
  expect(jsonEdit('{ "a": [] }', ['a', 'b'], 1)).toBeUndefined();
});

it('renames a key, unless the new name exists', () => {
  const text = '{ "o": { "a": 1, /* b */ "c": 2 } }';
  expect(changed(text, jsonKeyEdit(text, ['o', 'a'], 'd'))).toBe('{ "o": { "d": 1, /* b */ "c": 2 } }');
  expect(jsonKeyEdit(text, ['o', 'a'], 'c')).toBeUndefined();
  expect(jsonKeyEdit(text, ['o', 'x'], 'd')).toBeUndefined();
  expect(jsonKeyEdit('{', ['o'], 'd')).toBeUndefined();
});

it('results in JSON with the value, for any input', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), fc.jsonValue(), (object, key, value) => {
      // The parser sets the prototype with it, at any depth.
      fc.pre(!JSON.stringify([object, key, value]).includes('__proto__'));
      const text = JSON.stringify(object, null, 2);
      const edit = jsonEdit(text, [key], value);
      if (edit)
        expect(parse(changed(text, edit) ?? '')).toEqual(JSON.parse(JSON.stringify({ ...object, [key]: value })));
    }),
  );
});
