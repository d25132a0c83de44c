import { expect, test } from 'vitest';
import type { Observation } from '../../../../kernel/index.ts';
import { loadCheck } from '../../../../plugins/n8n-node/checks/load/check.ts';
import { lintObservations } from '../../../../plugins/n8n-node/n8n-lint/engine/lint-service.ts';
import { acmeNodes, fileOfNode } from '../acme-project.ts';
import { openProject } from '../project-on-disk.ts';

test("n8n's linter does not report again what keeps a file from being loaded, at the same line", async () => {
  await using project = await openProject(
    acmeNodes({
      Missing: "import got from 'left-out';\nexport const client = got;",
      Files: "import { join } from 'node:path';\nexport const path = join('a', 'b');",
    }),
  );
  const { findings } = await project.run(loadCheck);
  expect(findings).toMatchObject([{ code: 'load-module-missing', file: fileOfNode('Missing'), line: 2 }]);
  const linted: Observation[] = [];
  for await (const one of lintObservations(project.context, 'security')) linted.push(one);
  const imports = linted.filter(({ code }) => code === '@n8n/community-nodes/no-restricted-imports');
  expect(imports).toMatchObject([{ file: fileOfNode('Files'), line: 2 }]);
});
