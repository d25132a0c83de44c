import { expect, test } from 'vitest';
import { type BuiltFile, builtFiles } from '../../../../plugins/n8n-node/typescript/built-files.ts';
import { openProject } from '../project-on-disk.ts';

const tsconfig = {
  compilerOptions: { outDir: './dist/', resolveJsonModule: true },
  include: ['credentials/**/*', 'nodes/**/*', 'nodes/**/*.json', 'package.json'],
};
const sources = {
  'nodes/A/A.node.ts': '',
  'nodes/A/A.node.json': '{}',
  'nodes/A/a.svg': '<svg/>',
  'nodes/A/b.png': '',
  'nodes/A/__schema__/v1.0.0/x.json': '{}',
  'icons/c.svg': '<svg/>',
};

const gulpfile = `
// n8n's first scaffold
const path = require('path');
const { task, src, dest } = require('gulp');
task('build:icons', copyIcons);
task('clean', () => require('child_process').execSync('rm -rf dist'));
function copyIcons() {
  const nodeSource = path.resolve('nodes', '**', '*.{png,svg}');
  const nodeDestination = path.resolve('dist', 'nodes');
  src(nodeSource).pipe(dest(nodeDestination));
  return src(['icons/*.svg', '!icons/x.svg'], { base: '.', encoding: false }).pipe(dest('dist/'));
}`;

const copyScript = `import { cpSync, mkdirSync } from 'node:fs';
import { join, dirname } from 'node:path';
const root = join(__dirname, '..');
mkdirSync('dist/nodes/A', { recursive: true });
cpSync(join(root, 'nodes/A/a.svg'), 'dist/nodes/A/a.svg');
cpSync('icons', \`dist/icons\`, { recursive: true });
`;

async function builtBy(
  build: string | undefined,
  { files = {}, config = tsconfig }: { files?: Record<string, string>; config?: object } = {},
) {
  const contents = { 'tsconfig.json': JSON.stringify(config), ...sources, ...files };
  const manifest = { scripts: { build }, n8n: { nodes: ['dist/nodes/A/A.node.js'] } };
  await using project = await openProject({ ...contents, 'package.json': JSON.stringify(manifest) });
  return await project.context.service(builtFiles);
}

const says = (built: BuiltFile) => (built.made === 'yes' ? built.from : built.made);

