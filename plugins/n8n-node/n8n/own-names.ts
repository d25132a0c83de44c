import type { Release } from './release.ts';

/** Names that every installation of a release has: those of n8n-nodes-base and @n8n/n8n-nodes-langchain. */
export interface OwnNames {
  /** Names of credentials; undefined if they are unknown. */
  credentials: ReadonlySet<string> | undefined;
  /** Returns the label of the node, or of its trigger, that has this label. */
  nodeOf(label: string): string | undefined;
}

export function ownNames({ credentials, nodes = [] }: Release): OwnNames {
  const labels = new Map(nodes.map((label) => [bare(label), label]));
  return {
    credentials: credentials && new Set(credentials),
    nodeOf: (label) => labels.get(bare(label.replace(/(?<!\s)\s+(Trigger|Tool)$/i, ''))),
  };
}

function bare(label: string): string {
  return label.toLowerCase().replace(/[^\p{L}\d]+/gu, '');
}
