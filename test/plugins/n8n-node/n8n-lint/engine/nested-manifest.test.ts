import { afterAll, expect, it } from 'vitest';
import { nodeFile } from '../../../../../plugins/n8n-node/n8n-lint/catalogue/example-text.ts';
import { soundProject } from './example-project.ts';
import { endLintProcess, lintInProcess } from './lint-process.ts';
import { withProject } from './project-folder.ts';

afterAll(endLintProcess);

it('a package.json beside a node, which rules of n8n take for that of the package, is reported in its place', async () => {
  const node = nodeFile({ credentials: "[{ name: 'acmeApi', required: true }]" });
  const nested = JSON.stringify({ n8n: { credentials: ['../../dist/credentials/AcmeApi.credentials.js'] } });
  const contents = { ...soundProject, 'nodes/Acme/Acme.node.ts': node, 'nodes/Acme/package.json': nested };
  const findings = await withProject(contents, (folder) =>
    lintInProcess({ folder, files: ['nodes/Acme/Acme.node.ts'] }),
  );
  const failures = findings.filter(({ code }) => code === 'source-unlintable');
  expect(failures.length).toBeGreaterThan(0);
  for (const { file, message } of failures) {
    expect(file).toBe('nodes/Acme/package.json');
    expect(message).toMatch(/fails on nodes\/Acme\/Acme\.node\.ts, because .*: move or delete it$/);
  }
});
