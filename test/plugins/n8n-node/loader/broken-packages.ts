import type { Contents } from '../project-on-disk.ts';

/** A package as npm would unpack it, with a node that loads; `node` replaces its file, `files` adds to it. */
export function acmePackage(
  node: string = acmeClass(),
  files: Contents = {},
  manifest: Readonly<Record<string, unknown>> = {},
): Contents {
  return {
    'package.json': JSON.stringify({
      name: 'n8n-nodes-acme',
      version: '1.0.0',
      n8n: { nodes: ['dist/Acme.node.js'] },
      ...manifest,
    }),
    'dist/Acme.node.js': node,
    ...files,
  };
}

/** The text of a node's class; `description` and `members` are added to it. */
export function acmeClass({
  top = '',
  description = '',
  members = 'async execute() { return []; }',
  name = 'Acme',
} = {}) {
  return `'use strict';
${top}
class ${name} {
  constructor() {
    this.description = { displayName: 'Acme', name: 'acme', version: 1, inputs: ['main'], outputs: ['main'], properties: [], ${description} };
  }
  ${members}
}
exports.${name} = ${name};
`;
}

const withCredential = (credential: string, node?: string): Contents =>
  acmePackage(
    node,
    { 'dist/AcmeApi.credentials.js': credential },
    { n8n: { nodes: ['dist/Acme.node.js'], credentials: ['dist/AcmeApi.credentials.js'] } },
  );

const versioned = (versions: string, rest = '') => `
class Version { constructor(version) { this.description = { version, name: 'x', inputs: ['main'], outputs: ['main'], properties: [] }; } async execute() {} }
exports.Acme = class Acme {
  constructor() {
    this.description = { displayName: 'Acme', name: 'acme', icon: 'file:acme.svg' };
    this.nodeVersions = ${versions};
    ${rest}
  }
};`;

const credential = (body: string) => `exports.AcmeApi = class AcmeApi { constructor() { ${body} } };`;

/** Packages that n8n loads. */
export const soundPackages: Readonly<Record<string, Contents>> = {
  plain: acmePackage(),
  'no constructor': acmePackage(
    "exports.Acme = class { description = { name: 'acme', version: 1, properties: [] }; execute() {} };",
  ),
  'a function for a class': acmePackage(
    "exports.Acme = function () { this.description = { name: 'acme', version: [1, 2], properties: [] }; };",
  ),
  'an ECMAScript module': acmePackage(
    "import { sep } from 'node:path';\nexport class Acme { description = { name: 'acme', version: 1, outputs: [sep], properties: [] } }",
    {},
    { type: 'module' },
  ),
  'no properties and nothing to add': acmePackage(acmeClass({ description: 'properties: undefined' })),
  'frozen properties and nothing to add': acmePackage(acmeClass({ description: 'properties: Object.freeze([])' })),
  polling: acmePackage(acmeClass({ description: 'polling: true' })),
  'webhook with CORS': acmePackage(
    acmeClass({
      description: "supportsCORS: true, properties: [{ name: 'options', options: [] }]",
      members: 'webhook() {}',
    }),
  ),
  declarative: acmePackage(
    acmeClass({
      description:
        "properties: [{ name: 'requestOptions', options: [{ displayName: 'Zebra' }, { displayName: 'Ant' }, {}] }]",
      members: '',
    }),
  ),
  'a sub-node': acmePackage(
    acmeClass({ description: "outputs: ['ai_tool'], properties: Object.freeze([])", members: 'supplyData() {}' }),
  ),
  versions: acmePackage(versioned('{ 1: new Version(1), 2: new Version([2, 2.1]) }', 'this.currentVersion = 2;')),
  'icons of both kinds': acmePackage(
    acmeClass({ description: "icon: { light: 'file:a.svg', dark: 'file:../icons/b.svg' }" }),
  ),
  'an icon of the font': acmePackage(acmeClass({ description: "icon: 'fa:rocket'" })),
  'an icon by expression': acmePackage(acmeClass({ description: "icon: '={{ $parameter.icon }}'" })),
  'a codex without resources': acmePackage(acmeClass(), { 'dist/Acme.node.json': '{}' }),
  'a codex that is no JSON': acmePackage(acmeClass(), { 'dist/Acme.node.json': '{' }),
  'a builderHint on an option': acmePackage(
    acmeClass({
      description:
        "properties: [{ name: 'operation', type: 'options', options: [{ name: 'Get', value: 'get', builderHint: {} }] }]",
    }),
  ),
  'executeSingle without versions': acmePackage(acmeClass({ members: 'executeSingle() {}' })),
  'a credential': withCredential(credential("this.name = 'acmeApi'; this.properties = [];")),
  'a credential without a name': withCredential(credential('')),
  'a thenable node': acmePackage(acmeClass({ members: 'then() { for (;;); }' })),
  'a description by getter': acmePackage(
    "exports.Acme = class { get description() { return { name: 'acme', version: 1, properties: [] }; } execute() {} };",
  ),
  'a description that refers to itself': acmePackage(
    acmeClass({
      members: 'execute() {} }\nconst { description } = new Acme();\ndescription.self = description;\nclass Other {',
    }),
  ),
  'Node modules and files of the package': acmePackage(
    acmeClass({ top: "require('node:path'); require('fs'); require('./lib/help'); require('../package.json');" }),
    { 'dist/lib/help.js': '' },
  ),
  'a module that the package ships': acmePackage(acmeClass({ top: "require('left-pad').pad();" }), {
    'node_modules/left-pad/package.json': '{ "main": "main.js" }',
    'node_modules/left-pad/main.js': 'exports.pad = () => 1;',
  }),
  'an error that is thrown later': acmePackage(
    acmeClass({ top: "setTimeout(() => { throw new Error('late'); }, 0); Promise.reject(new Error('later'));" }),
  ),
  'no extension in the declared path': acmePackage(acmeClass(), {}, { n8n: { nodes: ['dist/Acme.node'] } }),
  'a declared path with ./': acmePackage(acmeClass(), {}, { n8n: { nodes: ['./dist/Acme.node.js'] } }),
  'the same file twice': acmePackage(acmeClass(), {}, { n8n: { nodes: ['dist/Acme.node.js', 'dist/Acme.node.js'] } }),
  'a fake n8n-workflow in the package': acmePackage(
    acmeClass({ top: "require('n8n-workflow').NodeConnectionTypes.Main" }),
    {
      'dist/other.js': '',
    },
  ),
};

