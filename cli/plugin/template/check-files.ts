import type { TemplateFiles } from './template-files.ts';

/** Two sample checks: one reports a location in package.json, the other reads another file. */
export const checkFiles: TemplateFiles = {
  'checks/description.js': `// @ts-check
import { defineCheck, locateInJson } from 'verify-service';

export const descriptionCheck = defineCheck({
  name: 'description',
  title: 'Package description',
  modes: ['project', 'package'],
  rules: [
    {
      code: '{{name}}-description-missing',
      title: 'package.json has no description',
      severity: 'error',
      why: 'Package lists and search results show the description.',
      fix: 'Describe the package in one sentence in "description" of package.json.',
      bad: '{ "name": "abacus", "description": "" }',
      good: '{ "name": "abacus", "description": "Counts on its fingers" }',
    },
  ],
  async *run({ files, manifest, skip }) {
    if (!manifest) return skip('package.json is missing or not readable');
    const { description } = manifest;
    if (typeof description === 'string' && description.trim() !== '') return;
    const position = locateInJson(await files.read('package.json'), ['description']);
    yield {
      code: '{{name}}-description-missing',
      message: 'The package has no description',
      file: 'package.json',
      ...position,
    };
  },
});
`,

  'checks/readme.js': `// @ts-check
import { defineCheck } from 'verify-service';

export const readmeCheck = defineCheck({
  name: 'readme',
  title: 'README and usage example',
  modes: ['project', 'package'],
  rules: [
    {
      code: '{{name}}-readme-missing',
      title: 'README.md is missing',
      severity: 'error',
      why: 'Users cannot tell what the package does or how to use it.',
      fix: 'Add a README.md next to package.json.',
      bad: 'package.json\\nsrc/index.js',
      good: 'package.json\\nREADME.md\\nsrc/index.js',
    },
    {
      code: '{{name}}-readme-example-missing',
      title: 'The README has no example',
      severity: 'warning',
      why: 'An example is the fastest way to get started.',
      fix: 'Add an example in a fenced code block.',
      bad: '# Abacus\\n\\nCounts on its fingers.',
      good: '# Abacus\\n\\n~~~js\\ncount(3);\\n~~~',
    },
  ],
  async *run({ files }) {
    if (!files.exists('README.md')) {
      yield { code: '{{name}}-readme-missing', message: 'README.md is missing' };
      return;
    }
    const readme = await files.read('README.md');
    if (/^ {0,3}(\`\`\`|~~~)/m.test(readme)) return;
    yield {
      code: '{{name}}-readme-example-missing',
      message: 'The README has no fenced code block',
      file: 'README.md',
      line: 1,
    };
  },
});
`,
};
