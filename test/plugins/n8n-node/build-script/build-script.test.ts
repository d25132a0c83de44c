import { expect, test } from 'vitest';
import { memoryFiles } from '../../../../kernel/project-files.ts';
import { readBuildScript } from '../../../../plugins/n8n-node/build-script/build-script.ts';

const read = (scripts: Record<string, unknown>, files: Record<string, string> = {}) =>
  readBuildScript({ scripts }, memoryFiles(files));

test.each([
  'n8n-node build',
  'tsc',
  'tsc && gulp build:icons',
  'npx rimraf dist && tsc && gulp build:icons',
  'rm -rf dist; tsc -p . && cp -r icons dist/icons',
  'NODE_ENV=production ./node_modules/.bin/tsc --outDir lib',
  'npm run clean && npm run compile',
  'node ./node_modules/typescript/bin/tsc -p .',
  'node --max-old-space-size=4096 node_modules/typescript/bin/tsc',
  'npx --yes tsc',
  'npx --package typescript tsc',
  'cross-env A=1 tsc',
])('%s does nothing that is not known', async (build) => {
  expect((await read({ build, clean: 'rimraf dist', compile: 'tsc' })).unknownStep).toBeUndefined();
});

test.each([
  ['tsup', 'tsup'],
  ['bun build nodes/Acme.ts --outdir dist', 'bun build nodes/Acme.ts --outdir dist'],
  ['bun run generate && tsc', 'openapi-generator generate -i api.yml'],
  ['tsc && node scripts/bundle.js', 'node scripts/bundle.js'],
  ['webpack --mode production', 'webpack --mode production'],
  ['npm run generate && tsc', 'openapi-generator generate -i api.yml'],
  ['tsc && tsc-alias', 'tsc-alias'],
  ['pnpm --dir=../codegen generate && tsc', 'pnpm --dir=../codegen generate'],
  ['pnpm -C ../codegen generate && tsc', 'pnpm -C ../codegen generate'],
  ['gulp', undefined],
  ['gulp build', 'gulp build'],
])('%s creates files with %s', async (build, step) => {
  expect((await read({ build, generate: 'openapi-generator generate -i api.yml' })).unknownStep).toBe(step);
});

test('what runs before and after the build counts', async () => {
  expect((await read({ prebuild: 'node generate.js', build: 'tsc' })).unknownStep).toBe('node generate.js');
  expect((await read({ postbuild: 'esbuild x', build: 'tsc' })).unknownStep).toBe('esbuild x');
});

test('scripts that run each other end', async () => {
  expect(await read({ build: 'npm run a', a: 'npm run build && npm run a' })).toMatchObject({ unknownStep: undefined });
});

test.each([
  ['tsc -p tsconfig.build.json', 'tsconfig.build.json'],
  ['tsc --project ./config', 'config/tsconfig.json'],
  ['tsc -p .', 'tsconfig.json'],
  ['tsc', undefined],
])('the configuration of %s is %s', async (build, tsconfig) => {
  expect((await read({ build })).compilers[0]?.tsconfig).toBe(tsconfig);
});

test('the folder that the script writes to is read', async () => {
  expect((await read({ build: "tsc --outDir 'build/out'" })).compilers[0]?.outDir).toBe('build/out');
  expect((await read({ build: 'tsc --outDir' })).compilers[0]?.outDir).toBeUndefined();
});

test.each([
  ['tsc', 'tsc'],
  ['n8n-node build', 'n8n-node build'],
  ['npm run types && eslint .', undefined],
  ['tsc --noEmit false', 'tsc --noEmit false'],
  ['tsup', undefined],
  ['run-s build:*', 'tsc -b'],
])('%s compiles with %s', async (build, compiler) => {
  expect((await read({ build, types: 'tsc --noEmit', 'build:ts': 'tsc -b' })).compilers[0]?.shown).toBe(compiler);
});

test('without a build script, what runs before publishing is one', async () => {
  expect(await read({ prepublishOnly: 'tsc', lint: 'eslint' })).toMatchObject({
    main: 'prepublishOnly',
    compilers: [{ shown: 'tsc' }],
  });
});

test('what is copied before publishing is shipped; other commands decide nothing', async () => {
  const prepublishOnly = 'npm run-script build && npm run-script icons && node check.js';
  expect(await read({ build: 'tsc', icons: 'cpx icons/acme.png dist/nodes/', prepublishOnly })).toMatchObject({
    compilers: [{ shown: 'tsc' }],
    copies: [{ to: 'dist/nodes' }],
    unknownStep: undefined,
    unclearCopy: undefined,
  });
});

test('ten thousand scripts that run one another are read', async () => {
  const scripts = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`s${at}`, `npm run s${at + 1}`]));
  expect(await read({ ...scripts, build: 'npm run s0' })).toMatchObject({ unknownStep: undefined });
});

test('scripts that run beside each other are all read', async () => {
  const scripts = { build: 'npm-run-all -p compile icons', compile: 'tsc', icons: 'gulp build:icons' };
  expect((await read(scripts)).compilers).toHaveLength(1);
});

