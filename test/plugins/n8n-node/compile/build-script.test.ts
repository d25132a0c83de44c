import { expect, test } from 'vitest';
import { readBuildScript } from '../../../../plugins/n8n-node/compile/build-script.ts';

const read = (scripts: Record<string, unknown>) => readBuildScript({ scripts });

test.each([
  'n8n-node build',
  'tsc',
  'tsc && gulp build:icons',
  'npx rimraf dist && tsc && gulp build:icons',
  'rm -rf dist; tsc -p . && cp -r icons dist/icons',
  'NODE_ENV=production ./node_modules/.bin/tsc --outDir lib',
  'npm run clean && npm run compile',
  'npx --yes tsc',
  'cross-env A=1 tsc',
])('%s does nothing that is not known', (build) => {
  expect(read({ build, clean: 'rimraf dist', compile: 'tsc' }).unknownStep).toBeUndefined();
});

test.each([
  ['tsup', 'tsup'],
  ['tsc && node scripts/bundle.js', 'node scripts/bundle.js'],
  ['webpack --mode production', 'webpack --mode production'],
  ['npm run generate && tsc', 'openapi-generator generate -i api.yml'],
  ['tsc && tsc-alias', 'tsc-alias'],
  ['gulp', undefined],
  ['gulp build', 'gulp build'],
])('%s makes files with %s', (build, step) => {
  expect(read({ build, generate: 'openapi-generator generate -i api.yml' }).unknownStep).toBe(step);
});

test('what runs before and after the build counts', () => {
  expect(read({ prebuild: 'node generate.js', build: 'tsc' }).unknownStep).toBe('node generate.js');
  expect(read({ postbuild: 'esbuild x', build: 'tsc' }).unknownStep).toBe('esbuild x');
});

test('scripts that run each other end', () => {
  expect(read({ build: 'npm run a', a: 'npm run build && npm run a' })).toMatchObject({ unknownStep: undefined });
});

test.each([
  ['tsc -p tsconfig.build.json', 'tsconfig.build.json'],
  ['tsc --project ./config', 'config/tsconfig.json'],
  ['tsc -p .', 'tsconfig.json'],
  ['tsc', undefined],
])('the configuration of %s is %s', (build, tsconfig) => {
  expect(read({ build }).tsconfig).toBe(tsconfig);
});

test('the folder that the script writes to is read', () => {
  expect(read({ build: "tsc --outDir 'build/out'" }).outDir).toBe('build/out');
  expect(read({ build: 'tsc --outDir' }).outDir).toBeUndefined();
});

test('copying is told from other harmless commands', () => {
  expect(read({ build: 'tsc && copyfiles x dist' }).copies).toBe(true);
  expect(read({ build: 'tsc && gulp build:icons' }).copies).toBe(false);
});

test.each([{}, { scripts: null }, { scripts: [] }, { scripts: { build: 7 } }])('%o has no build script', (manifest) => {
  expect(readBuildScript(manifest)).toEqual({
    tsconfig: undefined,
    outDir: undefined,
    copies: false,
    unknownStep: undefined,
  });
});
