/** Documentation of n8n and npm on which the rules of this plugin are based. */
export const docs = {
  buildingCommunityNodes: 'https://docs.n8n.io/integrations/community-nodes/building-community-nodes/',
  verification: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/verification-guidelines/',
  fileStructure: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/node-file-structure/',
  userInterface: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/ux-guidelines/',
  credentialFiles: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/credentials-files/',
  uiElements: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/ui-elements/',
  icons: 'https://docs.n8n.io/integrations/creating-nodes/plan/node-ui-design/',
  nodeDescription:
    'https://docs.n8n.io/integrations/creating-nodes/build/reference/node-base-files/standard-parameters/',
  nodeMethods:
    'https://docs.n8n.io/integrations/creating-nodes/build/reference/node-base-files/programmatic-style-execute-method/',
  httpHelpers: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/http-helpers/',
  nodeVersions: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/node-versioning/',
  declarative:
    'https://docs.n8n.io/integrations/creating-nodes/build/reference/node-base-files/declarative-style-parameters/',
  codex: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/node-codex-files/',
  expressions: 'https://docs.n8n.io/data/expressions/',
  submit: 'https://docs.n8n.io/integrations/creating-nodes/deploy/submit-community-nodes/',
  packageJson: 'https://docs.npmjs.com/cli/v11/configuring-npm/package-json',
  workspaces: 'https://docs.npmjs.com/cli/v11/using-npm/workspaces',
};