test('npx runs a command, also where a script has its name', async () => {
  const scripts = { build: 'tsc && npm run webpack', webpack: 'npx webpack' };
  expect(await read(scripts)).toMatchObject({ compilers: [{ shown: 'tsc' }], unknownStep: 'npx webpack' });
});

test.each([
  ['tsc && tsc-alias && cp icons/* dist && eslint .', undefined],
  ['npm run clean && tsc && gulp build:icons', undefined],
  ['rimraf dist/test && tsc', undefined],
  ["tsc && rimraf 'dist/**/*.test.js'", 'rimraf dist/**/*.test.js'],
  ["tsc && find dist -name '*.test.js' -delete", 'find dist -name *.test.js -delete'],
  ['tsc && node keep.js', undefined],
  ['tsc && node remove.js', 'node remove.js'],
  ['tsc && node others.js', 'node others.js'],
  ["tsc && node -e 'fs.rmSync(x)'", 'node -e fs.rmSync(x)'],
  ['tsc && ./finish.sh', './finish.sh'],
])('%s may remove what is compiled with %s', async (build, removal) => {
  const files = memoryFiles({
    'keep.js': "require('fs').renameSync('./dist/a.js', './dist/b.js')",
    'remove.js': "require('fs').rmSync('dist/test', { recursive: true })",
    'others.js': "require('./remove')",
  });
  const scripts = { build, clean: 'rm -rf dist/*', prepublishOnly: 'npm run clean && npm run build' };
  expect((await readBuildScript({ scripts }, files)).removal).toBe(removal);
});

test('distinguishes unsupported copy commands from supported ones', async () => {
  expect(await read({ build: 'tsc && copyfiles x dist' })).toMatchObject({
    unclearCopy: undefined,
    unknownStep: undefined,
  });
  expect(await read({ build: 'tsc && cp $FILES dist' })).toMatchObject({ unclearCopy: 'cp $FILES dist' });
  expect(await read({ build: 'tsc && gulp build:icons' })).toMatchObject({ unclearCopy: 'gulp build:icons' });
});

test('a task of gulp may have the name of its function', async () => {
  const gulpfile = `const { src, dest } = require('gulp');
function copyIcons() { return src('nodes/**/*.svg').pipe(dest('dist/nodes')); }
exports.copyIcons = copyIcons;
exports.default = copyIcons;`;
  const files = memoryFiles({ 'gulpfile.cjs': gulpfile });
  const build = await readBuildScript({ scripts: { build: 'tsc && gulp --gulpfile gulpfile.cjs copyIcons' } }, files);
  expect(build).toMatchObject({ copies: [{ from: ['nodes/**/*.svg'], to: 'dist/nodes' }], unclearCopy: undefined });
});

test('a task of gulp may wait for what other functions copy', async () => {
  const gulpfile = `const { src, dest } = require('gulp');
function copyIcons() { return src('nodes/**/*.svg').pipe(dest('dist/nodes')); }
exports['build:icons'] = async function () {
  await Promise.all([new Promise((resolve, reject) => copyIcons().on('end', resolve).on('error', reject))]);
};`;
  const files = memoryFiles({ 'gulpfile.js': gulpfile });
  const build = await readBuildScript({ scripts: { build: 'tsc && gulp build:icons' } }, files);
  expect(build.unclearCopy).toBeUndefined();
  expect(build.copies).toMatchObject([{ from: ['nodes/**/*.svg'], to: 'dist/nodes' }]);
});

test('functions of a gulpfile may use one name for different files', async () => {
  const copier = (name: string, files: string) => `function ${name}() {
  const source = path.resolve('nodes', '**', '${files}');
  return src(source).pipe(dest(path.resolve('dist', 'nodes')));
}`;
  const gulpfile = `const path = require('path');
const { task, src, dest, parallel } = require('gulp');
task('build:assets', parallel(copyIcons, copyCodex));
${copier('copyIcons', '*.png')}
${copier('copyCodex', '*.json')}`;
  const files = memoryFiles({ 'gulpfile.js': gulpfile });
  const build = await readBuildScript({ scripts: { build: 'tsc && gulp build:assets' } }, files);
  expect(build.unclearCopy).toBeUndefined();
  expect(build.copies.map(({ from }) => from).sort()).toEqual([['nodes/**/*.json'], ['nodes/**/*.png']]);
});

test('scripts that only look at files copy nothing for the package', async () => {
  const files = memoryFiles({ 'scripts/scan.mjs': "import { cpSync } from 'node:fs'; cpSync('dist', scratch);" });
  const scripts = (name: string) => ({ scripts: { build: 'tsc', [name]: 'node scripts/scan.mjs' } });
  expect((await readBuildScript(scripts('lint:scan'), files)).otherCopy).toBeUndefined();
  expect((await readBuildScript(scripts('assets'), files)).otherCopy).toBe('node scripts/scan.mjs');
});

