import { beforeAll, describe, expect, test } from 'vitest';
import type { Observation } from '../../../../../kernel/finding.ts';
import { typesCheck } from '../../../../../plugins/n8n-node/checks/types/check.ts';
import { acmeNode, acmeProject } from '../../acme-project.ts';
import { openProject } from '../../project-on-disk.ts';

/** Modules of a project that depends on packages that nobody has: nothing is wrong with them. */
const sound: Record<string, string> = {
  'imports of every kind': `
import http, { type AxiosInstance } from 'acme-http';
import * as lib from 'acme-http/lib/x';
import old = require('acme-http');
import type Def from 'acme-http';
export { AxiosError } from 'acme-http';
export * from '@acme/sdk';
export let a: AxiosInstance<string> | lib.Thing | old.Other | Def | typeof http;
export type G = import('acme-http').Foo<string>;`,
  'parameters of callbacks': `
import http from 'acme-http';
http.get<string>('x').then((response, [a], ...rest) => response.data);
http.on('x', function () { return this.y; });`,
  'members of heirs': `
import { Base, type Config } from 'acme-http';
interface Mine extends Config { own: string }
interface Deeper extends Mine { deep: 1 }
export class Child extends Base { go(mine: Mine, { temperature }: Deeper) { return [this.options, mine.port, temperature]; } }
export const mine: Mine = { own: '', port: 1 };
export class Grandchild extends Child { override stop() { return this.options; } }`,
  inference: `
import { z, type Wrapped } from 'acme-http';
for (const [key, value] of Object.entries(z)) console.log(key, value.foo);
export async function run<T>(wrapped: Wrapped<T>): Promise<T> { return wrapped; }`,
  'what is left of a type parameter': `
import { client } from 'acme-http';
const run = async <T>(work: () => Promise<T>): Promise<T> => work();
export async function f() {
  const result = await run(() => client.send());
  return [result?.txHash, result ? result.count : 0];
}`,
  'keys of what is not known': `
import type { Shape } from 'acme-http';
interface Field { type: keyof Shape }
export const text = (field: Field): string => field.type || 'string';
export const key = (field: Field) => \`\${field.type}\`;`,
  'type guards': `
import { isText, assert } from 'acme-http';
export function f(value: unknown, other: string | undefined, deep: { a?: { b: string } }) {
  assert(other !== undefined);
  assert(deep.a);
  if (isText(value)) return value.length;
  const length: string = other;
  return other.length + deep.a.b.length + length;
}`,
  'values that narrow': `
import http, { type Answer } from 'acme-http';
let kept: string | null = null;
export async function token(): Promise<string> {
  const answer: Answer<{ token: string }> = await http.get();
  kept = answer.data.token;
  return kept;
}`,
  'classes that narrow': `
import { AcmeError } from 'acme-http';
export const codeOf = (error: unknown) => (error instanceof AcmeError ? error.code : undefined);
try { codeOf(1); } catch (error) { console.log(error); }`,
  'functions that never return': `
import { fail } from 'acme-http';
export function f(value: 1 | 2): string {
  if (value === 1) return '';
  fail('no');
}`,
  'additions to its types': `
import 'acme-http';
declare module 'acme-http' { interface AxiosRequestConfig { mine: string } }`,
  'expected errors': `
import { client } from 'acme-http';
// @ts-expect-error its types are wrong
client.get(1);`,
  decorators: `
import { dec } from 'acme-http';
@dec() export class Decorated { @dec() x = 1 }`,
  'element access': `
import { all } from 'acme-http';
export const f = (key: string) => all[key].map((item) => item[key]);`,
  'an import of what imports it': `
import { f } from './element-access';
export const names = f('x').map((item) => item.name);
export const own = (x) => x;`,
  'types that are declared for a package': "import type { Request } from 'express';\nexport type R = Request;",
  'names of a test runner': "describe('x', () => { it('y', () => expect(1)); });\nexport const x = Express.y;",
};

