import type { Release } from './release.ts';

/** Names that every installation of a release has: those of n8n-nodes-base and @n8n/n8n-nodes-langchain. */
export interface OwnNames {
  /** Names of credentials; undefined if they are unknown. */
  credentials: ReadonlySet<string> | undefined;
  /** The names of the fields of a credential that users fill in; undefined if they are unknown. */
  fieldsOf(credential: string): readonly string[] | undefined;
  /** Returns the label of the node, or of its trigger, that has this label. */
  nodeOf(label: string): string | undefined;
}

export function ownNames({ credentials, credentialFields = {}, nodes = [] }: Release): OwnNames {
  const labels = new Map(nodes.map((label) => [bare(label), label]));
  const fields = new Map(Object.entries(credentialFields));
  return {
    credentials: credentials && new Set(credentials),
    fieldsOf: (credential) =>
      fields
        .get(credential)
        ?.split(' ')
        .filter((name) => name !== ''),
    nodeOf: (label) => labels.get(bare(label.replace(/(?<!\s)\s+(Trigger|Tool)$/i, ''))),
  };
}

function bare(label: string): string {
  return label.toLowerCase().replace(/[^\p{L}\d]+/gu, '');
}
