import labels from './n8n-nodes.json' with { type: 'json' };

/**
 * Labels of the nodes that every n8n has, without "Trigger": those of n8n-nodes-base and @n8n/n8n-nodes-langchain. Written
 * by `npm run upgrade-n8n`.
 */
const known = new Map(labels.map((label) => [bare(label), label]));

/** Returns the label of n8n's own node, or of its trigger, that has this label. */
export const n8nNodeOf = (label: string): string | undefined =>
  known.get(bare(label.replace(/\s+(Trigger|Tool)$/i, '')));

function bare(label: string): string {
  return label.toLowerCase().replace(/[^\p{L}\d]+/gu, '');
}
