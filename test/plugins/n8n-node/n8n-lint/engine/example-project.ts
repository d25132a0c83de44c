import type { Rule } from '../../../../../kernel/index.ts';
import { credentialsFile, nodeFile } from '../../../../../plugins/n8n-node/n8n-lint/catalogue/example-text.ts';
import type { ProjectContents } from './project-folder.ts';

const picture = '<svg xmlns="http://www.w3.org/2000/svg"/>';

const soundManifest: Readonly<Record<string, unknown>> = {
  name: 'n8n-nodes-acme',
  version: '1.0.0',
  description: 'Send orders to Acme',
  keywords: ['n8n-community-node-package'],
  license: 'MIT',
  homepage: 'https://acme.example',
  author: { name: 'Ada Lovelace', email: 'ada@example.com' },
  repository: { type: 'git', url: 'https://github.com/acme/n8n-nodes-acme.git' },
  files: ['dist'],
  n8n: {
    n8nNodesApiVersion: 1,
    nodes: [
      'dist/nodes/Acme/Acme.node.js',
      'dist/nodes/Acme/AcmeTrigger.node.js',
      'dist/nodes/Acme/AcmeShop.node.js',
      'dist/nodes/Acme/AcmeOrders.node.js',
      'dist/nodes/Acme/Acme-orders.node.js',
      'dist/nodes/Shop/Acme.node.js',
      'dist/nodes/Shop/Shop.node.js',
    ],
    credentials: ['dist/credentials/AcmeApi.credentials.js', 'dist/credentials/AcmeOAuth2Api.credentials.js'],
  },
  peerDependencies: { 'n8n-workflow': '*' },
};

/** A project that n8n's linter finds nothing in. */
export const soundProject: ProjectContents = {
  ...filesOf(nodeFile()),
  ...filesOf(credentialsFile()),
  'package.json': JSON.stringify(soundManifest, null, 2),
  'nodes/Acme/acme.svg': picture,
  'nodes/Acme/acme.dark.svg': picture,
};

/**
 * The project that an example of a rule stands for: its files laid over a sound project. Its package.json is completed
 * with the sound fields that neither example of the rule names.
 */
export function exampleProject(rule: Rule, example: 'bad' | 'good'): ProjectContents {
  const named = [rule.bad, rule.good].flatMap((text) => Object.keys(JSON.parse(filesOf(text)['package.json'] ?? '{}')));
  return overSoundProject(rule[example], named);
}

/**
 * The files of an example laid over a sound project.
 * @param leftOut fields of package.json that the example's is not completed with; it is with all others
 */
export function overSoundProject(example: string, leftOut: readonly string[] = []): ProjectContents {
  const { 'package.json': manifest, ...files } = filesOf(example);
  if (manifest === undefined) return { ...soundProject, ...files };
  const completion = Object.entries(soundManifest).filter(([field]) => !leftOut.includes(field));
  const whole = { ...Object.fromEntries(completion), ...JSON.parse(manifest) };
  return { ...soundProject, ...files, 'package.json': JSON.stringify(whole, null, 2) };
}

/** The files of an example's text; see n8n-rule.ts. */
function filesOf(text: string): Record<string, string> {
  const files: Record<string, string> = {};
  let file = text.startsWith('{') ? 'package.json' : 'nodes/Acme/fields.ts';
  for (const line of text.split('\n')) {
    const heading = /^\/\/ ([\w/.-]+\.\w+)$/.exec(line);
    if (heading?.[1]) file = heading[1];
    else files[file] = `${files[file] ?? ''}${line}\n`;
  }
  return files;
}
