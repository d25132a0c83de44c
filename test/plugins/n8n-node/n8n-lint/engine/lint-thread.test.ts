import { describe, expect, it } from 'vitest';
import { LintThread } from '../../../../../plugins/n8n-node/n8n-lint/engine/lint-thread.ts';
import { currentKit } from '../../installed-n8n.ts';
import { type ProjectContents, withProject } from './project-folder.ts';

const project: ProjectContents = {
  'nodes/fine.ts': 'console.log(1)',
  'nodes/large.js': `export const table = [${'[1, 2, 3],\n'.repeat(200_000)}];`,
};

describe('a thread that lints', () => {
  it('gives the findings of one file after the other', async () => {
    await withProject(project, async (folder) => {
      const thread = await LintThread.start({ folder, kit: currentKit.folder, careful: false });
      try {
        const [first] = await thread.lint('nodes/fine.ts');
        const [second] = await thread.lint('nodes/missing.ts');
        expect(first).toMatchObject({ code: 'no-console', line: 1, column: 1, evidence: 'console.log(1)' });
        expect(second).toMatchObject({ code: 'source-unlintable', file: 'nodes/missing.ts' });
        expect(second?.message).not.toContain(folder);
        expect(thread.dead).toBe(false);
      } finally {
        await thread.end();
      }
    });
  });

  it.each([
    { limit: 'time', limits: { seconds: 0.1, heap: 512 }, says: 'longer than 0.1 s' },
    // The limit of memory is not tried here: V8 may end the whole process with the thread, this one being the tests'.
  ])('ends at a file that exceeds its limit of $limit, and reports that file', async ({ limits, says }) => {
    await withProject(project, async (folder) => {
      const thread = await LintThread.start({ folder, kit: currentKit.folder, careful: false }, limits);
      expect(await thread.lint('nodes/large.js')).toEqual([
        { code: 'source-unlintable', file: 'nodes/large.js', message: expect.stringContaining(says) },
      ]);
      expect(thread.dead).toBe(true);
    });
  });
});
