import names from './n8n-credentials.json' with { type: 'json' };

/**
 * Names of the credentials that every n8n has: those of n8n-nodes-base and @n8n/n8n-nodes-langchain. Written by
 * `npm run upgrade-n8n`.
 */
export const n8nCredentials: ReadonlySet<string> = new Set(names);