test.each<[build: string, path: string, expected: string, files?: Record<string, string>]>([
  ['n8n-node build', 'dist/nodes/A/a.svg', 'nodes/A/a.svg'],
  ['n8n-node build', 'dist/nodes/A/__schema__/v1.0.0/x.json', 'nodes/A/__schema__/v1.0.0/x.json'],
  ['n8n-node build', 'dist/nodes/A/A.node.json', 'nodes/A/A.node.json'],
  ['n8n-node build', 'dist/nodes/A/z.svg', 'no'],
  ['tsc', 'dist/nodes/A/a.svg', 'no'],
  ['tsc', 'dist/nodes/A/A.node.json', 'nodes/A/A.node.json'],
  ['tsc', 'icons/c.svg', 'icons/c.svg'],
  ['tsc && gulp build:icons', 'dist/nodes/A/a.svg', 'nodes/A/a.svg', { 'gulpfile.js': gulpfile }],
  ['tsc && gulp build:icons', 'dist/icons/c.svg', 'icons/c.svg', { 'gulpfile.js': gulpfile }],
  ['tsc && gulp build:icons', 'dist/nodes/A/a.gif', 'no', { 'gulpfile.js': gulpfile }],
  ['tsc && gulp clean', 'dist/nodes/A/a.svg', 'unknown', { 'gulpfile.js': gulpfile }],
  ['tsc && gulp build:icons', 'dist/nodes/A/a.svg', 'unknown'],
  ['tsc && cp nodes/A/*.svg dist/nodes/A/', 'dist/nodes/A/a.svg', 'nodes/A/a.svg'],
  ['tsc && cp nodes/A/*.svg dist/nodes/A/ 2>/dev/null || true', 'dist/nodes/A/b.png', 'no'],
  ['tsc && cp nodes/A/a.svg dist/nodes/A/logo.svg', 'dist/nodes/A/logo.svg', 'nodes/A/a.svg'],
  ['tsc && shx cp -r icons dist', 'dist/icons/c.svg', 'icons/c.svg'],
  ['tsc && cp -r icons dist/icons', 'dist/icons/c.svg', 'icons/c.svg'],
  ['tsc && cp -r nodes/. dist/nodes', 'dist/nodes/A/a.svg', 'nodes/A/a.svg'],
  ['tsc && cp $ICONS dist', 'dist/nodes/A/a.svg', 'unknown'],
  ['tsc && copyfiles "nodes/**/*.{png,svg}" dist', 'dist/nodes/A/b.png', 'nodes/A/b.png'],
  ['tsc && copyfiles -u 1 "nodes/**/*.svg" dist/nodes', 'dist/nodes/A/a.svg', 'nodes/A/a.svg'],
  ['tsc && copyfiles -f "nodes/**/*.svg" dist', 'dist/nodes/A/a.svg', 'no'],
  [
    'tsc && copyfiles -u 1 "nodes/**/*.svg" dist && cp dist/A/*.svg dist/nodes/A/',
    'dist/nodes/A/a.svg',
    'nodes/A/a.svg',
  ],
  ['tsc && cp dist/A/*.svg dist/nodes/A/ && copyfiles -u 1 "nodes/**/*.svg" dist', 'dist/nodes/A/a.svg', 'no'],
  ['tsc && cpx "nodes/**/*.svg" dist/nodes', 'dist/nodes/A/a.svg', 'nodes/A/a.svg'],
  ['tsc && ncp icons dist/icons', 'dist/icons/c.svg', 'icons/c.svg'],
  ['tsc && node scripts/copy.mjs', 'dist/nodes/A/a.svg', 'nodes/A/a.svg', { 'scripts/copy.mjs': copyScript }],
  ['tsc && node scripts/copy.mjs', 'dist/icons/c.svg', 'icons/c.svg', { 'scripts/copy.mjs': copyScript }],
  ['tsc && node scripts/copy.mjs', 'dist/nodes/A/b.png', 'no', { 'scripts/copy.mjs': copyScript }],
  ['tsc && node make.js', 'dist/x.json', 'unknown', { 'make.js': "require('fs').writeFileSync('dist/x.json', '{}')" }],
  ['tsc && node make.js', 'dist/x.json', 'unknown', { 'make.js': "require('./other')()" }],
  ['tsc && node look.js', 'dist/x.json', 'no', { 'look.js': "if (!require('fs').existsSync('dist')) process.exit(1)" }],
  ['tsup', 'dist/nodes/A/a.svg', 'unknown'],
])('after %s, %s is %s', async (build, path, expected, files) => {
  expect(says((await builtBy(build, { ...(files && { files }) })).of(path))).toBe(expected);
});

test('JSON that tsconfig does not name stays behind', async () => {
  const config = { compilerOptions: { outDir: 'dist', resolveJsonModule: true }, include: ['nodes/**/*.ts', 'x.ts'] };
  const built = await builtBy('tsc', { config, files: { 'x.ts': '' } });
  expect(built.of('dist/nodes/A/A.node.json')).toEqual({ made: 'no' });
});

test('reading hostile scripts ends', async () => {
  const sized = (text: string, length: number) => text.repeat(Math.ceil(length / text.length));
  for (const text of ['/*', '`', '"', "task('a',", 'src(["a",', 'const a=[a,a];', 'const f=()=>(', 'cpSync("a"+']) {
    await builtBy('tsc && node a.js && gulp a', {
      files: { 'a.js': sized(text, 32_000), 'gulpfile.js': sized(text, 32_000) },
    });
  }
});
