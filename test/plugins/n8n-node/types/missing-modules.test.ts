import { describe, expect, test } from 'vitest';
import { typesCheck } from '../../../../plugins/n8n-node/types/types-check.ts';
import { acmeNode, acmeProject } from '../acme-project.ts';
import { openProject } from '../project-on-disk.ts';

/** What the check finds in a file that the node imports, in a project that depends on axios. */
async function findingsIn(client: string, others: Record<string, string> = {}, tsconfig?: string) {
  const files = {
    'nodes/Acme/Acme.node.ts': acmeNode({ top: "import './client';" }),
    'nodes/Acme/client.ts': client,
    ...others,
    ...(tsconfig !== undefined && { 'tsconfig.json': tsconfig }),
  };
  await using project = await openProject(acmeProject(files, { dependencies: { axios: '^1.0.0', '@acme/sdk': '1' } }));
  const { findings, skipped } = await project.run(typesCheck);
  expect(skipped).toBeUndefined();
  return findings.map(({ code, file, line, message }) => ({
    code,
    at: `${file}:${line}`,
    ts: /TS\d+/.exec(message)?.[0],
  }));
}

describe('nothing is found of what follows from a dependency that is not installed', () => {
  test.each([
    [
      'imports of every kind',
      "import axios, { type AxiosInstance } from 'axios';\nimport * as lib from 'axios/lib/x';\nimport old = require('axios');\nimport type Def from 'axios';\nexport { AxiosError } from 'axios';\nexport * from '@acme/sdk';\nexport let a: AxiosInstance<string> | lib.Thing | old.Other | Def | typeof axios;\nexport type G = import('axios').Foo<string>;",
    ],
    [
      'parameters of callbacks',
      "import axios from 'axios';\naxios.get<string>('x').then((response, [a], ...rest) => response.data);",
    ],
    [
      'members of heirs',
      "import { Base, type Config } from 'axios';\ninterface Mine extends Config { own: string }\ninterface Deeper extends Mine { deep: 1 }\nexport class A extends Base { go(mine: Mine, { temperature }: Deeper) { return [this.options, mine.port, temperature]; } }\nexport const mine: Mine = { own: '', port: 1 };\nexport class B extends A { override stop() { return this.options; } }",
    ],
    [
      'inference',
      "import { z, type Wrapped } from 'axios';\nfor (const [key, value] of Object.entries(z)) console.log(key, value.foo);\nexport async function run<T>(wrapped: Wrapped<T>): Promise<T> { return wrapped; }",
    ],
    [
      'type guards',
      "import { isText, assert } from 'axios';\nexport function f(value: unknown, other: string | undefined, deep: { a?: { b: string } }) {\n  assert(other !== undefined);\n  assert(deep.a);\n  if (isText(value)) return value.length;\n  const length: string = other;\n  return other.length + deep.a.b.length + length;\n}",
    ],
    [
      'functions that never return',
      "import { fail } from 'axios';\nexport function f(value: 1 | 2): string {\n  if (value === 1) return '';\n  fail('no');\n}",
    ],
    [
      'additions to its types',
      "import 'axios';\ndeclare module 'axios' { interface AxiosRequestConfig { mine: string } }",
    ],
    ['expected errors', "import { client } from 'axios';\n// @ts-expect-error its types are wrong\nclient.get(1);"],
    ['decorators', "import { dec } from 'axios';\n@dec() export class A { @dec() x = 1 }"],
    [
      'element access',
      "import { all } from 'axios';\nexport const f = (key: string) => all[key].map((item) => item[key]);",
    ],
  ])('%s', async (_, client) => {
    expect(await findingsIn(client, {}, tsconfigWith('"experimentalDecorators": true'))).toEqual([]);
  });

  test('in files that import a file that imports it', async () => {
    const client =
      "import { get } from './get';\nexport const names = get().map((item) => item.name);\nexport const own = (x) => x;";
    expect(
      await findingsIn(client, {
        'nodes/Acme/get.ts': "import axios from 'axios';\nexport const get = () => axios.get('x');",
      }),
    ).toEqual([]);
  });
});

describe('errors of their own are found beside it', () => {
  test.each([
    ['a wrong type', "import axios from 'axios';\nexport const limit: number = 'ten'; axios.get();", 'TS2322'],
    ['a name that is nowhere', "import axios from 'axios';\nexport const limit = unheard; axios.get();", 'TS2304'],
    ['a member that is not there', "import axios from 'axios';\nexport const limit = ''.size; axios.get();", 'TS2339'],
    ['what is caught', "import axios from 'axios';\ntry { axios.get() } catch (error) { error.message; }", 'TS18046'],
    [
      'a guard of its own',
      "import axios from 'axios';\nexport const f = (text?: string) => { axios.get(); return text.length; };",
      'TS18048',
    ],
    [
      'an heir of a class of its own',
      "import axios from 'axios';\nclass A {}\nexport class B extends A { f() { return [axios, this.port]; } }",
      'TS2339',
    ],
  ])('%s', async (_, client, ts) => {
    expect(await findingsIn(client)).toMatchObject([{ code: 'types-error', ts }]);
  });

  test('an implicit any in a file that has nothing to do with it', async () => {
    const others = { 'nodes/Acme/other.ts': 'export const own = (x) => x;' };
    const client = "import axios from 'axios';\nimport './other';\naxios.get().then((x) => x);";
    expect(await findingsIn(client, others)).toEqual([
      { code: 'types-error', at: 'nodes/Acme/other.ts:1', ts: 'TS7006' },
    ]);
  });
});

test('an import of what package.json does not name is found, and nothing that follows from it', async () => {
  const client =
    "import { map } from 'lodash';\nimport help from './help';\nexport const names = map([], (item) => item.name).concat(help((x) => x));";
  expect(await findingsIn(client)).toEqual([
    { code: 'types-import-unresolved', at: 'nodes/Acme/client.ts:1', ts: 'TS2307' },
    { code: 'types-import-unresolved', at: 'nodes/Acme/client.ts:2', ts: 'TS2307' },
  ]);
});

test('types that are declared for a package name it', async () => {
  await using project = await openProject(
    acmeProject(
      {
        'nodes/Acme/Acme.node.ts': acmeNode({
          top: "import type { Request } from 'express';\nexport type R = Request;",
        }),
      },
      { devDependencies: { '@types/express': '5' } },
    ),
  );
  expect((await project.run(typesCheck)).findings).toEqual([]);
});

const tsconfigWith = (option: string) =>
  `{ "compilerOptions": { "strict": true, "module": "commonjs", "target": "es2022", "outDir": "dist", "noImplicitOverride": true, "noImplicitReturns": true, ${option} } }`;
