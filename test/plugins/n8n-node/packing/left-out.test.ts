import { expect, test } from 'vitest';
import { nodesCheck } from '../../../../plugins/n8n-node/checks/nodes/check.ts';
import { acmeNode, acmeProject } from '../acme-project.ts';
import { openProject } from '../project-on-disk.ts';

const codex = JSON.stringify({ node: 'n8n-nodes-acme.acme', categories: ['Sales'], resources: {} });
const notCopied = ['nodes/Acme/Acme.node.json is not copied by the build'];

test.each([
  ['is left out where tsc does not list it', { include: ['nodes', 'credentials'] }, {}, notCopied],
  ['is copied by tsc', { include: ['nodes/**/*', 'nodes/**/*.json', 'credentials'] }, {}, []],
  ['is copied by the build', {}, { build: 'tsc && copyfiles "nodes/**/*.{json,svg}" dist' }, []],
  ['may be copied by another script', { include: ['nodes', 'credentials'] }, { postpack: 'node finish.js' }, []],
  [
    'is not copied by a script that only looks',
    { include: ['nodes', 'credentials'] },
    { prepack: 'node look.js' },
    notCopied,
  ],
])('a codex file %s', async (_, tsconfig, scripts, expected) => {
  const compilerOptions = {
    ...{ module: 'commonjs', target: 'es2019', strict: true, outDir: 'dist', rootDir: '.', resolveJsonModule: true },
  };
  const files = {
    'tsconfig.json': JSON.stringify({ compilerOptions, ...tsconfig }),
    'nodes/Acme/Acme.node.ts': acmeNode(),
    'nodes/Acme/Acme.node.json': codex,
    'look.js': "if (require('./package.json').private) process.exit(1);\n",
  };
  await using project = await openProject(acmeProject(files, { scripts: { build: 'tsc', ...scripts } }));
  const { findings } = await project.run(nodesCheck);
  const told = findings.filter(({ code }) => code === 'nodes-codex-not-shipped');
  expect(told.map(({ message }) => message)).toEqual(expected);
});
