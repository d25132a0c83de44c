import { expect, test } from 'vitest';
import { loadCheck } from '../../../../plugins/n8n-node/checks/load/check.ts';
import { loadedPackage } from '../../../../plugins/n8n-node/loader/loaded-package.ts';
import { type Contents, openProject } from '../project-on-disk.ts';
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

/** Like those of a service with many operations: three quarters of it repeat. */
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

test('every node of a package of three hundred with large descriptions is loaded and described, within its limits', async () => {
  const outcomes: string[] = [];
  await using project = await openProject(
    packageOf(300, (at) => parameters(100, at)),
    {
      mode: 'package',
      sandbox: (real) => ({
        isolation: real.isolation,
        async run(job) {
          const outcome = await real.run(job);
          outcomes.push(outcome.kind);
          return outcome;
        },
      }),
    },
  );
  expect(await project.run(loadCheck)).toEqual({ findings: [], skipped: undefined });
  const { files } = await project.context.service(loadedPackage);
  expect(files.filter(({ node }) => node?.versions.length !== 1 || node.omitted)).toEqual([]);
  expect(new Set(outcomes)).toEqual(new Set(['done']));
});
