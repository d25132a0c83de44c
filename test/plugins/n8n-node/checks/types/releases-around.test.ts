import { expect, test } from 'vitest';
import type { Packages, WantedPackages } from '../../../../../kernel/packages.ts';
import { typesCheck } from '../../../../../plugins/n8n-node/checks/types/check.ts';
import { acmeNode, acmeProject } from '../../acme-project.ts';
import { openProject } from '../../project-on-disk.ts';

const older = '1.120.31';
const current = '2.41.0';
const unpublished = {
  name: 'n8n-workflow',
  version: '2.2.1',
  kind: 'refused' as const,
  reason: 'The package n8n-workflow has no version 2.2.1',
  neededBy: ['n8n-workflow'],
};

/** Those of a project whose lock file has a release that the registry lacks, between two that are installed. */
function withoutRelease(packages: Packages, releases: readonly string[]): Packages {
  return {
    ...packages,
    async provide(wanted: WantedPackages) {
      const range = wanted.instead?.['n8n-workflow'];
      const release = range?.startsWith('>=') ? releases[0] : releases[1];
      const exact = range === undefined || release === undefined ? older : release;
      const laid = await packages.provide({ ...wanted, instead: { 'n8n-workflow': exact } });
      if (range !== undefined && release !== undefined) return laid;
      const { 'n8n-workflow': _, ...versions } = laid.versions;
      return { folder: undefined, versions, missing: [unpublished] };
    },
  };
}

async function told(members: string, releases: readonly string[], manifest: object = {}) {
  const contents = acmeProject({ 'nodes/Acme/Acme.node.ts': acmeNode({ members }) }, { ...manifest });
  await using project = await openProject(contents);
  Object.assign(project.context, { packages: withoutRelease(project.context.packages, releases) });
  const { findings } = await project.run(typesCheck);
  return { codes: findings.map(({ code, message }) => `${code} ${message.split(':')[0]}`), logged: project.logged };
}

/** Only the older one has this method. */
const removed =
  "webhook(this: import('n8n-workflow').IWebhookFunctions) { this.setSignatureValidationRequired(); return {} as any; }";

test.each([
  ['what both report', 'total(): number { return this.description.name; }', ['types-error TS2322']],
  ['what one of them reports', removed, []],
  ['nothing', '', []],
])('with the releases around one that is not in the registry: %s', async (_, members, codes) => {
  const found = await told(members, [older, current]);
  expect(found.codes).toEqual(codes);
  expect(found.logged).toContain(
    'not checked: types could not be fetched: The package n8n-workflow has no version 2.2.1 (n8n-workflow@2.2.1)',
  );
  expect(found.logged).toContain(
    `Checked with n8n-workflow ${older} and ${current} instead: what both report is an error`,
  );
});

test('without a release after it, nothing is said', async () => {
  const { codes, logged } = await told('total(): number { return this.description.name; }', [older]);
  expect(codes).toEqual([]);
  expect(logged.filter((line) => line.startsWith('Checked with'))).toEqual([]);
});

test.each([
  ['5.9.2', ['types-error TS2869']],
  ['5.8.3', []],
])('operands that are never nullish are reported as by TypeScript %s', async (typescript, expected) => {
  const devDependencies = { '@n8n/node-cli': '*', typescript };
  const { codes } = await told('total() { return {} ?? 1; }', [older, current], { devDependencies });
  expect(codes).toEqual(expected);
});
