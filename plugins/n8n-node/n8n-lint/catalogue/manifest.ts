import type { Rule } from '../../../../kernel/index.ts';
import { nodeFile } from './example-text.ts';
import { n8nRule } from './n8n-rule.ts';

/** n8n's rules about package.json. */
export const manifestRules: readonly Rule[] = [
  n8nRule({
    code: '@n8n/community-nodes/package-name-convention',
    title: 'Package name does not start with n8n-nodes-',
    why: 'n8n installs only packages whose name, after an optional scope, starts with "n8n-nodes-".',
    fix: 'Rename the package to n8n-nodes-<service> or @<scope>/n8n-nodes-<service>.',
    bad: '{ "name": "acme-for-n8n" }',
    good: '{ "name": "@acme/n8n-nodes-acme" }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/require-version',
    title: '"version" is missing or not a semantic version',
    why: 'npm requires a semantic version to publish, and n8n compares versions to offer updates.',
    fix: 'Set "version" to a semantic version, for example 1.0.0.',
    bad: '{ "version": "1.0" }',
    good: '{ "version": "1.0.0-beta.1" }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/valid-description',
    title: '"description" is missing',
    why: 'npm and n8n show the description to users who search for a node.',
    fix: 'Describe in one sentence what the nodes of the package do.',
    bad: '{ "description": "" }',
    good: '{ "description": "Send orders to Acme" }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/valid-author',
    title: '"author" lacks a name or an email address',
    why: 'n8n must be able to contact the author about a review or a security report.',
    fix: 'Set "author" to an object with your "name" and "email".',
    bad: '{ "author": { "name": "Ada Lovelace" } }',
    good: '{ "author": { "name": "Ada Lovelace", "email": "ada@example.com" } }',
  }),
  n8nRule({
    code: 'n8n-nodes-base/community-package-json-author-name-missing',
    title: '"author" is not an object with a name',
    why: 'npm also accepts a string, but n8n\'s linter requires an object with "name".',
    fix: 'Write "author" as an object with "name" and "email".',
    bad: '{ "author": "Ada Lovelace <ada@example.com>" }',
    good: '{ "author": { "name": "Ada Lovelace", "email": "ada@example.com" } }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/require-homepage',
    title: '"homepage" is missing or not a URL',
    severity: 'warning',
    why: 'n8n and npm show a link to the homepage on the page of the package.',
    fix: 'Set "homepage" to the URL of the documentation or the repository.',
    bad: '{ "homepage": "acme.example" }',
    good: '{ "homepage": "https://acme.example" }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/require-files-array',
    title: '"files" is missing or empty',
    severity: 'warning',
    why: 'Without "files", npm publishes the whole folder, including sources and tests.',
    fix: 'Set "files" to the files that the installed package needs, usually ["dist"].',
    bad: '{ "files": [] }',
    good: '{ "files": ["dist"] }',
  }),
  n8nRule({
    code: 'n8n-nodes-base/community-package-json-keywords-missing',
    title: '"keywords" is missing',
    why: 'n8n finds community nodes in the npm registry by a keyword.',
    fix: 'Add "keywords" that contain "n8n-community-node-package".',
    bad: '{ "name": "n8n-nodes-acme" }',
    good: '{ "name": "n8n-nodes-acme", "keywords": ["n8n-community-node-package"] }',
  }),
  n8nRule({
    code: 'n8n-nodes-base/community-package-json-keywords-without-official-tag',
    title: 'Keyword "n8n-community-node-package" is missing',
    why: 'n8n does not list a package without this keyword as a community node.',
    fix: 'Add "n8n-community-node-package" to "keywords".',
    bad: '{ "keywords": ["n8n", "acme"] }',
    good: '{ "keywords": ["acme", "n8n-community-node-package"] }',
  }),
  n8nRule({
    code: 'n8n-nodes-base/community-package-json-license-missing',
    title: '"license" is missing',
    why: 'Without a license, nobody may use the package. n8n verifies only packages under the MIT License.',
    fix: 'Set "license" to "MIT" and add a LICENSE file with its text.',
    bad: '{ "name": "n8n-nodes-acme" }',
    good: '{ "name": "n8n-nodes-acme", "license": "MIT" }',
  }),
  n8nRule({
    code: 'n8n-nodes-base/community-package-json-license-not-default',
    title: '"license" is not MIT',
    why: 'n8n verifies only packages under the MIT License.',
    fix: 'Set "license" to "MIT", or publish the package without verification.',
    bad: '{ "license": "GPL-3.0" }',
    good: '{ "license": "MIT" }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-template-placeholders',
    title: 'package.json still contains a placeholder of the template',
    why: 'Placeholders such as <...> or {{name}} are published and shown on the page of the package.',
    fix: 'Replace the placeholder with the real value.',
    bad: '{ "repository": { "type": "git", "url": "https://github.com/<...>/n8n-nodes-<...>.git" } }',
    good: '{ "repository": { "type": "git", "url": "https://github.com/acme/n8n-nodes-acme.git" } }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-forbidden-lifecycle-scripts',
    title: 'Install script in package.json',
    why: 'The script would run on the server of every user who installs the package. n8n installs packages without running scripts, and does not verify a package that has one.',
    fix: 'Remove the script. To build before publishing, use "prepublishOnly".',
    bad: '{ "scripts": { "postinstall": "node setup.js" } }',
    good: '{ "scripts": { "prepublishOnly": "n8n-node prerelease" } }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/n8n-object-validation',
    title: '"n8n" object is missing or malformed',
    why: 'n8n reads the paths of nodes and credentials from this object. It does not load a package without a valid one.',
    fix: 'Set "n8nNodesApiVersion" to 1, and "nodes" and "credentials" to arrays of paths that start with "dist/".',
    bad: '{ "n8n": { "n8nNodesApiVersion": 1, "nodes": ["nodes/Acme/Acme.node.ts"] } }',
    good: '{ "n8n": { "n8nNodesApiVersion": 1, "nodes": ["dist/nodes/Acme/Acme.node.js"] } }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/ai-node-package-json',
    title: 'AI node SDK is declared incompletely',
    why: 'n8n reads the version of the SDK from "n8n.aiNodeSdkVersion" and provides it as a peer dependency. One does not work without the other.',
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
    title: 'Node is not declared in package.json',
    severity: 'warning',
    why: 'n8n loads only the nodes in "n8n.nodes". This node is shipped but never loaded.',
    fix: 'Add the path of the compiled file to "n8n.nodes", or delete the file.',
    bad: `// package.json
{ "n8n": { "n8nNodesApiVersion": 1, "nodes": ["dist/nodes/Acme/Acme.node.js"] } }
${nodeFile({}, { name: 'AcmeTrigger' })}`,
    good: `// package.json
{ "n8n": { "n8nNodesApiVersion": 1, "nodes": ["dist/nodes/Acme/Acme.node.js", "dist/nodes/Acme/AcmeTrigger.node.js"] } }
${nodeFile({}, { name: 'AcmeTrigger' })}`,
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-dead-files',
    title: 'Leftover file in the source folders',
    severity: 'warning',
    why: 'Backups and test scripts in nodes/ and credentials/ are shipped with the package and confuse reviewers.',
    fix: 'Delete the file.',
    bad: `// nodes/Acme/Acme.node.ts.bak
export class Acme {}
`,
    good: `// notes/Acme.node.ts.bak
export class Acme {}
`,
  }),
];