/** Modules with one error of their own, and what TypeScript calls it. */
const faulty: Record<string, [ts: string, text: string]> = {
  'a wrong type': ['TS2322', "import http from 'acme-http';\nexport const limit: number = 'ten'; http.get();"],
  'a name that is nowhere': ['TS2304', "import http from 'acme-http';\nexport const limit = unheard; http.get();"],
  'a member that is not there': ['TS2339', "import http from 'acme-http';\nexport const limit = ''.size; http.get();"],
  'a member of an empty object': [
    'TS2339',
    "import http from 'acme-http';\nconst body = {};\nhttp.get();\nexport const limit = body.limit;",
  ],
  'what is caught': ['TS18046', "import http from 'acme-http';\ntry { http.get() } catch (error) { error.message; }"],
  'a value of its own': [
    'TS2322',
    "import http from 'acme-http';\nlet kept: string | null = null;\nexport const f = (): string => { kept = null; http.get(); return kept; };",
  ],
  'a class of its own': [
    'TS18046',
    "import http from 'acme-http';\nclass Own {}\ntry { http.get() } catch (own) { if (!(own instanceof Own)) own.code; }",
  ],
  'a guard of its own': [
    'TS18048',
    "import http from 'acme-http';\nexport const f = (text?: string) => { http.get(); return text.length; };",
  ],
  'an heir of a class of its own': [
    'TS2339',
    "import http from 'acme-http';\nclass Own {}\nexport class Heir extends Own { f() { return [http, this.port]; } }",
  ],
  'an implicit any that has nothing to do with it': ['TS7006', 'export const own = (x) => x;'],
  'a package that package.json does not name': [
    'TS2307',
    "import { map } from 'lodash';\nexport const names = map([], (item) => item.name);",
  ],
  'a file that is not there': ['TS2307', "import help from './help';\nexport const x = help((x) => x);"],
  'a file of n8n-workflow that is not there': [
    'TS2307',
    "import { x } from 'n8n-workflow/dist/Interfaces';\nx((y) => y);",
  ],
};

const fileOf = (name: string) => `nodes/Acme/${name.replaceAll(' ', '-')}.ts`;
let findings: readonly Observation[] = [];

beforeAll(async () => {
  const modules = { ...sound, ...Object.fromEntries(Object.entries(faulty).map(([name, [, text]]) => [name, text])) };
  const imports = Object.keys(modules).map((name) => `import './${name.replaceAll(' ', '-')}';`);
  const contents = acmeProject(
    {
      ...Object.fromEntries(Object.entries(modules).map(([name, text]) => [fileOf(name), text])),
      'nodes/Acme/Acme.node.ts': acmeNode({ top: imports.join('\n') }),
      'tsconfig.json': `{ "compilerOptions": { "strict": true, "module": "commonjs", "target": "es2022", "outDir": "dist",
        "noImplicitOverride": true, "noImplicitReturns": true, "experimentalDecorators": true } }`,
    },
    {
      dependencies: { 'acme-http': '^1.0.0', '@acme/sdk': '1' },
      devDependencies: { '@types/express': '5', '@types/jest': '29' },
    },
  );
  await using project = await openProject(contents);
  ({ findings } = await project.run(typesCheck));
});

const foundIn = (name: string) =>
  findings.filter(({ file }) => file === fileOf(name)).map(({ code, message }) => [code, message.split(':')[0]]);

test.each(Object.keys(sound))('nothing is found in %s', (name) => {
  expect(foundIn(name)).toEqual([]);
});

describe('errors with another cause are reported', () => {
  test.each(Object.entries(faulty))('%s', (name, [ts]) => {
    expect(foundIn(name)).toEqual([[ts === 'TS2307' ? 'types-import-unresolved' : 'types-error', ts]]);
  });
});

test('nothing is found elsewhere', () => {
  const files = new Set(Object.keys(faulty).map(fileOf));
  expect(findings.filter(({ file }) => !files.has(file ?? ''))).toEqual([]);
});
