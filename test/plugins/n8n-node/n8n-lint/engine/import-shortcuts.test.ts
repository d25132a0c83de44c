import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const lint = new URL('../../../../../plugins/n8n-node/n8n-lint/engine/', import.meta.url);

it("lints with n8n's rules without TypeScript, ESLint's Linter and the main module of n8n-workflow", async () => {
  const script = `
    await import('${new URL('../../../../use-lint-packages.ts', import.meta.url)}');
    const { selectParser } = await import('${lint}select-parser.ts');
    const syntax = await selectParser(false);
    const { createFileLinter } = await import('${lint}file-linter.ts');
    const findings = createFileLinter(process.cwd() + '/examples/failing-node', syntax)('package.json');
    const { createRequire } = await import('node:module');
    const loaded = Object.keys(createRequire(process.cwd() + '/').cache);
    const large = loaded.filter((path) => /node_modules\\/(typescript|n8n-workflow|eslint\\/lib\\/(api|linter\\/linter))\\b/.test(path));
    console.log(JSON.stringify({ finds: findings.length > 0, large: large.map((path) => path.split('node_modules/').pop()), known: loaded.some((path) => path.includes('eslint-plugin-n8n-nodes-base')) }));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(JSON.parse(stdout)).toEqual({ finds: true, large: ['n8n-workflow/dist/cjs/interfaces.js'], known: true });
});
