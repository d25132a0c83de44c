import type { Rule } from '../../../../kernel/index.ts';
import { nodeFile } from './example-text.ts';
import { n8nRule } from './n8n-rule.ts';

/** What n8n's linter asks of package.json as npm's manifest and as n8n's own. */
export const manifestRules: readonly Rule[] = [
  n8nRule({
    code: '@n8n/community-nodes/package-name-convention',
    title: 'The package name does not begin with n8n-nodes-',
    why: 'n8n only offers packages for installation whose name, after an optional scope, begins with "n8n-nodes-".',
    fix: 'Name the package n8n-nodes-<service> or @<scope>/n8n-nodes-<service>.',
    bad: '{ "name": "acme-for-n8n" }',
    good: '{ "name": "@acme/n8n-nodes-acme" }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/require-version',
    title: 'The version is missing or not a semantic version',
    why: 'npm publishes nothing without a version of three numbers, and n8n compares versions to offer updates.',
    fix: 'Give "version" three numbers, for example 1.0.0.',
    bad: '{ "version": "1.0" }',
    good: '{ "version": "1.0.0-beta.1" }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/valid-description',
    title: 'The package has no description',
    why: 'It is the one sentence that npm and n8n show to people who look for a node.',
    fix: 'Say in one sentence what the nodes of the package do.',
    bad: '{ "description": "" }',
    good: '{ "description": "Send orders to Acme" }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/valid-author',
    title: 'The author has no name or no e-mail address',
    why: 'n8n has to reach the author about a review or a security report.',
    fix: 'Give "author" a name and an e-mail address that is read.',
    bad: '{ "author": { "name": "Ada Lovelace" } }',
    good: '{ "author": { "name": "Ada Lovelace", "email": "ada@example.com" } }',
  }),
  n8nRule({
    code: 'n8n-nodes-base/community-package-json-author-name-missing',
    title: 'The author is not an object with a name',
    why: 'npm also takes an author written as one string; the check of n8n only reads a "name" inside an object.',
    fix: 'Write "author" as an object with "name" and "email".',
    bad: '{ "author": "Ada Lovelace <ada@example.com>" }',
    good: '{ "author": { "name": "Ada Lovelace", "email": "ada@example.com" } }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/require-homepage',
    title: 'The homepage is missing or no URL',
    severity: 'warning',
    why: 'n8n and npm link to it from the page of the package.',
    fix: 'Set "homepage" to a full URL: the documentation, or the repository.',
    bad: '{ "homepage": "acme.example" }',
    good: '{ "homepage": "https://acme.example" }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/require-files-array',
    title: 'package.json does not say which files to publish',
    severity: 'warning',
    why: 'Without the list npm publishes the whole folder, sources, tests and notes included.',
    fix: 'Set "files" to what the installed package needs, usually ["dist"].',
    bad: '{ "files": [] }',
    good: '{ "files": ["dist"] }',
  }),
  n8nRule({
    code: 'n8n-nodes-base/community-package-json-keywords-missing',
    title: 'package.json has no keywords',
    why: 'n8n finds community nodes in the registry by a keyword.',
    fix: 'Add "keywords" with "n8n-community-node-package" in it.',
    bad: '{ "name": "n8n-nodes-acme" }',
    good: '{ "name": "n8n-nodes-acme", "keywords": ["n8n-community-node-package"] }',
  }),
  n8nRule({
    code: 'n8n-nodes-base/community-package-json-keywords-without-official-tag',
    title: "n8n's keyword is missing",
    why: 'A package without the keyword "n8n-community-node-package" is not listed among the community nodes.',
    fix: 'Add "n8n-community-node-package" to "keywords".',
    bad: '{ "keywords": ["n8n", "acme"] }',
    good: '{ "keywords": ["acme", "n8n-community-node-package"] }',
  }),
  n8nRule({
    code: 'n8n-nodes-base/community-package-json-license-missing',
    title: 'package.json names no licence',
    why: 'Without a licence nobody may use the package; verified nodes are under the MIT licence.',
    fix: 'Set "license" to "MIT" and add the text of the licence.',
    bad: '{ "name": "n8n-nodes-acme" }',
    good: '{ "name": "n8n-nodes-acme", "license": "MIT" }',
  }),
  n8nRule({
    code: 'n8n-nodes-base/community-package-json-license-not-default',
    title: 'The licence is not MIT',
    why: 'n8n verifies only packages under the MIT licence.',
    fix: 'Set "license" to "MIT", or publish the package unverified.',
    bad: '{ "license": "GPL-3.0" }',
    good: '{ "license": "MIT" }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-template-placeholders',
    title: 'A placeholder of the template is still there',
    why: 'Text such as <...> or {{name}} stems from the scaffold and ends up on the page of the package.',
    fix: 'Put in the real value.',
    bad: '{ "repository": { "type": "git", "url": "https://github.com/<...>/n8n-nodes-<...>.git" } }',
    good: '{ "repository": { "type": "git", "url": "https://github.com/acme/n8n-nodes-acme.git" } }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-forbidden-lifecycle-scripts',
    title: 'A script runs when the package is installed',
    why: 'It would run on the server of everyone who installs the package. n8n installs without scripts and refuses packages with one.',
    fix: 'Remove the script; build before publishing, for example in "prepublishOnly".',
    bad: '{ "scripts": { "postinstall": "node setup.js" } }',
    good: '{ "scripts": { "prepublishOnly": "n8n-node prerelease" } }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/n8n-object-validation',
    title: 'The "n8n" object is missing or malformed',
    why: "n8n reads from it which compiled files hold the nodes and credentials; what it can't read it does not load.",
    fix: 'Give "n8n" an "n8nNodesApiVersion" of 1 and lists of paths that begin with "dist/".',
    bad: '{ "n8n": { "n8nNodesApiVersion": 1, "nodes": ["nodes/Acme/Acme.node.ts"] } }',
    good: '{ "n8n": { "n8nNodesApiVersion": 1, "nodes": ["dist/nodes/Acme/Acme.node.js"] } }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/ai-node-package-json',
    title: 'The AI node SDK is declared in one place only',
    why: 'n8n takes the version of the SDK from "n8n.aiNodeSdkVersion" and provides it as a peer dependency: one without the other does not work.',
    fix: 'Set "n8n.aiNodeSdkVersion" to a positive integer and add "@n8n/ai-node-sdk": "*" to "peerDependencies", or remove both.',
    bad: `{
  "n8n": { "n8nNodesApiVersion": 1, "nodes": ["dist/nodes/Acme/Acme.node.js"] },
  "peerDependencies": { "n8n-workflow": "*", "@n8n/ai-node-sdk": "*" }
}`,
    good: `{
  "n8n": { "n8nNodesApiVersion": 1, "aiNodeSdkVersion": 1, "nodes": ["dist/nodes/Acme/Acme.node.js"] },
  "peerDependencies": { "n8n-workflow": "*", "@n8n/ai-node-sdk": "*" }
}`,
  }),
  n8nRule({
    code: '@n8n/community-nodes/node-registration-complete',
    title: 'A node is not declared in package.json',
    severity: 'warning',
    why: 'n8n loads only the nodes that "n8n.nodes" lists; this one is shipped and never seen.',
    fix: 'Add its compiled path to "n8n.nodes", or delete the file.',
    bad: `// package.json
{ "n8n": { "n8nNodesApiVersion": 1, "nodes": ["dist/nodes/Acme/Acme.node.js"] } }
${nodeFile({}, { name: 'AcmeTrigger' })}`,
    good: `// package.json
{ "n8n": { "n8nNodesApiVersion": 1, "nodes": ["dist/nodes/Acme/Acme.node.js", "dist/nodes/Acme/AcmeTrigger.node.js"] } }
${nodeFile({}, { name: 'AcmeTrigger' })}`,
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-dead-files',
    title: 'A left-over file lies among the sources',
    severity: 'warning',
    why: 'Backups and test scripts below nodes/ and credentials/ are shipped with the package and puzzle reviewers.',
    fix: 'Delete the file.',
    bad: `// nodes/Acme/Acme.node.ts.bak
export class Acme {}
`,
    good: `// notes/Acme.node.ts.bak
export class Acme {}
`,
  }),
];
