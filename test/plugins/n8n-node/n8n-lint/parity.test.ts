import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Mode } from '../../../../kernel/index.ts';
import { lintGroups, lintRules } from '../../../../plugins/n8n-node/n8n-lint/catalogue/lint-rules.ts';
import { officialAnalysis, ourAnalysis } from './engine/both-analyses.ts';
import { type ProjectContents, withProject } from './engine/project-folder.ts';

const modes: Mode[] = ['project', 'package'];
const examples = fileURLToPath(new URL('../../../../examples/', import.meta.url));
const exampleProjects = readdirSync(examples, { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe.each(modes)('in %s mode the findings are those of the gate of n8n', (mode) => {
  it.each(exampleProjects.map(({ name }) => name))('on examples/%s', async (name) => {
    await expectSame(`${examples}${name}`, mode);
  });

  it.each(Object.entries(projects()))('on %s', async (_, contents) => {
    await withProject(contents, (folder) => expectSame(folder, mode));
  });
});

async function expectSame(folder: string, mode: Mode): Promise<void> {
  const ours = await ourAnalysis(folder, mode);
  expect(ours).toEqual(await officialAnalysis(folder, mode));
}

function projects(): Record<string, ProjectContents> {
  const manifest = JSON.stringify({
    name: 'n8n-nodes-acme',
    version: '1.0.0',
    n8n: {
      n8nNodesApiVersion: 1,
      nodes: ['dist/nodes/Acme/Acme.node.js'],
      credentials: ['dist/credentials/AcmeApi.credentials.js'],
    },
  });
  return {
    'an empty folder': {},
    'a manifest alone': { 'package.json': manifest },
    'files that its globs leave out': {
      'package.json': manifest,
      'index.js': 'console.log(1)',
      'gulpfile.js': 'process.exit()',
      'Nodes/Upper.node.ts': 'console.log(1)',
      'nodes/.hidden/Hidden.node.ts': 'console.log(1)',
      'nodes/.Hidden.node.ts': 'console.log(1)',
      'nodes/package-lock.json': '{',
      'nodes/node_modules/dependency/index.js': 'console.log(1)',
      'nodes/Acme/node_modules/x.ts': 'console.log(1)',
      'node_modules/dependency/index.js': 'console.log(1)',
      'dist/node_modules/dependency/index.js': 'console.log(1)',
      'nodes/Acme/Acme.node.tsx': 'console.log(1)',
      'nodes/Acme/Acme.mjs': 'console.log(1)',
      'src/nodes/Acme.ts': 'console.log(1)',
      'nodes/Acme/[id]*.ts': 'console.log(1)',
      'nodes/index.js': 'console.log(1)',
      'credentials/index.d.ts': 'declare const process: { env: string }; export {};',
      'eslint.config.js': 'console.log(process.env)',
      'nodes/eslint.config.js': 'console.log(process.env)',
    },
    'sources that do not parse': {
      'package.json': '{ "name": "n8n-nodes-acme", ',
      'nodes/Acme/Acme.node.ts': 'export class Acme implements INodeType {\n  description = {;\n}',
      'nodes/Acme/Acme.node.json': '{ "node": unquoted }',
      'nodes/broken.js': 'const x = ;\nconst y',
      'nodes/type-script.js': 'const x: string = "";',
      'nodes/duplicate.js': 'let a; let a;',
      'nodes/empty.ts': '',
      'nodes/empty.json': '',
      'nodes/array.json': '[1, 2,]',
      'nodes/comment.json': '// hello\n{}',
    },
    'bytes that are not text': {
      'package.json': Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(manifest)]),
      'nodes/latin.ts': Buffer.from([0x22, 0xe9, 0xff, 0x22, 0x0a]),
      'nodes/zero.js': Buffer.from([0, 0, 0]),
      'nodes/shebang.js': '#!/usr/bin/env node\nconsole.log(1)',
      'nodes/crlf.js': 'let a = 1;\r\nconsole.log(a)\u2028console.log(2)',
    },
    'the bad fields of every rule': everyBadField('\n'),
    'the bad fields of every rule, with line breaks of Windows': everyBadField('\r\n'),
    'templates of several lines': {
      'nodes/Acme/fields.ts': [
        "export const place = 'box';",
        'export const one = { displayName: `One`, name: `one`, type: `string`, default: ``, description: `Two\r\nlines` };',
        "export const two = { displayName: 'Two', name: 'two', type: 'string', default: '', description: `In a $".concat(
          '{place}.\r\n  <b>` };',
        ),
      ].join('\r\n'),
    },
    'inline comments and a configuration of its own': {
      'package.json': manifest,
      '.eslintrc.json': '{ "root": true, "rules": { "no-console": "off" } }',
      'eslint.config.mjs': 'throw new Error("read")',
      'nodes/quiet.ts': '/* eslint-disable */\nconsole.log(1); // eslint-disable-line\n/* eslint no-undef: 2 */ x();',
    },
  };
}

/** The bad example of every rule that looks at single fields, each in a file of its own. */
function everyBadField(lineBreak: string): ProjectContents {
  const examples = lintGroups.flatMap(lintRules).filter(({ bad }) => !/^(\{|\/\/ )/.test(bad));
  return Object.fromEntries(
    examples.map(({ bad }, index) => [`nodes/Acme/fields${index}.ts`, bad.replaceAll('\n', lineBreak)]),
  );
}
