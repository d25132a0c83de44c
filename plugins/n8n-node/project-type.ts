import { defineProjectType } from '../../kernel/plugin.ts';
import { showsN8nNode } from './detect.ts';

/** What such a project is and has, without what verifies it. */
export const n8nNodeProject = defineProjectType({
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
  follow: async (project) => (await import('./follow/follow.ts')).followN8nNode(project),
});
