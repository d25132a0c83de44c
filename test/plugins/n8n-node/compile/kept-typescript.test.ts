import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { endKept } from '../../../../plugins/n8n-node/compile/kept-typescript.ts';
import { generateProject } from '../../../bench/generate-project.ts';
import type { Contents } from '../project-on-disk.ts';
import { type Case, compileCase, each, isKept } from './compile-case.ts';

afterAll(endKept);

const older = { host: 'n8n-workflow-1', emit: 'nothing' } as const;

/** A file, and another one that it may import. */
const two = (index: string, other: string | Buffer, path = 'other.ts'): Contents => ({
  'index.ts': index,
  [path]: other,
});

const ofPackage = (declarations: string): Contents => ({
  'node_modules/lib/index.d.ts': declarations,
  'node_modules/lib/package.json': '{ "name": "lib", "types": "index.d.ts" }',
});

async function expectSame(one: Case): Promise<void> {
  expect(await isKept(one)).toBe(true);
  expect(await compileCase(one, 1)).toEqual(await compileCase(one, 0));
}

const imports = each({
  'value.ts': 'export class T { a = 1 } export const v = 1; export interface I { a: 1 } export default class {}',
  'type.ts': "import { T, v, type I } from './value'; export let t: T | I | typeof v; export { type T };",
  'heritage.ts': "import { T } from './value'; export class U extends T {} export class W implements T { a = 1 }",
  'stars.ts': "export * from './value'; export * as all from './value'; export type * from './value';",
  'again.ts': "import D from './value';\nexport default D;\nexport { v as w, T } from './value';",
  'node.ts': `import os, { cpus } from 'os'; import * as path from 'path'; import { Stats } from 'fs';
    export let s: Stats; export const a = [os.arch, cpus, path.join];`,
  'shadow.ts': "import { v } from './value'; export const o = { v, f(v: number) { return { v }; } };",
  'cycle.ts': "import { other } from './cycled'; export const one: () => unknown = () => other;",
  'cycled.ts': "import { one } from './cycle'; export const other = () => one; export const z = import('./value');",
});

const required = each({
  'value.ts': 'class T { a = 1 }\nexport = T;',
  'used.ts': "import T = require('./value'); import fs = require('fs'); export const a = [new T(), fs.existsSync];",
  'type.ts': "import T = require('./value'); import fs = require('fs'); export let a: T | fs.Stats;",
});

const syntax = each({
  'enum.ts': `export enum E { A = 1, B }
export enum F {
  X = 'x',
  Y = "y",
}
enum G { a, b }
export enum H { // no enum of another
  /** said */ A = -1, /* so */
  B // = E.B,
}
export const g = [G.a, E.B, F.X]; export const o = { enum: [1] };`,
  'namespace.ts': `namespace A { export const x = 1; export namespace B { export const y = x; } }
    namespace A { export const z = x + B.y; } export const a = A.z; namespace T { export interface I {} }
    export type R = T.I; import I = NodeJS.ProcessEnv; export let i: I;`,
  'class.ts': `class B { m() { return 1; } static s = 1; }
    export class C extends B { #p = 1; static #q = 2; get v() { return this.#p + C.#q; } override m() { return super.m(); }
      async am() { return (async () => super.m())(); } static override s = super.s + 1; has(o: object) { return #p in o; }
      static t = () => C; constructor(readonly z = 1) { super(); } y = 2; }`,
  'function.ts': `export async function f(...a: number[]) { const { x, ...rest } = { x: 1, y: 2 };
      for await (const q of g()) console.log(q, { ...rest }, a?.[0] ?? x, a.length ** 2); try {} catch {} }
    async function* g() { yield 1; } export function o(a: string): void; export function o(a: any) {}
    export const s = { a: 1 } satisfies object as unknown; export let n = 1;
    export function inc() { n++; [n] = [2]; ({ n } = { n: 3 }); }`,
  'decorated.ts': `function dec(...a: any[]): any {}
    @dec class D { @dec m(): D { return new D(); } static s = 0; } export const d = D;`,
  'comments.ts': `/*! kept */ /// <reference types='node' />
// @ts-ignore
export const a: string = 1;
/** said */ export const b = 1; // end`,
});

const everyones: Contents = {
  ...each({
    'globals.ts': `declare global { interface Array<T> { acme: T } var glob: number; }
      export const a = [1].acme + glob;`,
    'host.ts': "declare module 'n8n-workflow' { interface INodeTypeDescription { acme?: string } } export {};",
    'used.ts': `import v, { T } from 'acme-lib'; import { INodeTypeDescription } from 'n8n-workflow';
      export let t: T = v; export let h: INodeTypeDescription['acme'] = 'a';`,
    'lib.ts': "import { E, C } from 'lib'; export const e = E.A; export let c: C;",
  }),
  'ambient.d.ts': "declare module 'acme-lib' { export interface T { a: 1 } const v: T; export default v; }",
  ...ofPackage('export declare enum E { A = 7 } export declare class C {}'),
};

