/** Where n8n and npm say what the rules of this plugin hold a project to. */
export const docs = {
  buildingCommunityNodes: 'https://docs.n8n.io/integrations/community-nodes/building-community-nodes/',
  verification: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/verification-guidelines/',
  fileStructure: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/node-file-structure/',
  userInterface: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/ux-guidelines/',
  credentialFiles: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/credentials-files/',
  submit: 'https://docs.n8n.io/integrations/creating-nodes/deploy/submit-community-nodes/',
  packageJson: 'https://docs.npmjs.com/cli/v11/configuring-npm/package-json',
  workspaces: 'https://docs.npmjs.com/cli/v11/using-npm/workspaces',
};
