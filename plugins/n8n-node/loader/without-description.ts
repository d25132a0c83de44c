import type { FileOutput } from './load-output.ts';

/** Whether there is a description in it. */
export function isDescribed({ node, credential }: Pick<FileOutput, 'node' | 'credential'>): boolean {
  return (node !== undefined && !node.omitted) || (credential !== undefined && !credential.omitted);
}

/** Whether there was one, for which there was no room. */
export const isOmitted = ({ node, credential }: Pick<FileOutput, 'node' | 'credential'>) =>
  node?.omitted === true || credential?.omitted === true;

/** The rest of what is known of a file. */
export function withoutDescription({ node, credential, ...file }: FileOutput): FileOutput {
  return {
    ...file,
    ...(node && { node: { name: node.name, versions: [], omitted: true } }),
    ...(credential && { credential: { ...credential, description: {}, omitted: true } }),
  };
}
