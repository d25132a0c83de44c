import type { TemplateFiles } from './template-files.ts';

/**
 * A plugin that adds a check to a project type that exists: a rule about package.json, and one about sources. `{{type}}` is
 * the project type.
 */
export const extensionFiles: TemplateFiles = {
  'index.js': `// @ts-check
import { definePlugin } from 'verify-service';
import { rulesCheck } from './checks/rules.js';

export default definePlugin({
  name: '{{name}}',
  // The plugin that defines the project type.
  requires: ['{{type}}'],
  checks: { '{{type}}': [rulesCheck] },
});
`,

  'checks/rules.js': `// @ts-check
import { defineCheck, locateInJson } from 'verify-service';

export const rulesCheck = defineCheck({
  // Unique among the checks of the project type; \`service checks --type {{type}}\` lists them.
  name: '{{name}}-rules',
  title: 'Rules of {{name}}',
  modes: ['project', 'package'],
  rules: [
    {
      code: '{{name}}-support-missing',
      title: 'package.json does not say where to get support',
      severity: 'error',
      why: 'Users who have a problem do not know whom to ask.',
      fix: 'Set "bugs" in package.json to the page for support.',
      bad: '{ "name": "n8n-nodes-abacus" }',
      good: '{ "name": "n8n-nodes-abacus", "bugs": "https://abacus.example/support" }',
    },
    {
      code: '{{name}}-todo',
      title: 'A source file has a TODO comment',
      severity: 'warning',
      why: 'It is not finished.',
      fix: 'Finish it, or move it to the issue tracker.',
      bad: '// TODO count toes',
      good: '// Toes are not counted.',
    },
  ],
  async *run({ files, manifest, skip }) {
    if (!manifest) return skip('package.json is missing or not readable');
    if (manifest.bugs === undefined) {
      const position = locateInJson(await files.read('package.json'), ['name']);
      yield { code: '{{name}}-support-missing', message: '"bugs" is missing', file: 'package.json', ...position };
    }
    for (const file of files.list()) {
      if (!/\\.[cm]?[jt]s$/.test(file)) continue;
      const lines = (await files.read(file)).split('\\n');
      for (const [index, text] of lines.entries()) {
        const column = text.search(/\\/\\/ *TODO\\b/);
        if (column < 0) continue;
        yield { code: '{{name}}-todo', message: 'TODO comment', file, line: index + 1, column: column + 1 };
      }
    }
  },
});
`,

  'README.md': `# {{name}}

A plugin for \`service\`: more rules for projects of type \`{{type}}\`.

| code | severity | title |
|---|---|---|
| \`{{name}}-support-missing\` | error | package.json does not say where to get support |
| \`{{name}}-todo\` | warning | a source file has a TODO comment |

## Use

Name this package, or the path of its folder, in the \`.service/config.json\` of the project to verify:

\`\`\`json
{ "plugins": ["{{name}}"] }
\`\`\`

\`\`\`sh
service verify --local
\`\`\`

## Development

- \`index.js\` adds the check to \`{{type}}\`; \`checks/\` has one file per check.
- \`fixtures/<code>/bad\` is a project that raises the code, \`fixtures/<code>/good\` a near miss that does not. Every code
  needs both. Add more as \`bad-<what>\` and \`good-<what>\`. Only the check of the code runs on them.
- \`service plugin test\` runs the checks on the fixtures; \`npm test\` also runs the tests in \`test/\`.
`,

  'fixtures/{{name}}-support-missing/bad/package.json': '{ "name": "n8n-nodes-abacus" }\n',
  'fixtures/{{name}}-support-missing/good/package.json':
    '{ "name": "n8n-nodes-abacus", "bugs": { "url": "https://abacus.example/support" } }\n',
  'fixtures/{{name}}-todo/bad/package.json':
    '{ "name": "n8n-nodes-abacus", "bugs": "https://abacus.example/support" }\n',
  'fixtures/{{name}}-todo/bad/nodes/Abacus.node.ts': 'export const fingers = 10; // TODO count toes\n',
  'fixtures/{{name}}-todo/good/package.json':
    '{ "name": "n8n-nodes-abacus", "bugs": "https://abacus.example/support" }\n',
  'fixtures/{{name}}-todo/good/nodes/Abacus.node.ts': "export const list = 'TODO'; // A list named TODO\n",

  'test/rules.test.js': `// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tryCheck } from 'verify-service';
import { rulesCheck } from '../checks/rules.js';

test('missing support is reported at the name of the package', async () => {
  const findings = await tryCheck(rulesCheck, { 'package.json': '{\\n  "name": "n8n-nodes-abacus"\\n}\\n' });
  assert.deepEqual(
    findings.map(({ code, severity, line }) => [code, severity, line]),
    [['{{name}}-support-missing', 'error', 2]],
  );
});

test('a TODO comment is reported where it starts', async () => {
  const files = { 'package.json': '{ "bugs": "https://abacus.example" }', 'nodes/a.ts': 'a;\\nb; // TODO c\\n' };
  const findings = await tryCheck(rulesCheck, files);
  assert.deepEqual(
    findings.map(({ code, file, line, column }) => [code, file, line, column]),
    [['{{name}}-todo', 'nodes/a.ts', 2, 4]],
  );
});

test('a project without a package.json is skipped', async () => {
  await assert.rejects(tryCheck(rulesCheck, {}), /skipped: package.json is missing or not readable/);
});
`,
};
