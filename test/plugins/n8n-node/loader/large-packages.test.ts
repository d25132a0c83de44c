import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { loadCheck } from '../../../../plugins/n8n-node/checks/load/check.ts';
import { nodesCheck } from '../../../../plugins/n8n-node/checks/nodes/check.ts';
import { loadedPackage } from '../../../../plugins/n8n-node/loader/loaded-package.ts';
import { type Contents, type OpenedProject, openProject } from '../project-on-disk.ts';
import { acmeClass, acmePackage } from './broken-packages.ts';

/** A package of nodes that say much of themselves. */
function packageOf(count: number, propertiesOf: (at: number) => unknown): Contents {
  const names = Array.from({ length: count }, (_, at) => `Acme${at}`);
  const files = names.map((name, at) => [
    `dist/${name}.node.js`,
    acmeClass({ name, description: `name: '${name}', properties: ${JSON.stringify(propertiesOf(at))}` }),
  ]);
  return acmePackage('', Object.fromEntries(files), {
    n8n: { nodes: names.map((name) => `dist/${name}.node.js`) },
  });
}

/** Like those of a service with many operations. */
const parameters = (count: number, at: number) =>
  Array.from({ length: count }, (_, index) => ({
    displayName: `Field ${index}`,
    name: `field${index}`,
    type: 'options',
    default: `choice${index}`,
    description: `What ${at} does with ${(at * 7919 + index * 104729).toString(36)} when it is sent`,
    displayOptions: { show: { resource: [`resource${index % 20}`], operation: ['create', 'update'] } },
    options: [{ name: `Choice ${index}`, value: `choice${index}` }],
  }));

/** A text that no compression makes shorter. */
const noise = (length: number) => randomBytes(length / 2).toString('hex');

/** How each child ended that was started for a package. */
async function opened(contents: Contents): Promise<{ project: OpenedProject; outcomes: string[] }> {
  const outcomes: string[] = [];
  const project = await openProject(contents, {
    mode: 'package',
    sandbox: (real) => ({
      isolation: real.isolation,
      async run(job) {
        const outcome = await real.run(job);
        outcomes.push(outcome.kind);
        return outcome;
      },
    }),
  });
  return { project, outcomes };
}

const undescribed = async ({ context }: OpenedProject) => {
  const { files } = await context.service(loadedPackage);
  return files.filter(({ node }) => node?.versions.length !== 1 || node.omitted).map(({ path }) => path);
};

describe('a large package is loaded and described whole, and each child stays within its limits', () => {
  test.each([
    ['three hundred nodes with many parameters', packageOf(300, (at) => parameters(100, at))],
    ['descriptions that are too large for one answer together', packageOf(30, () => [{ name: noise(90_000) }])],
    [
      'descriptions of very different sizes',
      packageOf(20, (at) => Array.from({ length: at === 7 ? 12 : 1 }, () => ({ name: noise(90_000) }))),
    ],
  ])('%s', async (_, contents) => {
    const { project, outcomes } = await opened(contents);
    await using _project = project;
    expect(await project.run(loadCheck)).toEqual({ findings: [], skipped: undefined });
    expect(await undescribed(project)).toEqual([]);
    expect(new Set(outcomes)).toEqual(new Set(['done']));
  });
});

describe('a description that is too large for us is not checked, and no fault of the package', () => {
  const versions = (count: number, properties: string) => `
    class Version { constructor(version) { this.description = { version, name: 'acme0', inputs: ['main'], outputs: ['main'], properties: ${properties} }; } async execute() {} }
    exports.Acme0 = class Acme0 {
      constructor() {
        this.description = { displayName: 'Acme', name: 'acme0', defaultVersion: ${count} };
        this.nodeVersions = Object.fromEntries(Array.from({ length: ${count} }, (_, at) => [at + 1, new Version(at + 1)]));
        this.currentVersion = ${count};
      }
    };`;
  const withNode = (code: string): Contents => ({
    ...packageOf(3, (at) => parameters(2, at)),
    'dist/Acme0.node.js': code,
  });
  const field =
    "Array.from({ length: 2000 }, (_, at) => ({ displayName: 'F', name: 'f' + at, type: 'string', default: '' }))";

  test.each([
    [
      'it can not be compressed',
      withNode(
        acmeClass({
          name: 'Acme0',
          description: `name: 'acme0', noise: ${JSON.stringify(Array.from({ length: 30 }, () => noise(90_000)))}`,
        }),
      ),
    ],
    ['it has many versions of many megabytes', withNode(versions(200, field))],
    [
      'it has many texts',
      withNode(
        versions(
          100,
          "Array.from({ length: 20 }, (_, at) => ({ name: 'f' + at, description: String(at).repeat(90_000) }))",
        ),
      ),
    ],
  ])('%s', async (_, contents) => {
    const { project, outcomes } = await opened(contents);
    await using _project = project;
    expect(await project.run(loadCheck)).toEqual({ findings: [], skipped: undefined });
    expect(await undescribed(project)).toEqual(['dist/Acme0.node.js']);
    await project.run(nodesCheck);
    expect(project.logged).toContain('not checked: description too large (dist/Acme0.node.js)');
    expect(new Set(outcomes)).toEqual(new Set(['done']));
  });
});
