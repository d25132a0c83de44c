import type { TemplateFiles } from './template-files.ts';

/** The files of every plugin. `{{name}}` is the name of the plugin, `{{range}}` the range of `verify-service` versions. */
export const packageFiles: TemplateFiles = {
  'package.json': `{
  "name": "{{name}}",
  "version": "0.1.0",
  "description": "A plugin for service",
  "license": "MIT",
  "type": "module",
  "exports": "./index.js",
  "files": ["index.js", "checks"],
  "scripts": {
    "test": "service plugin test && node --test"
  },
  "peerDependencies": {
    "verify-service": "{{range}}"
  },
  "devDependencies": {
    "verify-service": "{{range}}"
  }
}
`,

  '.gitignore': 'node_modules/\n',
};

/** The plugin that defines a project type. */
export const pluginModule: TemplateFiles = {
  'index.js': `// @ts-check
import { definePlugin, defineProjectType } from 'verify-service';
import { descriptionCheck } from './checks/description.js';
import { readmeCheck } from './checks/readme.js';

export default definePlugin({
  name: '{{name}}',
  projectTypes: [
    defineProjectType({
      name: '{{name}}',
      title: '{{name}} project',
      // Returns whether a package.json belongs to this project type. Its content is not validated.
      detect: ({ keywords }) => Array.isArray(keywords) && keywords.includes('{{name}}'),
      // Paths to verify, relative to the project: sources, not build output.
      include: ['package.json', 'README.md', 'src/'],
      checks: [descriptionCheck, readmeCheck],
    }),
  ],
});
`,

  'README.md': `# {{name}}

A plugin for \`service\`: the project type \`{{name}}\` and its checks.

| code | severity | title |
|---|---|---|
| \`{{name}}-description-missing\` | error | package.json has no description |
| \`{{name}}-readme-missing\` | error | README.md is missing |
| \`{{name}}-readme-example-missing\` | warning | the README has no example |

## Use

Name this package, or the path of its folder, in the \`.service/config.json\` of the project to verify:

\`\`\`json
{ "projectType": "{{name}}", "plugins": ["{{name}}"] }
\`\`\`

\`\`\`sh
service verify --local
\`\`\`

With your own cloud:

\`\`\`sh
service serve --plugin {{name}}
service verify --plugin {{name}}
\`\`\`

## Development

- \`index.js\` defines the plugin; \`checks/\` has one file per check.
- \`fixtures/<code>/bad\` is a project that raises the code, \`fixtures/<code>/good\` a near miss that does not. Every code
  needs both. Add more as \`bad-<what>\` and \`good-<what>\`.
- \`service plugin test\` runs the checks on the fixtures; \`npm test\` also runs the tests in \`test/\`.
`,
};
