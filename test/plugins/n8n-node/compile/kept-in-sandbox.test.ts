import { expect, it } from 'vitest';
import { compileInput } from '../../../../plugins/n8n-node/compile/compiled-project.ts';
import { projectLayout } from '../../../../plugins/n8n-node/compile/project-layout.ts';
import { trimmedTypes } from '../../../../plugins/n8n-node/compile/trimmed-types.ts';
import { acmeProject } from '../acme-project.ts';
import { openProject } from '../project-on-disk.ts';

it('TypeScript is kept in the sandbox as it is elsewhere', async () => {
  await using project = await openProject(acmeProject());
  const asked = compileInput(await project.context.service(projectLayout), project.context);
  const outcome = await project.context.sandbox.run({
    program: new URL('./kept-in-sandbox-program.ts', import.meta.url),
    input: { ...asked, check: true, trimmed: trimmedTypes([]), size: 1000 },
    profile: 'tool',
    timeout: 60,
  });
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  const [first, second, third] = Object(outcome.result);
  expect(Object.keys(first.output.files)).toHaveLength(2);
  expect(first.byCommandLine).toBe(true);
  expect(second).toEqual({ ...first, byCommandLine: false });
  expect(third).toEqual(second);
});
