import { expect, test } from 'vitest';
import { typesCheck } from '../../../../plugins/n8n-node/types/types-check.ts';
import { acmeNode, acmeProject } from '../acme-project.ts';
import { openProject } from '../project-on-disk.ts';

test('a project as the scaffold makes it has no type errors', async () => {
  await using project = await openProject(acmeProject());
  expect(await project.run(typesCheck)).toEqual({ findings: [], skipped: undefined });
});

test('an error of TypeScript is shown in its words, where it is', async () => {
  const node = acmeNode({ top: "\nexport const limit: number = 'ten';" });
  await using project = await openProject(acmeProject({ 'nodes/Acme/Acme.node.ts': node }));
  const { findings } = await project.run(typesCheck);
  expect(findings).toEqual([
    {
      code: 'types-error',
      message: "TS2322: Type 'string' is not assignable to type 'number'.",
      file: 'nodes/Acme/Acme.node.ts',
      line: 3,
      column: 14,
    },
  ]);
});

test('a tsconfig that does not parse is shown with its place', async () => {
  await using project = await openProject(
    acmeProject({ 'tsconfig.json': '{\n  "compilerOptions": { "strict" true }\n}' }),
  );
  const { findings } = await project.run(typesCheck);
  expect(findings).toMatchObject([{ code: 'tsconfig-syntax', file: 'tsconfig.json', line: 2, column: 33 }]);
});
