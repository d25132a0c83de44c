import type { TemplateFiles } from './template-files.ts';

/** Two checks to begin with: one that points into package.json, and one that reads another file. */
export const checkFiles: TemplateFiles = {
  'checks/description.js': `// @ts-check
import { defineCheck, locateInJson } from 'service';

export const descriptionCheck = defineCheck({
  name: 'description',
  title: 'The package says what it is for',
  modes: ['project', 'package'],
  rules: [
    {
      code: '{{name}}-description-missing',
      title: 'package.json has no description',
      severity: 'error',
      why: 'The description is what people see of the package in a list.',
      fix: 'Say in one sentence what the package does, in "description" of package.json.',
      bad: '{ "name": "abacus", "description": "" }',
      good: '{ "name": "abacus", "description": "Counts on its fingers" }',
    },
  ],
  async *run({ files, manifest, skip }) {
    if (!manifest) return skip('there is no package.json that can be read');
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
import { defineCheck } from 'service';

export const readmeCheck = defineCheck({
  name: 'readme',
  title: 'The README shows how to begin',
  modes: ['project', 'package'],
  rules: [
    {
      code: '{{name}}-readme-missing',
      title: 'There is no README.md',
      severity: 'error',
      why: 'Nobody uses what nobody explains.',
      fix: 'Write a README.md beside package.json.',
      bad: 'package.json\\nsrc/index.js',
      good: 'package.json\\nREADME.md\\nsrc/index.js',
    },
    {
      code: '{{name}}-readme-example-missing',
      title: 'The README shows no example',
      severity: 'warning',
      why: 'An example to copy is the shortest way to begin.',
      fix: 'Show an example in a fenced block of code.',
      bad: '# Abacus\\n\\nCounts on its fingers.',
      good: '# Abacus\\n\\n~~~js\\ncount(3);\\n~~~',
    },
  ],
  async *run({ files }) {
    if (!files.exists('README.md')) {
      yield { code: '{{name}}-readme-missing', message: 'There is no README.md' };
      return;
    }
    const readme = await files.read('README.md');
    if (/^ {0,3}(\`\`\`|~~~)/m.test(readme)) return;
    yield {
      code: '{{name}}-readme-example-missing',
      message: 'The README has no block of code',
      file: 'README.md',
      line: 1,
    };
  },
});
`,
};
