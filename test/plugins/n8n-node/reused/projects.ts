import { rehearsalProject } from '../../../../plugins/n8n-node/rehearsal-project.ts';
import { generateProject } from '../../../bench/generate-project.ts';
import { acmeNode, acmeProject } from '../acme-project.ts';
import type { Contents } from '../project-on-disk.ts';

const generated = (seed: number): Contents =>
  Object.fromEntries(generateProject({ nodes: 3, layout: 'split', fields: [2, 6], seed }));

/** With names that every object has, for all that a project may name. */
const named = acmeProject(
  Object.fromEntries(
    ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'].flatMap((name) => [
      [`nodes/${name}/${name}.node.ts`, namesOf(name)],
      [`credentials/${name}.credentials.ts`, credentialOf(name)],
      [`nodes/${name}.json`, `{ "${name}": { "${name}": ["polluted"] }, "name": "${name}" }`],
    ]),
  ),
  { n8n: { __proto__: ['x'], nodes: ['__proto__', 'dist/nodes/constructor/constructor.node.js'], toString: 1 } },
);

function namesOf(name: string): string {
  return `${acmeNode({ name, description: `${name}: { ${name}: [{ ${name}: '${name}' }] },` })}
    export const fields = [
      { displayName: '${name}', name: '${name}', type: 'options', default: '', options: [
        ${['a', 'b', 'c', 'd', name].map((value) => `{ name: '${value}', value: '${value}', ${name}: '${value}', __proto__: null }`).join(',')} ] },
      { ['${name}']: { ['${name}']: 1 }, ${name}: 'https://${name.replaceAll('_', '')}.example.org', name: '${name}' },
    ];
    const ${name}: any = globalThis['${name}'];
    ${name}('https://a.example.org').${name}('x'); 'text'.${name}('https://b.example.org'); 'text'['${name}']['${name}'] = 1;
    require('${name}'); ({}).${name}.polluted = '={{ $parameter["${name}"].${name} + $credentials.${name} }}';
    export { fields as ${name} };`;
}

function credentialOf(name: string): string {
  return `export class ${name} implements ICredentialType {
    name = '${name}'; displayName = '${name}'; extends = ['${name}']; documentationUrl = '${name}';
    properties = [{ displayName: '${name}', name: '${name}', type: 'string', default: '', typeOptions: { ${name}: true } }];
  }`;
}

/** What each parser sees differently, what can't be parsed, and files that are not what their names say. */
const broken = acmeProject({
  'package.json': '{ "name": "n8n-nodes-acme", }',
  'nodes/Acme/Acme.node.ts': `${acmeNode()}\nlet x = ;`,
  'nodes/Acme/twice.ts': 'const a = 1; const a = 2; console.log(a);',
  'nodes/Acme/decorated.ts': '@first class A { @second() b = console.log(1) }',
  'nodes/Acme/mark.ts': '\uFEFFconsole.log(setTimeout)',
  'nodes/Acme/run.js': '#!/usr/bin/env node\nconsole.log(process.env)',
  'nodes/Acme/script.js': 'with (a) { console.log(010) }',
  'nodes/Acme/bytes.ts': Buffer.from([0xff, 0xfe, 0x00, 0x63]).toString('latin1'),
  'nodes/Acme/empty.json': '',
  'nodes/Acme/evaluated.ts': `export const field = { displayName: 'F', name: 'f', type: 'options', default: 'a', options: [
    { name: 'E', value: 'e', extra: (Array.prototype.push = () => 0) }, { name: 'A', value: 'a' },
    { name: 'B', value: globalThis.x = 1 }, { name: 'C', value: 'c' }, { name: 'D', value: 'd' }] };`,
  'credentials/AcmeApi.credentials.ts': 'export class {',
});

/** The same paths as those of the usual project, with other contents. */
const changed = acmeProject(
  {
    'nodes/Acme/Acme.node.ts': acmeNode({ description: "subtitle: '={{ $parameter.other }}'," })
      .replace("icon: 'file:acme.svg'", "icon: 'file:../../../../../../../etc/hostname'")
      .replace("name: 'acmeApi', required: true", "name: 'acmeAppi', testedBy: 'x'"),
    'nodes/Acme/acme.svg': undefined,
    'nodes/Acme/acm.svg': '<svg/>',
    'credentials/AcmeApi.credentials.ts': credentialOf('acmeAppy').replace('acmeAppy', 'AcmeApi'),
  },
  {
    files: ['nodes', '../project/credentials', '//tmp/**'],
    devDependencies: { axios: '1' },
    n8n: { strict: true, nodes: [] },
  },
);

/** Too deep for oxc, on which the process ends. */
const deep = acmeProject({
  'nodes/Acme/deep.ts': `export const deep = ${'['.repeat(100_000)}${']'.repeat(100_000)};`,
  'nodes/Acme/Acme.node.ts': `${acmeNode()}\nconsole.log(1);`,
});

/** So deep that it depends on what a process did before how much of it is read. */
const nested = acmeProject({
  'nodes/Acme/unary.ts': `export const deep = ${'!'.repeat(4000)}1; console.log(require(deep));`,
  'nodes/Acme/chain.ts': `deep${'.b()'.repeat(3000)}; console.log(require(deep));`,
  'nodes/Acme/calls.ts': `${'f('.repeat(1400)}${')'.repeat(1400)}; console.log(require(deep));`,
  'nodes/Acme/text.ts': `export const deep = { name: 'deep', subtitle: '={{ ${'!'.repeat(4000)}$parameter.a }}' };`,
  'nodes/Acme/brackets.ts': `export const deep = { subtitle: '={{ ${'('.repeat(600)}$parameter.a${')'.repeat(600)} }}' };`,
});

/** Each is told apart from the others by what is found in it. */
export const projects = {
  generated: generated(1),
  'generated otherwise': generated(7),
  examples: { ...rehearsalProject(), 'README.md': '# Example' },
  usual: acmeProject(),
  changed,
  named,
  broken,
  nested,
  deep,
} as const satisfies Record<string, Contents>;
export type ProjectName = keyof typeof projects;
