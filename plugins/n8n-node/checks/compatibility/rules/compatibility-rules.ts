import type { Rule } from '../../../../../kernel/finding.ts';
import { docs } from '../../../docs-links.ts';

const users =
  'The package is verified against the current n8n and the last one of n8n 1, or the releases of --n8n. Users of another release can still install the package: npm does not check the version of n8n.';

export const loadsNoMore: Rule = {
  code: 'compatibility-load',
  title: 'Node fails to load in another release of n8n',
  severity: 'warning',
  why: `The node uses an export of n8n-workflow that the other release does not have. ${users}`,
  fix: 'Avoid the new API, test for it before use, or state in the README which n8n the package requires.',
  bad: "import { WorkflowExpression } from 'n8n-workflow';\nexport class Acme extends WorkflowExpression {}",
  good: "import type { INodeType } from 'n8n-workflow';\nexport class Acme implements INodeType {}",
  docs: docs.buildingCommunityNodes,
};

export const typesDiffer: Rule = {
  code: 'compatibility-types',
  title: 'TypeScript error with the types of an older n8n',
  severity: 'warning',
  why: `The code uses a function, a field or a type that an older n8n-workflow does not have. If it is needed at runtime, the node fails there. ${users}`,
  fix: 'Avoid the new API, test for it before use, or state in the README which n8n the package requires.',
  bad: 'if (this.isToolExecution()) return [];',
  good: "if ('isToolExecution' in this && this.isToolExecution()) return [];",
  docs: docs.buildingCommunityNodes,
};

export const typesChanged: Rule = {
  code: 'compatibility-current-types',
  title: 'TypeScript error with the current n8n-workflow, or a newer one',
  severity: 'warning',
  why: 'The project builds only with the n8n-workflow of its lock file. After an update of n8n-workflow, the build fails with this error. The current n8n may behave differently from the types.',
  fix: 'Update n8n-workflow and adapt the code to its current API.',
  bad: "import { NodeConnectionType } from 'n8n-workflow';\n\nconst inputs = [NodeConnectionType.Main];",
  good: "import { NodeConnectionTypes } from 'n8n-workflow';\n\nconst inputs = [NodeConnectionTypes.Main];",
  docs: docs.buildingCommunityNodes,
};

export const gone: Rule = {
  code: 'compatibility-gone',
  title: 'Code uses an API that the current n8n does not have',
  severity: 'error',
  why: 'The project builds because its version of n8n-workflow has this API. The n8n that users run does not, so the node fails when it reaches this line.',
  fix: 'Remove the call, or test that the API exists before you use it.',
  bad: 'context.setSignatureValidationRequired();',
  good: "if ('setSignatureValidationRequired' in context) context.setSignatureValidationRequired();",
  docs: docs.buildingCommunityNodes,
};
