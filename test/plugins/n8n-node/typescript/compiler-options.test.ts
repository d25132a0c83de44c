import { describe, expect, test } from 'vitest';
import { translateOptions } from '../../../../plugins/n8n-node/typescript/compiler-options.ts';

const translate = (compilerOptions: Record<string, unknown>, manifest = {}, pathsFolder?: string) =>
  translateOptions(
    { path: 'tsconfig.json', compilerOptions, faults: [], ...(pathsFolder !== undefined && { pathsFolder }) },
    manifest,
  );
const typescript = (version: string) => ({ devDependencies: { typescript: version } });

test('options that decide about errors are kept, others and other types left out', () => {
  const { options } = translate({
    strict: true,
    noUnusedLocals: true,
    noImplicitAny: 'yes',
    plugins: [],
    outDir: 'x',
    incremental: true,
  });
  expect(options).toMatchObject({ strict: true, noUnusedLocals: true });
  for (const name of ['noImplicitAny', 'plugins', 'outDir', 'incremental']) expect(options).not.toHaveProperty(name);
});

test('strictness that nobody asked for depends on the version of TypeScript', () => {
  expect(translate({}, typescript('~5.8.3')).options['strict']).toBe(false);
  expect(translate({}, typescript('^6.0.0')).options['strict']).toBe(true);
  expect(translate({}, typescript('*')).options['strict']).toBe(false);
  expect(translate({}).options['strict']).toBe(false);
});

test('where a configuration could not be read, what it may set causes no errors', () => {
  const faults = [{ kind: 'unavailable' as const, file: 'tsconfig.json', message: '' }];
  const known = { path: 'tsconfig.json', faults };
  const unset = translateOptions({ ...known, compilerOptions: {} }, typescript('^6.0.0'));
  expect(unset).toMatchObject({
    options: { strict: false, target: 'esnext' },
    esModuleInterop: true,
    types: undefined,
  });
  const { options } = translateOptions({ ...known, compilerOptions: { strict: true, target: 'es2019' } }, {});
  expect(options).toMatchObject({ strict: true, target: 'es2019' });
});

test.each([
  [{ module: 'commonjs', moduleResolution: 'node' }, 'commonjs', 'bundler'],
  [{ module: 'CommonJS' }, 'commonjs', 'bundler'],
  [{ module: 'amd' }, 'commonjs', 'bundler'],
  [{ module: 'NodeNext' }, 'nodenext', 'nodenext'],
  [{ module: 'node16', moduleResolution: 'node16' }, 'node16', 'node16'],
  [{ module: 'esnext', moduleResolution: 'bundler' }, 'esnext', 'bundler'],
  [{ target: 'es5' }, 'commonjs', 'bundler'],
  [{ target: 'es2022' }, 'es2015', 'bundler'],
])('%o becomes module %s, resolution %s', (given, module, moduleResolution) => {
  expect(translate(given).options).toMatchObject({ module, moduleResolution });
});

test.each([
  ['es3', 'es2015'],
  ['ES5', 'es2015'],
  ['ES2019', 'es2019'],
  ['esnext', 'esnext'],
  ['nonsense', 'es2015'],
  [5, 'es2015'],
])('target %s becomes %s', (target, expected) => {
  expect(translate({ target }).options['target']).toBe(expected);
});

describe('paths', () => {
  test('are relative to baseUrl, which has its own path', () => {
    expect(translate({ baseUrl: 'src', paths: { '@/*': ['./*'], lib: ['../lib/main'] } }, {}, '.').paths).toEqual({
      '*': ['src/*'],
      '@/*': ['src/*'],
      lib: ['lib/main'],
    });
  });

  test('are else relative to the file that has them', () => {
    expect(translate({ paths: { '@/*': ['lib/*'] } }, {}, 'config').paths).toEqual({ '@/*': ['config/lib/*'] });
  });

  test('never leave the project', () => {
    const paths = { a: ['/etc/*'], b: ['../../x'], c: [7], d: 'x', 'e*f*': ['x'] };
    expect(translate({ baseUrl: '../..', paths }).paths).toEqual({});
    expect(translate({ paths }, {}, '.').paths).toEqual({});
  });
});

test('helpers for CommonJS modules are as the version of TypeScript has them', () => {
  expect(translate({ module: 'commonjs' }).esModuleInterop).toBe(false);
  expect(translate({ module: 'commonjs', esModuleInterop: true }).esModuleInterop).toBe(true);
  expect(translate({ module: 'nodenext' }).esModuleInterop).toBe(true);
  expect(translate({ module: 'commonjs' }, typescript('6')).esModuleInterop).toBe(true);
});

test('helpers of tslib are written into each file where n8n would install tslib', () => {
  expect(translate({ importHelpers: true }).options).toMatchObject({ importHelpers: true });
  expect(translate({ importHelpers: true }, { dependencies: { tslib: '2' } }).options).not.toHaveProperty(
    'importHelpers',
  );
});
