import { afterAll, expect, it } from 'vitest';
import type { SandboxOutcome } from '../../../../kernel/sandbox.ts';
import type { Diagnostic } from '../../../../plugins/n8n-node/compile/compile-output.ts';
import { compileInput } from '../../../../plugins/n8n-node/compile/compiled-project.ts';
import { endKept } from '../../../../plugins/n8n-node/compile/kept-typescript.ts';
import { projectLayout } from '../../../../plugins/n8n-node/compile/project-layout.ts';
import { trimmedTypes } from '../../../../plugins/n8n-node/compile/trimmed-types.ts';
import { acmeNode, acmeProject } from '../acme-project.ts';
import { openProject } from '../project-on-disk.ts';
import keptInSandbox from './kept-in-sandbox-program.ts';

afterAll(endKept);

const wrong = `import { Same } from './one'; import * as two from './two'; import untyped from './untyped';
  export const one: Same = new two.Same(); export const path: '/project/a' = '/project/b'; export const a = untyped;
  export const key: { '/project/k': 1 } = {};`;

it('TypeScript is kept in the sandbox, and says the same wherever a project lies', async () => {
  await using project = await openProject(
    acmeProject({
      'nodes/Acme/Acme.node.ts': acmeNode({ top: wrong }),
      'nodes/Acme/one.ts': 'export class Same { private x = 1 }',
      'nodes/Acme/two.ts': 'export class Same { private x = 1 }',
      'nodes/Acme/untyped.js': 'exports.x = 1;',
    }),
  );
  const asked = compileInput(await project.context.service(projectLayout), project.context);
  if (!asked) throw new Error('There is nothing to compile');
  const input = { ...asked, check: true, trimmed: trimmedTypes([]), size: 1000 };
  const program = new URL('./kept-in-sandbox-program.ts', import.meta.url);
  const outcome: SandboxOutcome = await project.context.sandbox.run({ program, input, profile: 'tool', timeout: 60 });
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  const [first, second, third] = Object(outcome.result);
  expect(first.output.diagnostics.map(({ message }: Diagnostic) => message)).toEqual([
    expect.stringContaining(" 'nodes/Acme/untyped.js' implicitly"),
    expect.stringContaining('import("nodes/Acme/two").Same'),
    expect.stringContaining('"/project/b"'),
    expect.stringContaining("'/project/k'"),
  ]);
  expect(Object.keys(first.output.files)).toHaveLength(4);
  expect(first.byCommandLine).toBe(true);
  expect(second).toEqual({ ...first, byCommandLine: false });
  expect(third).toEqual(second);

  await using elsewhere = await openProject({});
  const here = { project: project.folder, scratch: elsewhere.folder };
  expect(await keptInSandbox(here, input)).toEqual([first, second, third]);
});
