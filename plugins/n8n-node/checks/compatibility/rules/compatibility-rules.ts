import type { Rule } from '../../../../../kernel/finding.ts';
import { docs } from '../../../docs-links.ts';

const users =
  'Users who have not moved to n8n 2 can install the package all the same: npm knows nothing of the version of n8n.';

export const loadsNoMore: Rule = {
  code: 'compatibility-load',
  title: 'A node loads in n8n 2 and not in n8n 1',
  severity: 'warning',
  why: `It uses something of n8n-workflow that the last version before 2 does not have. ${users}`,
  fix: 'Do without what is new, look for it before it is used, or say in the README that the package needs n8n 2.',
  bad: "import { WorkflowExpression } from 'n8n-workflow';\nexport class Acme extends WorkflowExpression {}",
  good: "import type { INodeType } from 'n8n-workflow';\nexport class Acme implements INodeType {}",
  docs: docs.buildingCommunityNodes,
};

export const typesDiffer: Rule = {
  code: 'compatibility-types',
  title: 'The types fit n8n 2 and not n8n 1',
  severity: 'warning',
  why: `The code uses a function, a field or a type that n8n-workflow has only since version 2; where it is needed, the node fails in n8n 1. ${users}`,
  fix: 'Do without what is new, look for it before it is used, or say in the README that the package needs n8n 2.',
  bad: 'if (this.isToolExecution()) return [];',
  good: "if ('isToolExecution' in this && this.isToolExecution()) return [];",
  docs: docs.buildingCommunityNodes,
};

export const typesChanged: Rule = {
  code: 'compatibility-current-types',
  title: 'The types fit the n8n-workflow that the project is built with, and not the current one',
  severity: 'warning',
  why: 'The project builds with the version of its lock file. With the next update of n8n-workflow its build stops here, and what the types promise is not what the current n8n does.',
  fix: 'Update n8n-workflow, and change the code to what it has now.',
  bad: "import { NodeConnectionType } from 'n8n-workflow';\n\nconst inputs = [NodeConnectionType.Main];",
  good: "import { NodeConnectionTypes } from 'n8n-workflow';\n\nconst inputs = [NodeConnectionTypes.Main];",
  docs: docs.buildingCommunityNodes,
};

export const gone: Rule = {
  code: 'compatibility-gone',
  title: 'The code uses something that the current n8n does not have',
  severity: 'error',
  why: 'The n8n-workflow that the project is built with has it, so the project builds. The n8n that users run does not: the node fails when it comes to this place.',
  fix: 'Do without it, or look for it before it is used.',
  bad: 'context.setSignatureValidationRequired();',
  good: "if ('setSignatureValidationRequired' in context) context.setSignatureValidationRequired();",
  docs: docs.buildingCommunityNodes,
};
