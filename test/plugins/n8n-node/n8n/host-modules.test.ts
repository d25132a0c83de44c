import semver from 'semver';
import { expect, test } from 'vitest';
import manifest from '../../../../package.json' with { type: 'json' };
import { hostReleases } from '../../../../plugins/n8n-node/n8n/host-modules.ts';
import { workflowVersions } from '../../../../plugins/n8n-node/n8n/workflow-versions.ts';

test('the releases are those whose n8n-workflow comes with us, the current one first', () => {
  const { current, previous } = workflowVersions();
  expect(manifest.dependencies).toMatchObject({
    [current.installed]: hostReleases[0].workflow,
    [previous.installed]: `npm:n8n-workflow@${hostReleases[1].workflow}`,
  });
});

test('each module has a name, and a version or range', () => {
  for (const { n8n, modules } of hostReleases) {
    expect(semver.valid(n8n)).toBe(n8n);
    expect(Object.keys(modules)).toEqual(expect.arrayContaining(['luxon', 'lodash', 'n8n-core', 'n8n-workflow']));
    for (const wanted of Object.values(modules))
      expect(semver.validRange(wanted.replace(/^npm:.+@/, ''))).not.toBeNull();
  }
});
