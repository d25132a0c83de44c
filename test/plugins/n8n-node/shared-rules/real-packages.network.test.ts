import { describe, expect, it } from 'vitest';
import { credentialsCheck } from '../../../../plugins/n8n-node/checks/credentials/check.ts';
import {
  credentialRules,
  credentialSubjects,
} from '../../../../plugins/n8n-node/checks/credentials/credential-violations.ts';
import { nodesCheck } from '../../../../plugins/n8n-node/checks/nodes/check.ts';
import { nodeRules, nodeSubjects } from '../../../../plugins/n8n-node/checks/nodes/node-violations.ts';
import { inherited } from '../../../../plugins/n8n-node/model/descriptions/credential-fields.ts';
import { describedPackage } from '../../../../plugins/n8n-node/model/descriptions/described-package.ts';
import { expressionReader } from '../../../../plugins/n8n-node/model/expressions/read-expression.ts';
import {
  type DescribedViolation,
  describedViolations,
} from '../../../../plugins/n8n-node/shared-rules/described-violations.ts';
import { currentKit } from '../installed-n8n.ts';
import { contentsOf, openProject } from '../project-on-disk.ts';
import { eachTemplate, filesOfN8n, isOfNodes, judged, nodeCli, realPackages, withPackage } from '../real-packages.ts';

const readExpression = expressionReader(currentKit.folder);

/** `code` file:line of everything that the two checks find of their own. */
async function found(folder: string, mode: 'project' | 'package'): Promise<string[]> {
  await using project = await openProject(await contentsOf(folder), { mode });
  const all = [];
  for (const check of [nodesCheck, credentialsCheck]) all.push(...(await project.run(check)).findings);
  return all.map(({ code, file, line }) => `\`${code}\` ${file}${line === undefined ? '' : `:${line}`}`).sort();
}

describe('every finding on a real package is judged in docs/findings-on-real-packages.md', () => {
  it.each(realPackages)('%s', async (reference) => {
    await withPackage(reference, async (folder) => {
      expect(await found(folder, 'package')).toEqual(await judged(`Descriptions of ${reference}`));
    });
  });

  it(`the templates of ${nodeCli}`, async () => {
    const all: string[] = [];
    await eachTemplate(async (folder) => {
      all.push(...(await found(folder, 'project')));
    });
    expect(all.sort()).toEqual(await judged(`Descriptions of the templates of ${nodeCli}`));
  });
});

describe("n8n's own nodes", () => {
  it('raise errors of ours in fewer than 1 of 50, and each is judged', async () => {
    // Nothing that a node is loaded from, and most of the files.
    const wanted = (file: string) => isOfNodes(file) && !/\.(?:d\.ts|map)$|__schema__/.test(file);
    const { 'package.json': text, ...files } = await filesOfN8n('n8n-nodes-base', wanted);
    const manifest = JSON.parse(String(text));
    // It counts on n8n to have it.
    manifest.dependencies['n8n-core'] = '*';
    const contents = { ...files, 'package.json': JSON.stringify(manifest) };
    await using project = await openProject(contents, { mode: 'package' });
    const all = await project.context.service(describedPackage);
    expect(all.nodes.length).toBeGreaterThan(400);
    for (const [text, facts] of all.expressions) expect(readExpression(text)).toEqual(facts);

    const seen = {
      nodes: (await describedViolations(nodeRules, nodeSubjects(all))).filter(isOfItself),
      credentials: (await describedViolations(credentialRules, credentialSubjects(all))).filter(isOfItself),
    };
    const nodes = seen.nodes.filter(isError);
    const credentials = seen.credentials.filter(isError);
    expect(filesOf(nodes).size / all.nodes.length).toBeLessThan(1 / 50);
    expect(filesOf(credentials).size / all.credentials.length).toBeLessThan(1 / 50);
    const told = [...nodes, ...credentials].map(({ rule, file }) => `\`${rule.code}\` ${file}`);
    expect([...new Set(told)].sort()).toEqual(await judged('Errors on the descriptions of n8n-nodes-base'));
    const warned = [...seen.nodes, ...seen.credentials].filter((one) => !isError(one));
    const classes = await judged('Warnings on the descriptions of n8n-nodes-base');
    expect(new Set(warned.map(({ rule }) => `\`${rule.code}\``))).toEqual(
      new Set(classes.flatMap((line) => line.split(', '))),
    );

    const langchain = await credentialNames('@n8n/n8n-nodes-langchain');
    expect(all.n8n.credentials).toEqual(new Set([...all.credentials.map(({ name }) => name), ...langchain]));
    for (const [name, fields] of Object.entries(inherited)) {
      const own = all.credentials.find((credential) => credential.name === name);
      // What n8n adds to those of OAuth.
      const more = name.startsWith('oAuth') ? ['oauthTokenData'] : [];
      expect(new Set(fields)).toEqual(new Set([...(own?.fields.named.keys() ?? []), ...more]));
    }
  });
});

const isError = ({ rule, violation }: DescribedViolation) => (violation.severity ?? rule.severity) === 'error';
/** That n8n has one of the name, or for the service, is true of each that is n8n's own. */
const isOfItself = ({ rule }: DescribedViolation) => !/-(?:name|service)-taken$/.test(rule.code);
const filesOf = (seen: readonly DescribedViolation[]) => new Set(seen.map(({ file }) => file));

/** The names that a package of n8n's gives its credentials, without loading it. */
async function credentialNames(name: string): Promise<string[]> {
  const files = await filesOfN8n(name, (file) => /^package\.json$|\.credentials\.js$/.test(file));
  const { n8n } = JSON.parse(String(files['package.json']));
  return n8n.credentials.map((path: string) => /(?:this\.)?name = '([^']+)'/.exec(String(files[path]))?.[1]);
}
