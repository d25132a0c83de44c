import { createRequire } from 'node:module';
import semver from 'semver';
import { expect, test } from 'vitest';
import { hostReleases } from '../../../../../plugins/n8n-node/n8n/host-modules/host-modules.ts';

const require = createRequire(import.meta.url);

test('the releases are those whose n8n-workflow comes with us, the current one first', () => {
  const installed = ['n8n-workflow', 'n8n-workflow-1'].map((name) => require(`${name}/package.json`).version);
  expect(hostReleases.map(({ workflow }) => workflow)).toEqual(installed);
});

test('each module has a name, and a version or range', () => {
  for (const { n8n, modules } of hostReleases) {
    expect(semver.valid(n8n)).toBe(n8n);
    expect(Object.keys(modules)).toEqual(expect.arrayContaining(['luxon', 'lodash', 'n8n-core', 'n8n-workflow']));
    for (const wanted of Object.values(modules))
      expect(semver.validRange(wanted.replace(/^npm:.+@/, ''))).not.toBeNull();
  }
});
