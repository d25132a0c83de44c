import { definePlugin, defineProjectType } from '../../kernel/plugin.ts';
import { manifestCheck } from './checks/manifest/manifest-check.ts';
import { showsN8nNode } from './detect.ts';

/** npm packages that add nodes and credentials to n8n. */
export const n8nNodePlugin = definePlugin({
  name: 'n8n-node',
  projectTypes: [
    defineProjectType({
      name: 'n8n-node',
      title: 'n8n community node package',
      detect: showsN8nNode,
      include: [
        'src/',
        'package.json',
        'tsconfig.json',
        'nodes/',
        'credentials/',
        'icons/',
        'README.md',
        'LICENSE*',
        'CHANGELOG.md',
      ],
      ruleset: 'n8n-2026-11',
      checks: [manifestCheck],
    }),
  ],
});
