import { expect, test } from 'vitest';
import { nodesCheck } from '../../../../plugins/n8n-node/checks/nodes/check.ts';
import { whyLeftOut } from '../../../../plugins/n8n-node/packing/left-out.ts';
import { builtFiles } from '../../../../plugins/n8n-node/typescript/built-files.ts';
import { acmeNode, acmeProject } from '../acme-project.ts';
import { openProject } from '../project-on-disk.ts';

const codex = JSON.stringify({ node: 'n8n-nodes-acme.acme', categories: ['Sales'], resources: {} });
const notCopied = 'not copied by the build';

/** A script that copies the files of a folder. @param condition with `name` */
const copyingOf = (condition: string) => `const fs = require('fs');
for (const name of fs.readdirSync('nodes/Acme')) if (${condition}) fs.copyFileSync('nodes/Acme/' + name, 'dist/nodes/Acme/' + name);
`;

function projectWith(tsconfig: object, scripts: object) {
  const compilerOptions = {
    ...{ module: 'commonjs', target: 'es2019', strict: true, outDir: 'dist', rootDir: '.', resolveJsonModule: true },
  };
  const files = {
    'tsconfig.json': JSON.stringify({ compilerOptions, ...tsconfig }),
    'nodes/Acme/Acme.node.ts': acmeNode(),
    'nodes/Acme/Acme.node.json': codex,
    'copy.js': copyingOf("name.endsWith('.svg')"),
    'copy-not.js': copyingOf("!name.endsWith('.md')"),
    'copy-all.js': copyingOf("name.endsWith('.svg') || name.endsWith('.json')"),
    'copy-assets.js': `${copyingOf('isAsset(name)')}
function isAsset(name) {
  if (!existsSync('nodes')) console.warn('there are no files (*.svg, *.node.json) to copy');
  if (name.endsWith('.svg')) return true;
  return false;
}`,
    'copy-kept.js': `${copyingOf('isKept(name)')}
function isKept(name) {
  if (name.endsWith('.svg')) return false;
  return true;
}`,
    'copy-unless.js': `${copyingOf('true').replace('if (true)', '{ if (of(name)) return;')}}
function of(name) {
  if (name.endsWith('.svg')) return true;
  return false;
}`,
    'copy-others.js': `${copyingOf('true').replace('if (true)', "{ if (name.endsWith('.md')) continue;")}}\n`,
    'look.js': "if (require('./package.json').private) process.exit(1);\n",
  };
  return openProject(acmeProject(files, { scripts: { build: 'tsc', ...scripts } }));
}

test.each([
  ['is left out where tsc does not list it', { include: ['nodes', 'credentials'] }, {}, notCopied],
  ['is copied by tsc', { include: ['nodes/**/*', 'nodes/**/*.json', 'credentials'] }, {}, undefined],
  ['is copied by the build', {}, { build: 'tsc && copyfiles "nodes/**/*.{json,svg}" dist' }, undefined],
  ['is not copied by a script that copies icons', {}, { build: 'tsc && node copy.js svg' }, notCopied],
  ['is not copied by a script that asks a function', {}, { build: 'tsc && node copy-assets.js' }, notCopied],
  ['is copied by a script that asks a function what to skip', {}, { build: 'tsc && node copy-kept.js' }, undefined],
  ['is copied by a script that asks a function, and returns', {}, { build: 'tsc && node copy-unless.js' }, undefined],
  ['is copied by a script that leaves out other files', {}, { build: 'tsc && node copy-others.js' }, undefined],
  ['is copied by a script that leaves out others by a condition', {}, { build: 'tsc && node copy-not.js' }, undefined],
  ['is copied by a script that copies files like it', {}, { build: 'tsc && node copy-all.js' }, undefined],
  [
    'is removed after it is copied',
    {},
    { build: 'copyfiles "nodes/**/*.json" dist && rimraf dist && tsc' },
    'removed by the build after it is copied',
  ],
  ['is copied after the removal', {}, { build: 'rimraf dist && copyfiles "nodes/**/*.json" dist && tsc' }, undefined],
  [
    'is copied before and after the removal',
    {},
    { copy: 'copyfiles "nodes/**/*.json" dist', build: 'npm run copy && rimraf dist && tsc && npm run copy' },
    undefined,
  ],
  [
    'may be copied after the removal',
    {},
    { copy: 'copyfiles "nodes/**/*.json" dist', clean: 'rimraf dist', build: 'run-p copy clean && tsc' },
    undefined,
  ],
  [
    'is copied before the removal of another folder',
    {},
    { build: 'copyfiles "nodes/**/*.json" dist && rimraf coverage dist/test && tsc' },
    undefined,
  ],
  ['may be copied by another script', { include: ['nodes', 'credentials'] }, { postpack: 'node finish.js' }, undefined],
  [
    'is not copied by a script that only looks',
    { include: ['nodes', 'credentials'] },
    { prepack: 'node look.js' },
    notCopied,
  ],
])('a codex file %s', async (_, tsconfig, scripts, why) => {
  await using project = await projectWith(tsconfig, scripts);
  const { service, manifest } = project.context;
  const around = { built: await service(builtFiles), manifest };
  expect(whyLeftOut('dist/nodes/Acme/Acme.node.json', 'dist/nodes/Acme/Acme.node.js', around)).toBe(why);
});

test('a codex file that is left out is told of, and one that is copied is not', async () => {
  const toldWith = async (scripts: object) => {
    await using project = await projectWith({ include: ['nodes', 'credentials'] }, scripts);
    const { findings } = await project.run(nodesCheck);
    return findings.filter(({ code }) => code === 'nodes-codex-not-shipped').map(({ message }) => message);
  };
  expect(await toldWith({})).toEqual(['nodes/Acme/Acme.node.json is not copied by the build']);
  expect(await toldWith({ build: 'tsc && node copy-all.js' })).toEqual([]);
});
