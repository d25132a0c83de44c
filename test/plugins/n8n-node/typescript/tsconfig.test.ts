import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noPackages, type PackageFiles, type UnavailablePackage } from '../../../../kernel/packages.ts';
import { memoryFiles } from '../../../../kernel/project-files.ts';
import { readTsconfig } from '../../../../plugins/n8n-node/typescript/tsconfig.ts';

const read = (contents: Record<string, string>, path = 'tsconfig.json', packages = noPackages) =>
  readTsconfig({ files: memoryFiles(contents), packages }, path);

test('comments and trailing commas are read', async () => {
  const text = '// what n8n has\n{ "compilerOptions": { "strict": true, /* yes */ }, }';
  expect(await read({ 'tsconfig.json': text })).toEqual({
    path: 'tsconfig.json',
    compilerOptions: { strict: true },
    faults: [],
  });
});

test('a project without one has none', async () => {
  expect(await read({})).toEqual({ path: undefined, compilerOptions: {}, faults: [] });
});

test('what is extended comes first, with its paths made relative to the project', async () => {
  const config = await read({
    'tsconfig.json':
      '{ "extends": "./config/base", "compilerOptions": { "strict": false, "paths": { "@/*": ["src/*"] } } }',
    'config/base.json':
      '{ "extends": ["./deep.json"], "compilerOptions": { "strict": true, "outDir": "../dist" }, "include": ["../src/**/*"] }',
    'config/deep.json': '{ "compilerOptions": { "target": "es2019", "rootDir": ".." } }',
  });
  expect(config).toMatchObject({
    compilerOptions: { strict: false, outDir: 'dist', target: 'es2019', rootDir: '.' },
    pathsFolder: '.',
    include: ['src/**/*'],
    faults: [],
  });
});

describe('what it extends is not read', () => {
  test.each([
    ['outside the project', '../tsconfig.base.json'],
    ['on the host', '/etc/passwd'],
    ['after going out and in again', './a/../../b.json'],
    ['where there is nothing', './nowhere.json'],
    ['when it is itself', './tsconfig.json'],
  ])('%s', async (_, base) => {
    const { faults, compilerOptions } = await read({
      'tsconfig.json': `{\n  "extends": ${JSON.stringify(base)},\n  "compilerOptions": { "strict": true }\n}`,
    });
    expect(faults).toMatchObject([{ kind: 'extends', file: 'tsconfig.json', line: 2, column: 14 }]);
    expect(faults[0]?.message).toContain(base);
    expect(compilerOptions).toEqual({ strict: true });
  });

  test('in a circle', async () => {
    const { faults } = await read({
      'tsconfig.json': '{ "extends": "./b.json" }',
      'b.json': '{ "extends": "./tsconfig.json" }',
    });
    expect(faults).toMatchObject([{ kind: 'extends', file: 'b.json' }]);
  });
});

