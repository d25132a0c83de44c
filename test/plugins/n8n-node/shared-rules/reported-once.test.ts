import { beforeAll, describe, expect, it } from 'vitest';
import { builtinKernel } from '../../../../plugins/builtin.ts';
import { acmeNode, acmeProject } from '../acme-project.ts';
import { openProject } from '../project-on-disk.ts';
import { square } from './given-package.ts';

const checks = builtinKernel().checks('n8n-node', 'project');

/** `code file:line` of what the checks named say of a project, n8n's linter included. */
async function told(
  files: Record<string, string>,
  names: readonly string[],
  manifest: Record<string, unknown> = {},
): Promise<string[]> {
  await using project = await openProject(acmeProject({ 'nodes/Acme/acme.svg': square, ...files }, manifest));
  const said: string[] = [];
  for (const check of checks.filter(({ name }) => names.includes(name))) {
    const { findings } = await project.run(check);
    said.push(...findings.map(({ code, file, line }) => `${code.replace(/^.*\//, '')} ${file}:${line}`));
  }
  return said;
}

const fileOf = (name: string) => `nodes/Acme/${name}.node.ts`;
const codex = (name: string) => JSON.stringify({ node: name, resources: {} });
const properties = (...lines: string[]) =>
  ['properties: [', ...lines.map((line) => `      ${line}`), '    ],'].join('\n');

const emptyList = "properties: [{ displayName: 'Size', name: 'size', type: 'options', options: [], default: '' }],";

const wide = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><path d="M4 4h16v16H4z"/></svg>';
const tool = 'usableAsTool: true,';

/** Beside those described: a node whose icons have one fault, one whose codex file has that of another, and a credential. */
const otherFiles: Record<string, string> = {
  [fileOf('Themed')]: acmeNode({ name: 'Themed', description: tool })
    .replace("name: 'acme'", "name: 'themed'")
    .replace(/icon: '[^']*'/, "icon: { light: 'file:acme.light.svg', dark: 'file:acme.dark.svg' }"),
  'nodes/Acme/acme.light.svg': wide,
  'nodes/Acme/acme.dark.svg': `${wide}\n`,
  'nodes/Acme/Acme.node.json': codex('n8n-nodes-base.basic'),
  'nodes/Other/Acme.node.ts': acmeNode({ description: tool }).replace("name: 'acme'", "name: 'other'"),
  'nodes/Other/Acme.node.json': codex('n8n-nodes-base.httpbin'),
  'nodes/Other/acme.svg': square,
  'credentials/AcmeApi.credentials.ts': [
    "import type { ICredentialType, INodeProperties } from 'n8n-workflow';",
    'export class AcmeApi implements ICredentialType {',
    "  name = 'acmeApi';",
    "  displayName = 'Acme';",
    "  documentationUrl = 'acme';",
    '  properties: INodeProperties[] = [',
    "    { displayName: 'API Key', name: 'apiKey', type: 'string', default: '' },",
    '  ];',
    '}',
  ].join('\n'),
};

/** Nodes by name: what is above the class, its properties, and what else it describes. */
const described: Record<string, { top?: string; properties: string; description?: string }> = {
  Acme: {
    properties: properties(
      "{ displayName: 'Size', name: 'size', type: 'options', default: 'Small', noDataExpression: true,",
      "  options: [{ name: 'Small', value: 'small' }, { name: 'Tiny', value: 'small' }] },",
    ),
    description: '',
  },
  Imported: { top: "import { fields } from './fields';", properties: 'properties: fields,' },
  Computed: {
    properties: properties(
      "{ displayName: 'Size', name: 'size', type: 'options', default: ['Small'].join(),",
      "  options: ['small'].map((value) => ({ name: value, value })) },",
    ),
  },
  Typed: { properties: properties("{ displayName: 'Size', name: 'size', type: 'text', default: '' },") },
  // Three copies of one node.
  First: { properties: emptyList },
  Second: { properties: emptyList },
  Third: { properties: emptyList },
  Untyped: { properties: properties("{ displayName: 'Size', name: 'size', type: 'text', default: '' } as never,") },
};

