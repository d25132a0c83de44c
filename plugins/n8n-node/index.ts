import { definePlugin, defineProjectType } from '../../kernel/plugin.ts';
import { artifactCheck } from './artifact/artifact-check.ts';
import { dependenciesCheck } from './checks/dependencies/dependencies-check.ts';
import { manifestCheck } from './checks/manifest/manifest-check.ts';
import { structureCheck } from './checks/structure/structure-check.ts';
import { withN8nLint } from './checks/with-n8n-lint.ts';
import { compatibilityCheck } from './compatibility/compatibility-check.ts';
import { credentialsCheck } from './credentials/credentials-check.ts';
import { docsCheck } from './docs-check/docs-check.ts';
import { englishCheck } from './english/english-check.ts';
import { ruleset } from './lint/ruleset.ts';
import { loadCheck } from './load/load-check.ts';
import { nextRuleset } from './next-ruleset.ts';
import { nodesCheck } from './nodes/nodes-check.ts';
import { n8nNodeProject } from './project-type.ts';
import { provenanceCheck } from './provenance/provenance-check.ts';
import { securityCheck } from './security/security-check.ts';
import { typesCheck } from './types/types-check.ts';

/** npm packages that add nodes and credentials to n8n. */
export const n8nNodePlugin = definePlugin({
  name: 'n8n-node',
  projectTypes: [
    defineProjectType({
      ...n8nNodeProject,
      ruleset,
      nextRuleset,
      checks: [
        withN8nLint(manifestCheck, 'manifest'),
        withN8nLint(dependenciesCheck, 'dependencies'),
        structureCheck,
        artifactCheck,
        withN8nLint(nodesCheck, 'nodes'),
        withN8nLint(credentialsCheck, 'credentials'),
        withN8nLint(securityCheck, 'security'),
        docsCheck,
        englishCheck,
        typesCheck,
        loadCheck,
        compatibilityCheck,
        provenanceCheck,
      ],
    }),
  ],
});