const formats = each({
  'a.mts': 'export const a = 1;',
  'b.cts': "import a = require('fs'); export const b = a; export const c = import('./a.mjs');",
});

describe('what is kept says and compiles the same, to the byte:', () => {
  it.each<[string, Case]>([
    ['imports', { files: imports }],
    ['imports of a project that asks for it itself', { files: imports, options: { isolatedModules: true } }],
    ['imports as they are', { files: imports, options: { module: 'preserve' } }],
    ['imports without interop', { files: imports, input: { esModuleInterop: false } }],
    ['imports by require', { files: required }],
    ['syntax', { files: syntax }],
    ['older syntax', { files: syntax, options: { target: 'es2015', lib: ['es2022'], experimentalDecorators: true } }],
    ['newer syntax', { files: syntax, options: { target: 'es2022', useDefineForClassFields: false } }],
    ['what is declared for everyone', { files: everyones }],
    ['formats', { files: formats, options: { module: 'nodenext', moduleResolution: 'nodenext' } }],
  ])('%s', async (_, one) => {
    await expectSame(one);
    await expectSame({ ...one, input: { ...one.input, ...older } });
  });

  it('a project of the size of real ones', async () => {
    const files = Object.fromEntries(generateProject({ nodes: 3, layout: 'split', fields: [6, 8] }));
    const roots = Object.keys(files).filter((path) => /\.(?:node|credentials)\.ts$/.test(path));
    await expectSame({ files, input: { roots } });
    await expectSame({ files, input: { roots, ...older } });
  });

  it('errors, in their order, with their places and reasons', async () => {
    const files = {
      ...each({
        'types.ts': 'export interface T { a: 1 } export const v = 1;',
        'many.ts': `import N, { M } from 'nowhere';
          import { T, Q, w } from './types'; import * as ns from 'elsewhere';
          import { v as unused } from './types'; export let t: T = { a: 2 }; export const r = [Q, w, new M(), ns.a.b];
          export let n2: ns.Type | M | N; export { M, ns }; export * from 'fourth'; export { F } from 'fifth';
          export function f(x, { y }) { return x.q + y + t.zzz + v2; } f(); const o: { a: number } = { a: 1, c: 2 };
          export default N;`,
        'places.ts':
          "// é\r\nexport const a: string = 1;\r\n\rconst b: string = 2;\u2028'ü😀'; export const c: string = 3;",
        'marked.ts': '\ufeffexport const a: string = 1;',
        'lines.ts': "export const a: 'x\\ny' = 'z\\nw'; export const b: `a\nb` = `c\nd`;",
        'chain.ts': `class A { m() {} private x = 1; y = 2 } class B { private x = 1; y = '' } export const a: A = new B();
          export const f: (a: A) => void = (a: { m(): string }) => {};`,
      }),
    };
    const one: Case = { files, options: { noUnusedLocals: true } };
    expect((await compileCase(one, 0)).diagnostics.length).toBeGreaterThan(20);
    await expectSame(one);
    await expectSame({ ...one, input: older });
  });

  it('what may be written, in any mixture', async () => {
    const statements = fc.constantFrom(
      "import { a } from './a'; export const ofA = a;",
      "import { B } from './b'; export let ofB: B | undefined;",
      "import B2 from './b'; export const made = new B2();",
      "import * as all from './a'; export const one = all.a, other = all.missing;",
      "export { a as c } from './a';",
      "export { B as D } from './b';",
      "export { T } from './b';",
      "import { T as T2 } from './b'; export { T2 };",
      "import { T as T3 } from './b'; export type { T3 };",
      "export * from './b';",
      "import { E } from './a'; export const e = E.X;",
      "import { E as E2 } from './a'; export enum F { Y = E2.X }",
      'enum G { A = 1, B }\nexport const g = G.B;',
      "import gone from 'gone'; export const there = gone();",
      'export const wrong: string = 1;',
      "import data from './data.json'; export const size = data.size;",
      'declare global { interface String { acme: number } }',
      "export const acme: number = ''.acme;",
      'import I = NodeJS.ProcessEnv; export let env: I;',
      'export default Partial;',
      'export default class {}',
      'export async function* later() { yield* [await 1]; }',
    );
    const file = fc.uniqueArray(statements, { maxLength: 6 }).map((lines) => lines.join('\n'));
    await fc.assert(
      fc.asyncProperty(file, file, fc.constantFrom('commonjs', 'esnext'), async (index, a, module) => {
        const files = {
          'index.ts': `${index}\nexport {};`,
          'a.ts': `${a}\nexport const a = 1; export enum E { X = 1 }`,
          'b.ts': 'export class B {} export default B; export interface T { t: 1 }',
          'data.json': '{ "size": 1 }',
        };
        const one: Case = { files, options: { module } };
        expect(await compileCase(one, 1)).toEqual(await compileCase(one, 0));
      }),
      { numRuns: 12 },
    );
  });
});