describe('what it extends in a package', () => {
  type Contents = Readonly<Record<string, string>>;
  const packageWith = (contents: Contents, others: Readonly<Record<string, Contents>> = {}): PackageFiles => ({
    read: (path) => contents[path],
    files: async (name) => (others[name] ? packageWith(others[name]) : unavailable(name)),
  });
  const unavailable = (name: string, kind: UnavailablePackage['kind'] = 'unknown'): UnavailablePackage => ({
    name,
    kind,
    reason: `${name} is ${kind}`,
  });
  const packages = (all: Readonly<Record<string, Contents>>) => ({ ...noPackages, ...packageWith({}, all) });
  const extending = (base: unknown) => ({ 'tsconfig.json': JSON.stringify({ extends: base }) });
  const options = (given: object) => JSON.stringify({ compilerOptions: given });

  test.each([
    ['a file', '@acme/base/strict.json', { 'strict.json': options({ target: 'es2021' }) }],
    ['a file without its ending', '@acme/base/strict', { 'strict.json': options({ target: 'es2021' }) }],
    ['a file by its path', './node_modules/@acme/base/strict.json', { 'strict.json': options({ target: 'es2021' }) }],
    [
      'a file in the root of a monorepo',
      '../../node_modules/@acme/base/a',
      { 'a.json': options({ target: 'es2021' }) },
    ],
    ['a folder', '@acme/base/node', { 'node/tsconfig.json': options({ target: 'es2021' }) }],
    ['the package', '@acme/base', { 'tsconfig.json': options({ target: 'es2021' }) }],
    [
      'the package, whose manifest names a file',
      '@acme/base',
      { 'package.json': '{ "tsconfig": "./x/y.json" }', 'x/y.json': options({ target: 'es2021' }) },
    ],
    [
      'a file that extends another one of the package',
      '@acme/base/a/b.json',
      { 'a/b.json': '{ "extends": "../c" }', 'c.json': options({ target: 'es2021' }) },
    ],
  ])('is read: %s', async (_, base, contents) => {
    const config = await read(extending(base), 'tsconfig.json', packages({ '@acme/base': contents }));
    expect(config).toMatchObject({ compilerOptions: { target: 'es2021' }, faults: [] });
  });

  test('is read from what that package depends on', async () => {
    const base = packageWith(
      { 'tsconfig.json': '{ "extends": "node20/tsconfig.json" }' },
      { node20: { 'tsconfig.json': options({ target: 'es2023' }) } },
    );
    const files = async () => base;
    expect(await read(extending('base'), 'tsconfig.json', { ...noPackages, files })).toMatchObject({
      compilerOptions: { target: 'es2023' },
      faults: [],
    });
  });

  test('resolves paths in its own folder, and in the folder of the project if it says so', async () => {
    const base = JSON.stringify({
      // biome-ignore lint/suspicious/noTemplateCurlyInString: TypeScript fills it in.
      compilerOptions: { outDir: '${configDir}/dist', baseUrl: '.' },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: TypeScript fills it in.
      include: ['${configDir}/src'],
    });
    expect(await read(extending('base'), 'tsconfig.json', packages({ base: { 'tsconfig.json': base } }))).toMatchObject(
      { compilerOptions: { outDir: 'dist', baseUrl: 'node_modules/base' }, include: ['src'] },
    );
  });

  test.each([
    ['extends', 'has no such file', 'base/nowhere', packages({ base: {} })],
    ['extends', 'has no such file', 'base/../../other/tsconfig.json', packages({ base: {}, other: {} })],
    ['extends', 'is unknown', 'base', packages({})],
    ['extends', 'does not exist', './base/tsconfig.json', packages({ base: {} })],
    ['unavailable', 'is unknown', './node_modules/base/tsconfig.json', packages({})],
    ['unavailable', 'has no such file', './node_modules/base/nowhere', packages({ base: {} })],
    ['unavailable', 'is not in the project', './node_modules/a/node_modules/base/tsconfig.json', packages({ a: {} })],
    ['unavailable', 'is elsewhere', 'base', { ...noPackages, files: async () => unavailable('base', 'elsewhere') }],
    ['unavailable', 'not available here', 'base', noPackages],
  ])('is %s when it %s', async (kind, message, base, given) => {
    const { faults } = await read(extending(base), 'tsconfig.json', given);
    expect(faults).toMatchObject([{ kind, file: 'tsconfig.json', message: expect.stringContaining(message) }]);
  });

  test('is no fault of the project where it can not be parsed', async () => {
    const { faults } = await read(extending('base'), 'tsconfig.json', packages({ base: { 'tsconfig.json': '{' } }));
    expect(faults).toMatchObject([{ kind: 'unavailable' }]);
  });
});

test('a configuration that is extended a million times is read a few dozen times', async () => {
  const many = JSON.stringify(Array.from({ length: 100 }, () => './b.json'));
  const files = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e'].map((name, index, all) => [
      `${name}.json`,
      `{ "extends": ${many.replaceAll('b.json', `${all[index + 1] ?? 'z'}.json`)} }`,
    ]),
  );
  const { faults } = await read(files, 'a.json');
  expect(faults.length).toBeLessThan(1000);
});

describe('a configuration that can not be read is a fault with its place', () => {
  test.each([
    ['a comma that is missing', '{\n  "a": 1\n  "b": 2 }', 3, 3],
    ['a text that does not end', '{ "a": "', 1, 8],
    ['no end', '{', 1, 2],
  ])('%s', async (_, text, line, column) => {
    expect((await read({ 'tsconfig.json': text })).faults).toMatchObject([
      { kind: 'syntax', file: 'tsconfig.json', line, column },
    ]);
  });

  test('a hundred thousand brackets', async () => {
    const { faults } = await read({ 'tsconfig.json': '['.repeat(100_000) });
    expect(faults).toMatchObject([{ kind: 'syntax' }]);
  });

  test('more than a mebibyte', async () => {
    const { faults } = await read({ 'tsconfig.json': `{ "a": "${'x'.repeat(1024 * 1024)}" }` });
    expect(faults).toMatchObject([{ kind: 'syntax', message: 'the file is too large' }]);
  });
});

test('reading any JSON ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (options, base) => {
      const text = JSON.stringify({ extends: base, compilerOptions: options, include: base, files: options });
      const config = await read({ 'tsconfig.json': text });
      expect(config.path).toBe('tsconfig.json');
    }),
  );
});
