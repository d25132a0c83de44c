import { defineCheck } from '../../../kernel/plugin.ts';
import { docs } from './docs-links.ts';

/** What users see of a node. Its rules are those of n8n's linter. */
export const nodesCheck = defineCheck({
  name: 'nodes',
  title: "Nodes follow n8n's conventions",
  docs: docs.userInterface,
  modes: ['project', 'package'],
  rules: [],
  *run() {},
});

/** What users see of a credential, and how it keeps its secrets. Its rules are those of n8n's linter. */
export const credentialsCheck = defineCheck({
  name: 'credentials',
  title: 'Credentials keep their secrets and can be tested',
  docs: docs.credentialFiles,
  modes: ['project', 'package'],
  rules: [],
  *run() {},
});