/** What is said of two nodes that do not load. */
let stopped: string[];
beforeAll(async () => {
  const top =
    "import { NodeConnectionType, NodeOperationError } from 'n8n-workflow';\nexport const failure = NodeOperationError;";
  const nodes = {
    [fileOf('Hidden')]: acmeNode({ name: 'Hidden' }).replace('export class', 'class'),
    [fileOf('Stopped')]: acmeNode({ name: 'Stopped', top }).replace(
      /outputs: \[[^\]]*\]/,
      'outputs: [NodeConnectionType.Main]',
    ),
  };
  const declared = ['Hidden', 'Stopped'].map((name) => `dist/nodes/Acme/${name}.node.js`);
  stopped = await told(nodes, ['types', 'load'], { n8n: { nodes: declared } });
});

describe('what a description shows', () => {
  let said: string[];
  beforeAll(async () => {
    const names = Object.keys(described);
    const nodes = Object.entries(described).map(([name, { properties: given, ...more }]) => [
      fileOf(name),
      acmeNode({ name, description: tool, ...more })
        .replace("name: 'acme'", `name: '${name.toLowerCase()}'`)
        .replace('properties: [],', given),
    ]);
    const fields = [
      "import type { INodeProperties } from 'n8n-workflow';",
      'const size = "large";',
      'export const fields: INodeProperties[] = [',
      "  { displayName: 'Size', name: 'size', type: 'options', default: 'small',",
      "    options: [{ name: 'Small', value: 'small' }] },",
      '',
      "  { displayName: 'Order', name: 'order', type: 'string', default: '',",
      '    displayOptions: { show: { size: [size] } } },',
      "  { displayName: 'Order', name: 'order', type: 'string', default: '',",
      "    displayOptions: { show: { size: ['small'] } } },",
      '];',
    ];
    const files = { ...Object.fromEntries(nodes), ...otherFiles, 'nodes/Acme/fields.ts': fields.join('\n') };
    const declared = [...names, 'Themed'].map((name) => `dist/nodes/Acme/${name}.node.js`);
    const credentials = ['dist/credentials/AcmeApi.credentials.js'];
    const manifest = { n8n: { nodes: [...declared, 'dist/nodes/Other/Acme.node.js'], credentials } };
    said = await told(files, ['nodes', 'credentials', 'types'], manifest);
  });
  const saidOf = (name: string, what: RegExp) => said.filter((line) => line.includes(fileOf(name)) && what.test(line));

  it('has the line of the source, also of another file', () => {
    expect(said).toContain('nodes-parameter-never-shown nodes/Acme/fields.ts:7');
  });

  it("is left to n8n's linter if it reports the same location", () => {
    expect(saidOf('Acme', /default|duplicate/)).toEqual([
      'node-param-default-wrong-for-options nodes/Acme/Acme.node.ts:16',
      'node-param-option-value-duplicate nodes/Acme/Acme.node.ts:17',
    ]);
    expect(said.filter((line) => /tool/.test(line))).toEqual(['node-usable-as-tool nodes/Acme/Acme.node.ts:3']);
  });

  it('is reported if the linter cannot see it', () => {
    expect(saidOf('Computed', /default/)).toEqual(['nodes-default-not-an-option nodes/Acme/Computed.node.ts:16']);
  });

  it('an icon for two themes is reported once where both files have the same fault', () => {
    expect(said.filter((one) => one.startsWith('nodes-icon-not-square'))).toHaveLength(1);
  });

  it('is left to TypeScript if it reports the same location', () => {
    expect(saidOf('Typed', /type-unknown|types/)).toEqual(['types-error nodes/Acme/Typed.node.ts:16']);
    expect(saidOf('Untyped', /type-unknown|types/)).toEqual([
      'nodes-parameter-type-unknown nodes/Acme/Untyped.node.ts:16',
    ]);
  });

  it('is reported once for a class that is not exported', () => {
    expect(stopped.filter((line) => line.includes(fileOf('Hidden')))).toEqual([
      'load-class-missing nodes/Acme/Hidden.node.ts:undefined',
    ]);
  });

  it('is reported where it is used, if a type is used as a value', async () => {
    const tsconfig = '{ "compilerOptions": { "module": "commonjs", "strict": true, "noUnusedLocals": true } }';
    const source = acmeNode({ top: "import { INode, IRun } from 'n8n-workflow';", members: 'kind = INode;' });
    const found = await told({ 'nodes/Acme/Acme.node.ts': source, 'tsconfig.json': tsconfig }, ['load', 'types']);
    const [unused, used] = ['IRun }', '= INode'].map((text) => (source.split(text)[0] ?? '').split('\n').length);
    expect(found).toEqual([unused, used].map((line) => `types-error nodes/Acme/Acme.node.ts:${line}`));
  });

  it('does not keep a change of the language from being reported when it is seen', async () => {
    const top = "Object.defineProperty(Array.prototype, 'last', { value: 1 });";
    const found = await told({ 'nodes/Acme/Acme.node.ts': acmeNode({ top }) }, ['load', 'security']);
    expect(found).toContain('security-prototype-extended nodes/Acme/Acme.node.ts:2');
    expect(found.some((finding) => finding.startsWith('load-tampers '))).toBe(true);
  });

  it('is reported once for a credential, by whichever rule', () => {
    const ofCredential = said.filter((line) => line.includes('credentials/AcmeApi.credentials.ts'));
    expect(ofCredential.toSorted()).toEqual(
      [
        'cred-class-field-display-name-missing-api credentials/AcmeApi.credentials.ts:4',
        'cred-class-field-icon-missing credentials/AcmeApi.credentials.ts:2',
        'credential-documentation-url credentials/AcmeApi.credentials.ts:5',
        'credential-password-field credentials/AcmeApi.credentials.ts:7',
        'credential-test-required credentials/AcmeApi.credentials.ts:2',
      ].toSorted(),
    );
  });

  it('is reported once if it is a problem of the package', () => {
    expect(said.filter((line) => /codex/.test(line))).toEqual(['nodes-codex-left-over nodes/Acme/Acme.node.json:1']);
  });

  it('is reported once, with its locations, if nodes are copies of each other', () => {
    expect(said.filter((line) => /options-missing/.test(line))).toEqual([
      'nodes-options-missing nodes/Acme/First.node.ts:15',
    ]);
  });

  it('is reported in the files that a package ships', async () => {
    await using project = await openProject(
      {
        'package.json': JSON.stringify({ name: 'n8n-nodes-acme', n8n: { nodes: ['dist/Acme.node.js'] } }),
        'dist/Acme.node.js': [
          'exports.Acme = class Acme {',
          '  constructor() {',
          "    this.description = { displayName: 'Acme', name: 'acme', group: ['transform'], version: 1,",
          "      description: '', defaults: {}, inputs: ['main'], outputs: ['Main'], usableAsTool: true,",
          '      icon: "file:acme.svg", properties: [] };',
          '  }',
          '  async execute() {}',
          '};',
        ].join('\n'),
        'dist/acme.svg': square,
      },
      { mode: 'package' },
    );
    const nodes = checks.find(({ name }) => name === 'nodes');
    const { findings } = (nodes && (await project.run(nodes))) ?? {};
    expect(findings?.map(({ code, line, column }) => `${code} ${line}:${column}`)).toEqual([
      'nodes-connection-invalid 4:56',
    ]);
  });
});

it('a type that is used as a value is reported by the check `load` where it stops the file', () => {
  const found = stopped.filter((line) => line.includes(fileOf('Stopped')));
  expect(found.map((one) => one.split(' ')[0])).toEqual(['load-threw']);
});
