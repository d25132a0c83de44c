import { expect, onTestFinished, test, vi } from 'vitest';
import { credentialWatchers } from '../../../../plugins/n8n-node/checks/credentials/credential-violations.ts';
import { placedSightings } from '../../../../plugins/n8n-node/checks/located-violations.ts';
import { nodeWatchers } from '../../../../plugins/n8n-node/checks/nodes/node-violations.ts';
import { acmeProject } from '../acme-project.ts';
import { openProject } from '../project-on-disk.ts';

test.each([
  ['credentials', credentialWatchers],
  ['nodes', nodeWatchers],
] as const)('a rule of %s that fails does not fail what is seen of the others', async (which, watchers) => {
  const [watcher] = watchers;
  if (!watcher) throw new Error('There is no rule');
  const failing = vi.spyOn(watcher, 'see').mockImplementation(() => {
    throw new Error('the rule failed');
  });
  onTestFinished(() => failing.mockRestore());
  await using project = await openProject(acmeProject());
  const placed = await project.context.service(placedSightings);
  const other = which === 'nodes' ? 'credentials' : 'nodes';
  expect(placed[which]).toThrow('the rule failed');
  expect(placed[other]().length).toBeGreaterThan(0);
});
