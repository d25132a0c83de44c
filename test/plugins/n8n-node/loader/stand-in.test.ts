import { describe, expect, test, vi } from 'vitest';
import { nameOfStandIn, standIn } from '../../../../plugins/n8n-node/loader/stand-in.ts';
import { namesImported } from '../../../../plugins/n8n-node/loader/stand-in-source.ts';

/** What compilers write for `import`, each returning the member `member` of the module and its default. */
const helpers: Record<string, string> = {
  TypeScript: `
    const importDefault = (mod) => (mod && mod.__esModule ? mod : { default: mod });
    const importStar = (mod) => { if (mod && mod.__esModule) return mod; const result = {}; for (const k of Object.getOwnPropertyNames(mod)) if (k !== 'default') result[k] = mod[k]; result.default = mod; return result; };
    return [importStar(mod).member, importDefault(mod).default];`,
  esbuild: `
    const copy = (to, from) => { for (const key of Object.getOwnPropertyNames(from)) if (!Object.hasOwn(to, key)) Object.defineProperty(to, key, { get: () => from[key], enumerable: true }); return to; };
    const toEsm = (m) => copy(Object.create(Object.getPrototypeOf(m)), m);
    return [toEsm(mod).member, toEsm(mod).default];`,
  Rollup: `
    const interop = (e) => (e && typeof e === 'object' && 'default' in e ? e : { default: e });
    return [interop(mod).default.member, interop(mod).default];`,
  webpack: `
    const getter = mod && mod.__esModule ? () => mod.default : () => mod;
    return [mod.member, getter()];`,
};

describe('what it gives out is a stand-in again', () => {
  test.each(Object.entries(helpers))('through the helpers of %s', (_, code) => {
    const given: unknown[] = new Function('mod', code)(standIn('axios', () => {}));
    expect(given.map(nameOfStandIn)).toEqual(['axios.member', 'axios']);
  });

  test.each([
    'x.get("url")',
    'new x.Client()',
    'x.a.b.c()[7]',
    'class A extends x.Base {}; new A()',
    'Object.assign({}, x)',
    '[...x.list]',
    'String(x.version)',
    'Object.keys(x)',
    '"key" in x',
    'x.set = 1',
    'x instanceof Object',
    'JSON.stringify({ x })',
    'Object.create(x)',
  ])('%s does not throw', (code) => {
    new Function('x', code)(standIn('x', () => {}));
  });

  test('it is no promise', async () => {
    expect(nameOfStandIn(await standIn('x', () => {}))).toBe('x');
  });
});

describe('its use is recorded', () => {
  test.each([
    ['importing', 'x.__esModule; x.default; x.default.default;', 0],
    ['reading', 'x.get', 1],
    ['calling', 'x.default()', 1],
    ['constructing', 'new x()', 1],
    ['extending and constructing', 'class A extends x {}; new A()', 1],
  ])('%s', (_, code, times) => {
    const used = vi.fn();
    new Function('x', code)(standIn('x', used));
    expect(used).toHaveBeenCalledTimes(times);
  });
});

test.each([
  ["import { a, b as c } from 'zod';", ['a', 'b']],
  ['import z, { type T, default as d } from "zod"; export { e } from \'zod\'', ['type', 'e']],
  ["import { a } from 'zod/v4'", []],
  ["import * as z from 'zod'", []],
])('%s imports %o', (text, names) => {
  expect(namesImported(text, 'zod')).toEqual(names);
});