describe('to the command line is left', () => {
  const t = 'export interface T { a: 1 } export const v = 1;';
  it.each<[string, Contents, Case['options']?]>([
    ['a type that is exported again', two("export { T, v } from './other';", t)],
    ['a type that is exported again by name', two("import { T } from './other'; export { T };", t)],
    ['a type of a package that is', { 'index.ts': "import { T } from 'lib';\nexport default T;", ...ofPackage(t) }],
    ['a type of the libraries', { 'index.ts': 'export default Partial;' }],
    ['a type of the libraries, after a remark', { 'index.ts': 'export /* so */ default Partial;' }],
    [
      'a type under another name',
      two("import { N } from './other'; export import I = N.I;", 'export namespace N { export interface I {} }'),
    ],
    ['a type that hides a value', two("import { T } from './other'; const T = 1; export const w = T;", t)],
    ['a type that is used as a value', two("import { T } from './other'; export const w = T;", t)],
    ['a constant enum', two("import { E } from './other'; export const e = E.A;", 'export const enum E { A }')],
    ['a constant enum, over two lines', { 'index.ts': 'const /* so */\nenum E { A }\nexport const e = E.A;' }],
    [
      'a constant enum, in UTF-16',
      two(
        "import { E } from './other'; export const e = E.A;",
        Buffer.from('\ufeffexport const enum E { A }', 'utf16le'),
      ),
    ],
    [
      'a constant enum of a package',
      {
        'index.ts': "import { E } from 'lib'; export const e = E.A;",
        ...ofPackage('export declare const enum E { A }'),
      },
    ],
    ['an enum of another', two("import { E } from './other'; export enum F { X = E.A }", 'export enum E { A = 4 }')],
    [
      'an enum of another, after a remark',
      two(
        "import { E } from './other';\nexport enum F {\n  X = 1 // , Y = /*\n  + E.A, // */ 2\n}",
        'export enum E { A = 4 }',
      ),
    ],
    ['an enum of a constant', two("import { A } from './other'; export enum F { X = A }", 'export const A = 4;')],
    ['JSON', two("import d from './other.json'; export const e = d;", '1', 'other.json')],
    [
      'JSX',
      two(
        "import { t } from './other'; export const e = t;",
        'declare const React: any; declare global { namespace JSX { interface IntrinsicElements { a: {} } } } export const t = <a />;',
        'other.tsx',
      ),
      { jsx: 'react' },
    ],
    [
      'JavaScript',
      two("import { t } from './other'; export const e = t;", 'export const t = 1;', 'other.js'),
      { allowJs: true },
    ],
    ['a script', two("import './other'; export const e = everyones;", 'var everyones = 1;')],
    [
      'a source of a package',
      {
        'index.ts': "import { a } from 'lib'; export const e = a;",
        'node_modules/lib/index.ts': 'export const a = 1;',
      },
    ],
    [
      'types that are kept for decorators',
      { 'index.ts': 'export {};' },
      { experimentalDecorators: true, emitDecoratorMetadata: true },
    ],
    ['syntax that is wrong', { 'index.ts': 'export const a = ;' }],
    ['an option that is wrong', { 'index.ts': 'export {};' }, { lib: ['none'] }],
    ['a name that is there twice', { 'index.ts': 'export let a = 1; export let a = 2;' }],
  ])('%s', async (_, files, options = {}) => {
    expect(await isKept({ files, options })).toBe(false);
  });

  it('what is not the simple case', async () => {
    const files = { 'index.ts': 'export {};' };
    expect(await isKept({ files })).toBe(true);
    for (const input of [{ check: false }, { from: {} }, { emit: 'source maps' }] as const) {
      expect(await isKept({ files, input })).toBe(false);
    }
  });

  it('an error that is not in the project, or in a text that may be read in several ways', async () => {
    const wrong = 'export const a: string = 1;';
    for (const text of [Buffer.from(`\ufeff${wrong}`, 'utf16le'), Buffer.from(`${wrong}'\xff'`, 'latin1')]) {
      expect(await isKept({ files: two("import './other';", text), input: older })).toBe(false);
    }
  });
});

it('nothing of a project is there in the next', async () => {
  const uses = {
    'uses.ts': `import { INodeTypeDescription } from 'n8n-workflow'; import v from 'acme-lib';
      export const a = [1].acme + glob; export let h: INodeTypeDescription['acme']; export const w = v;`,
  };
  const index = `${everyones['index.ts']}\nimport './uses.js';`;
  const whole: Case = { files: { ...everyones, ...uses, 'index.ts': index } };
  const without: Case = { files: each(uses) };
  const expected = [(await compileCase(whole, 0)).diagnostics, (await compileCase(without, 0)).diagnostics];
  expect(expected[0]).toEqual([]);
  expect(expected[1]?.map(({ code }) => code).sort()).toEqual([2304, 2307, 2339, 2339]);
  for (const input of [{}, older, {}]) {
    for (const one of [whole, without, whole]) {
      expect((await compileCase({ ...one, input }, 1)).diagnostics).toEqual(expected[one === whole ? 0 : 1]);
    }
  }
});
