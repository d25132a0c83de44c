import type { TemplateFiles } from './template-files.ts';

/** The package around the plugin. `{{name}}` is the plugin's name, `{{range}}` the versions of `service` it is for. */
export const packageFiles: TemplateFiles = {
  'package.json': `{
  "name": "{{name}}",
  "version": "0.1.0",
  "description": "Verifies {{name}} projects with service",
  "license": "MIT",
  "type": "module",
  "exports": "./index.js",
  "files": ["index.js", "checks"],
  "scripts": {
    "test": "service plugin test && node --test"
  },
  "peerDependencies": {
    "service": "{{range}}"
  },
  "devDependencies": {
    "service": "{{range}}"
  }
}
`,

  '.gitignore': 'node_modules/\n',

  'index.js': `// @ts-check
import { definePlugin, defineProjectType } from 'service';
import { descriptionCheck } from './checks/description.js';
import { readmeCheck } from './checks/readme.js';

export default definePlugin({
  name: '{{name}}',
  projectTypes: [
    defineProjectType({
      name: '{{name}}',
      title: 'A {{name}} project',
      // Whether a package.json shows that a project is of this type. Nothing in it has been validated.
      detect: ({ keywords }) => Array.isArray(keywords) && keywords.includes('{{name}}'),
      // What is verified, relative to the project: sources, not build output.
      include: ['package.json', 'README.md', 'src/'],
      checks: [descriptionCheck, readmeCheck],
    }),
  ],
});
`,

  'README.md': `# {{name}}

A plugin of \`service\`: the project type \`{{name}}\`, and what is checked in it.

| code | severity | meaning |
|---|---|---|
| \`{{name}}-description-missing\` | error | package.json has no description |
| \`{{name}}-readme-missing\` | error | there is no README.md |
| \`{{name}}-readme-example-missing\` | warning | the README shows no example |

## Use

In the project to verify, \`.service/config.json\` names this package, or the path of its folder:

\`\`\`json
{ "projectType": "{{name}}", "plugins": ["{{name}}"] }
\`\`\`

\`\`\`sh
service verify --local
\`\`\`

In a cloud of your own:

\`\`\`sh
service serve --plugin {{name}}
service verify --plugin {{name}}
\`\`\`

## Work on it

- \`index.js\` says what the plugin brings, \`checks/\` holds one file a check.
- \`fixtures/<code>/bad\` is a project that raises the code, \`fixtures/<code>/good\` one that nearly does. Every code needs
  both; \`bad-<what>\` and \`good-<what>\` may stand beside them.
- \`service plugin test\` holds the plugin against its fixtures; \`npm test\` runs it and the tests in \`test/\`.
`,
};
