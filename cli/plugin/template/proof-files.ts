import type { TemplateFiles } from './template-files.ts';

const named = `{
  "name": "abacus",
  "version": "1.0.0",
  "description": "Counts on its fingers",
  "keywords": ["{{name}}"]
}
`;
const readmeWithExample = '# Abacus\n\n```js\ncount(3);\n```\n';

/** Fixtures and tests of the two checks and of the plugin. */
export const proofFiles: TemplateFiles = {
  'fixtures/{{name}}-description-missing/bad/package.json': named.replace(/ {2}"description.*\n/, ''),
  'fixtures/{{name}}-description-missing/bad-blank/package.json': named.replace('Counts on its fingers', ' '),
  'fixtures/{{name}}-description-missing/good/package.json': named,
  'fixtures/{{name}}-readme-missing/bad/package.json': named,
  'fixtures/{{name}}-readme-missing/good/package.json': named,
  'fixtures/{{name}}-readme-missing/good/README.md': readmeWithExample,
  'fixtures/{{name}}-readme-example-missing/bad/package.json': named,
  'fixtures/{{name}}-readme-example-missing/bad/README.md': '# Abacus\n\nCounts on its fingers: `count(3)`.\n',
  'fixtures/{{name}}-readme-example-missing/good/package.json': named,
  'fixtures/{{name}}-readme-example-missing/good/README.md': readmeWithExample,

  'test/description.test.js': `// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tryCheck } from 'verify-service';
import { descriptionCheck } from '../checks/description.js';

test('an empty description is reported at its line', async () => {
  const findings = await tryCheck(descriptionCheck, { 'package.json': '{\\n  "description": ""\\n}\\n' });
  assert.equal(findings.length, 1);
  assert.equal(findings[0]?.code, '{{name}}-description-missing');
  assert.equal(findings[0]?.line, 2);
});

test('a project with a description passes', async () => {
  assert.deepEqual(await tryCheck(descriptionCheck, { 'package.json': '{ "description": "Counts" }' }), []);
});

test('a project without a package.json is skipped', async () => {
  await assert.rejects(tryCheck(descriptionCheck, {}), /skipped: package.json is missing or not readable/);
});
`,

  'test/readme.test.js': `// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tryCheck } from 'verify-service';
import { readmeCheck } from '../checks/readme.js';

test('a missing README is an error', async () => {
  const findings = await tryCheck(readmeCheck, { 'package.json': '{}' });
  assert.deepEqual(
    findings.map(({ code, severity }) => [code, severity]),
    [['{{name}}-readme-missing', 'error']],
  );
});

test('a README without an example is a warning', async () => {
  const findings = await tryCheck(readmeCheck, { 'README.md': '# Abacus' });
  assert.deepEqual(
    findings.map(({ code, severity }) => [code, severity]),
    [['{{name}}-readme-example-missing', 'warning']],
  );
});
`,

  'test/plugin.test.js': `// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKernel, pluginFaults } from 'verify-service';
import plugin from '../index.js';

test('the plugin conforms to the contract', () => {
  assert.deepEqual(pluginFaults(plugin), []);
});

test('the project type is detected by a keyword', () => {
  const kernel = createKernel({ plugins: [plugin] });
  assert.equal(kernel.detect({ keywords: ['{{name}}'] }), '{{name}}');
  assert.equal(kernel.detect({ keywords: '{{name}}' }), undefined);
  assert.equal(kernel.detect({}), undefined);
});
`,
};