/** Packages that n8n refuses, by what is wrong with them. */
export const brokenPackages: Readonly<Record<string, Contents>> = {
  'no nodes': acmePackage(acmeClass(), {}, { n8n: { nodes: [] } }),
  'nodes is no list': acmePackage(acmeClass(), {}, { n8n: { nodes: 'dist/Acme.node.js' } }),
  'no n8n object': acmePackage(acmeClass(), {}, { n8n: undefined }),
  'a class of another name': acmePackage(acmeClass({ name: 'AcmeNode' })),
  'a class of another case': acmePackage(acmeClass({ name: 'ACME' })),
  'no exports': acmePackage('class Acme {}'),
  'a name with a dash': acmePackage(
    acmeClass(),
    { 'dist/Ac-me.node.js': acmeClass() },
    { n8n: { nodes: ['dist/Ac-me.node.js'] } },
  ),
  'a name with a quote': acmePackage(
    acmeClass(),
    { "dist/Ac'me.node.js": acmeClass() },
    { n8n: { nodes: ["dist/Ac'me.node.js"] } },
  ),
  'exports null': acmePackage('module.exports = null;'),
  'an object for a class': acmePackage('exports.Acme = {};'),
  'an arrow function for a class': acmePackage('exports.Acme = () => ({});'),
  'throws when required': acmePackage(acmeClass({ top: "throw new Error('no luck');" })),
  'throws a TypeError when required': acmePackage(acmeClass({ top: 'undefined.trim();' })),
  'throws a text': acmePackage(acmeClass({ top: "throw 'no luck';" })),
  'uses what is nowhere defined': acmePackage(acmeClass({ top: 'NodeConnectionType.Main;' })),
  'throws in the constructor': acmePackage(
    "exports.Acme = class { constructor() { throw new RangeError('too much'); } };",
  ),
  'throws a TypeError in the constructor': acmePackage('exports.Acme = class { constructor() { null.x; } };'),
  'does not parse': acmePackage('class {'),
  'a missing file': acmePackage(acmeClass(), {}, { n8n: { nodes: ['dist/Other.node.js'] } }),
  'a missing module': acmePackage(acmeClass({ top: "require('left-pad');" })),
  'a missing module in an import': acmePackage("import 'left-pad';\nexport class Acme {}", {}, { type: 'module' }),
  'n8n-workflow in an import': acmePackage("import 'n8n-workflow';\nexport class Acme {}", {}, { type: 'module' }),
  'a missing file of its own': acmePackage(acmeClass({ top: "require('./lib/help');" })),
  'a module of devDependencies': acmePackage(
    acmeClass({ top: "require('left-pad');" }),
    {},
    { devDependencies: { 'left-pad': '1' } },
  ),
  'no description': acmePackage('exports.Acme = class {};'),
  'description is null': acmePackage('exports.Acme = class { description = null };'),
  'polling without properties': acmePackage(acmeClass({ description: 'polling: true, properties: undefined' })),
  'polling with frozen properties': acmePackage(
    acmeClass({ description: 'polling: true, properties: Object.freeze([])' }),
  ),
  'declarative with frozen properties': acmePackage(
    acmeClass({ description: 'properties: Object.freeze([])', members: '' }),
  ),
  'a frozen description': acmePackage(
    "'use strict';exports.Acme = class { description = Object.freeze({ name: 'acme', properties: [] }); execute() {} };",
  ),
  'properties are an object': acmePackage(acmeClass({ description: 'properties: {}', members: '' })),
  'CORS with options that are none': acmePackage(
    acmeClass({ description: "supportsCORS: true, properties: [{ name: 'options' }]", members: 'webhook() {}' }),
  ),
  'an icon that leaves the package': acmePackage(acmeClass({ description: "icon: 'file:../../icons/acme.svg'" })),
  'an icon without its dark half': acmePackage(acmeClass({ description: "icon: { light: 'file:a.svg' }" })),
  'an icon that is a number': acmePackage(acmeClass({ description: 'icon: 7' })),
  'a builderHint on operation': acmePackage(
    acmeClass({ description: "properties: [{ name: 'operation', type: 'options', options: [], builderHint: {} }]" }),
  ),
  'a builderHint inside a collection': acmePackage(
    acmeClass({
      description:
        "properties: [{ name: 'more', type: 'fixedCollection', options: [{ name: 'x', values: [{ name: 'mode', type: 'options', builderHint: {} }] }] }]",
    }),
  ),
  'a property that is null': acmePackage(acmeClass({ description: 'properties: [null]' })),
  'executeSingle in a version': acmePackage(
    versioned('{ 1: Object.assign(new Version(1), { executeSingle() {} }) }', 'this.currentVersion = 1;'),
  ),
  'no currentVersion': acmePackage(versioned('{ 1: new Version(1) }')),
  'a currentVersion that is none': acmePackage(versioned('{ 1: new Version(1) }', 'this.currentVersion = 3;')),
  'a version without a number': acmePackage(versioned('{ 1: new Version() }', 'this.currentVersion = 1;')),
  'a version without a description': acmePackage(versioned('{ 1: {} }', 'this.currentVersion = 1;')),
  'versions that are undefined': acmePackage(versioned('undefined', 'this.currentVersion = 1;')),
  'credentials that are an object': acmePackage(acmeClass({ description: "credentials: { name: 'x' }" })),
  'credentials with a hole': acmePackage(acmeClass({ description: 'credentials: [undefined]' })),
  'a credential of another name': withCredential("exports.Acme = class { name = 'acmeApi' };"),
  'a credential that throws': withCredential(credential("throw new Error('no luck');")),
  'a credential with an icon that leaves the package': withCredential(
    credential("this.name = 'acmeApi'; this.icon = 'file:../../a.svg';"),
  ),
  'a missing credential': acmePackage(
    acmeClass(),
    {},
    { n8n: { nodes: ['dist/Acme.node.js'], credentials: ['dist/No.credentials.js'] } },
  ),
  'a description that throws when it is read': acmePackage(
    "exports.Acme = class { get description() { throw new Error('not yet'); } };",
  ),
  'the second of two nodes': acmePackage(
    acmeClass(),
    { 'dist/Second.node.js': 'exports.x = 1;' },
    {
      n8n: { nodes: ['dist/Acme.node.js', 'dist/Second.node.js'] },
    },
  ),
};
