import type { Rule } from '../../../kernel/finding.ts';
import type { LoadProblem } from './load-output.ts';

const docs = 'https://docs.n8n.io/integrations/creating-nodes/build/reference/node-file-structure/';
const wholePackage = 'The whole package fails to load with it: none of its nodes can be used.';

/** What n8n would refuse a file for. */
export const problemRules: Readonly<Record<LoadProblem['kind'], Rule>> = {
  'class-missing': {
    code: 'load-class-missing',
    title: 'The file has no class of its own name',
    severity: 'error',
    why: `n8n constructs the exported class that is named like the file, up to its first dot: Acme for Acme.node.js. ${wholePackage}`,
    fix: 'Export a class with exactly that name, or rename the file and its path in package.json.',
    bad: '// Acme.node.ts\nexport class AcmeNode implements INodeType {}',
    good: '// Acme.node.ts\nexport class Acme implements INodeType {}',
    docs,
  },
  'module-missing': {
    code: 'load-module-missing',
    title: 'The package imports a module that it will not have',
    severity: 'error',
    why: `n8n installs what stands in "dependencies" and nothing else; its own n8n-workflow is there, devDependencies and other peerDependencies are not. ${wholePackage}`,
    fix: 'Do without the module, bundle it into your build, or add it to "dependencies", which a verified package may not have.',
    bad: "import axios from 'axios';   with axios in devDependencies",
    good: 'const response = await this.helpers.httpRequest({ url });',
    docs,
  },
  threw: {
    code: 'load-threw',
    title: 'The file throws an error when n8n loads it',
    severity: 'error',
    why: `n8n requires the file and constructs its class to read the description, before there is any workflow. ${wholePackage}`,
    fix: 'Do what can fail in execute(), where n8n can show it; keep the top of the file and the constructor to declarations.',
    bad: 'const key = process.env.ACME_KEY.trim();\nexport class Acme implements INodeType {}',
    good: "export class Acme implements INodeType {\n\tasync execute() { const { key } = await this.getCredentials('acmeApi'); }\n}",
    docs,
  },
  exited: {
    code: 'load-ends-process',
    title: 'Loading the file ends the process, or takes all that it has',
    severity: 'error',
    why: 'That process is n8n: it stops, or runs out of memory, and does so again at every start until the package is removed by hand.',
    fix: 'Remove what ends the process, allocates or prints without end when the file is loaded; throw an error in execute() instead.',
    bad: 'if (!process.env.ACME_KEY) process.exit(1);',
    good: "throw new NodeOperationError(this.getNode(), 'The key is missing');",
    docs,
  },
  timeout: {
    code: 'load-never-ends',
    title: 'Loading the file does not come to an end',
    severity: 'error',
    why: 'n8n loads packages before it does anything else: it hangs with the file, at every start.',
    fix: 'Remove the loop or the synchronous work at the top of the file, in the constructor or in a getter of the description.',
    bad: 'while (!ready) {}\nexport class Acme implements INodeType {}',
    good: 'async execute() { await waitUntilReady(); }',
    docs,
  },
  description: {
    code: 'load-description-unreadable',
    title: 'n8n can not read the description',
    severity: 'error',
    why: `n8n reads name, version, properties and icon of every version and adds parameters of its own, for polling, CORS and request options: lists have to be there and must not be frozen. ${wholePackage}`,
    fix: 'Give the class a complete description: name, version, properties as a plain array and, when versioned, a currentVersion that is one of nodeVersions.',
    bad: 'description = { name: "acme", polling: true };',
    good: 'description = { name: "acme", polling: true, version: 1, properties: [] };',
    docs,
  },
  'icon-outside': {
    code: 'load-icon-outside',
    title: 'An icon lies outside the package',
    severity: 'error',
    why: `n8n takes icons only from inside the package. ${wholePackage}`,
    fix: 'Put the icon beside the compiled file and name it relative to it.',
    bad: "icon: 'file:../../../../icons/acme.svg'",
    good: "icon: 'file:acme.svg'",
    docs,
  },
  'execute-single': {
    code: 'load-execute-single',
    title: 'The node has an executeSingle method',
    severity: 'error',
    why: `n8n does not call executeSingle any more and refuses a node that has one. ${wholePackage}`,
    fix: 'Write execute(), which gets all items at once.',
    bad: 'executeSingle = async () => item;',
    good: 'async execute() { return [this.getInputData()]; }',
    docs,
  },
  'builder-hint': {
    code: 'load-builder-hint',
    title: 'A builderHint stands on a property that selects what the node does',
    severity: 'error',
    why: `n8n shows such hints only on the options of operation, mode and resource, and refuses them on the property itself. ${wholePackage}`,
    fix: 'Move the hint to the option that it is about, or to builderHint.searchHint of the node.',
    bad: "{ name: 'operation', type: 'options', builderHint: { message: 'Prefer get' }, options: [] }",
    good: "{ name: 'operation', type: 'options', options: [{ name: 'Get', value: 'get', builderHint: { message: 'Prefer this' } }] }",
    docs,
  },
};

export const duplicateName: Rule = {
  code: 'load-duplicate-name',
  title: 'Two nodes or two credentials have one name',
  severity: 'error',
  why: 'The one that is loaded later takes the place of the other, which nobody can use.',
  fix: 'Give each its own name in its description.',
  bad: "Acme.node.ts and AcmeTrigger.node.ts both with  name: 'acme'",
  good: "name: 'acme'  and  name: 'acmeTrigger'",
  docs,
};

export const standInUsed: Rule = {
  code: 'load-with-stand-ins',
  title: 'Loaded without the real dependencies',
  severity: 'warning',
  why: 'n8n installs these packages; here they are replaced by stand-ins that accept anything. What they do when they are loaded was not seen. Verified packages have no runtime dependencies.',
  fix: 'Try the package in n8n, or do without the dependency.',
  bad: '"dependencies": { "axios": "^1.8.4" }',
  good: 'const response = await this.helpers.httpRequest({ url });',
  docs: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/verification-guidelines/',
};