test.each([
  ["import { writeFileSync } from 'node:fs'; writeFileSync('docs/api.md', describe());", undefined],
  ["import { writeFileSync } from 'node:fs'; for (const file of find('svg')) write(file);", 'node scripts/sync.mjs'],
  ["import { sync } from './lib.mjs'; writeFileSync('docs/api.md', sync());", 'node scripts/sync.mjs'],
])('another script copies icons only if it may name them: %s', async (text, otherCopy) => {
  const files = memoryFiles({ 'scripts/sync.mjs': text });
  const build = await readBuildScript({ scripts: { build: 'tsc', sync: 'node scripts/sync.mjs' } }, files);
  expect(build.otherCopy).toBe(otherCopy);
});

test.each([
  ['      - run: cp nodes/Acme/acme.svg dist/nodes/Acme/', 'cp nodes/Acme/acme.svg dist/nodes/Acme/'],
  ['      - run: |\n          npm run build && cp -r icons/ ./dist', 'cp -r icons/ ./dist'],
  ['      - run: cp -r dist/ ~/.n8n/custom', undefined],
  ['      - run: cp dist/index.js dist/main.js', undefined],
  ['      # cp nodes/Acme/acme.svg dist/nodes/Acme/', undefined],
])('a step of a workflow may copy icons: %s', async (step, otherCopy) => {
  const files = memoryFiles({ '.github/workflows/release.yml': `jobs:\n  release:\n    steps:\n${step}\n` });
  expect((await readBuildScript({ scripts: { build: 'tsc' } }, files)).otherCopy).toBe(otherCopy);
});

test('a task of gulp may write to several folders, one after the other', async () => {
  const gulpfile = `const { src, dest } = require('gulp');
exports.default = () => src('icons/*.svg').pipe(dest('dist/')).pipe(dest('dist/nodes/Acme/')).on('end', () => {});`;
  const files = memoryFiles({ 'gulpfile.js': gulpfile });
  expect(await readBuildScript({ scripts: { build: 'tsc && gulp' } }, files)).toMatchObject({
    copies: [
      { from: ['icons/*.svg'], to: 'dist', as: { below: 'icons' } },
      { from: ['icons/*.svg'], to: 'dist/nodes/Acme', as: { below: 'icons' } },
    ],
    unclearCopy: undefined,
  });
});

test.each([{}, { scripts: null }, { scripts: [] }, { scripts: { build: 7 } }])(
  '%o has no build script',
  async (manifest) => {
    expect(await readBuildScript(manifest, memoryFiles({}))).toMatchObject({
      main: undefined,
      compilers: [],
      copies: [],
      unknownStep: undefined,
    });
  },
);

test.each([
  [`find nodes icons -name '*.svg' -exec cp --parents {} dist \\;`, ['nodes/**/*.svg', 'icons/**/*.svg']],
  [
    `find nodes -type f \\( -name '*.svg' -o -name '*.json' \\) -exec cp --parents {} dist +`,
    ['nodes/**/*.svg', 'nodes/**/*.json'],
  ],
  [
    `find nodes -name '*.svg' -o -name '*.json' | while read f; do cp "$f" "dist/$f"; done`,
    ['nodes/**/*.svg', 'nodes/**/*.json'],
  ],
  [
    `find nodes -name '*.svg' | while read -r f; do mkdir -p "dist/$(dirname "$f")" && cp "$f" "dist/$f"; done`,
    ['nodes/**/*.svg'],
  ],
])('%s copies what it finds, with its folders', async (copy, from) => {
  expect(await read({ build: `tsc && ${copy}` })).toMatchObject({
    copies: [{ from, to: 'dist', as: { without: 0 } }],
    unknownStep: undefined,
    unclearCopy: undefined,
  });
});

test('of two folders, each gets into the folder that is there; one alone may become it', async () => {
  const targets = async (copy: string) =>
    (await read({ build: `tsc && ${copy}` })).copies.map(({ from: [first], as }) => [first, as]);
  expect(await targets('cp -r nodes icons dist/')).toEqual([
    ['nodes', { without: 0 }],
    ['icons', { without: 0 }],
  ]);
  expect(await targets('cp -r nodes dist/')).toEqual([
    ['nodes', { without: 0 }],
    ['nodes/**/*', { below: 'nodes' }],
  ]);
});

test.each([
  [`find nodes -name '*.svg' -o -name '*.json' -exec cp --parents {} dist \\;`],
  [`find nodes -name '*.svg' -exec cp {} dist \\;`],
  [`find . -name '*.svg' -exec cp --parents {} dist \\;`],
  [`find nodes -newer x -name '*.svg' -exec cp --parents {} dist \\;`],
])('%s copies unknown files', async (copy) => {
  expect(await read({ build: `tsc && ${copy}` })).toMatchObject({ copies: [], unknownStep: undefined });
  expect((await read({ build: `tsc && ${copy}` })).unclearCopy).toContain('find');
});

test('a loop that does more is unknown', async () => {
  const build = `tsc && find nodes -name '*.ts' | while read f; do node bundle.js "$f"; done`;
  expect(await read({ build })).toMatchObject({ copies: [], unknownStep: 'while read f' });
});
