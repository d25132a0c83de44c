import { defineProjectType } from '../../kernel/plugin.ts';
import { nextShippedKits, shippedKits } from './n8n/shipped-kits.ts';
import { showsN8nNode } from './project/manifest/shows-n8n.ts';

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
  kits: shippedKits,
  nextKits: nextShippedKits,
  nextSteps: {
    // https://docs.n8n.io/integrations/creating-nodes/deploy/submit-community-nodes/
    project: [
      'publish the package from a GitHub Actions workflow with `npm publish --provenance`, then verify it with `service verify --local --type n8n-node <name>`.',
    ],
    package: [
      'submit the package for verification by n8n: https://docs.n8n.io/integrations/creating-nodes/deploy/submit-community-nodes/',
    ],
  },
  configProblem: async (project) => {
    const { settingsOf } = await import('./project/behaviour-settings/settings.ts');
    const settings = settingsOf(project);
    return 'problem' in settings ? settings.problem : undefined;
  },
  follow: async (project) => (await import('./follow/follow.ts')).followN8nNode(project),
});
