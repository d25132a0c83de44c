import type { FileOutput } from './load-output.ts';

export function isDescribed({ node, credential }: Pick<FileOutput, 'node' | 'credential'>): boolean {
  return (node !== undefined && !node.omitted) || (credential !== undefined && !credential.omitted);
}

/** Whether it has a description that was too large. */
export const isOmitted = ({ node, credential }: Pick<FileOutput, 'node' | 'credential'>) =>
  node?.omitted === true || credential?.omitted === true;

export function withoutDescription({ node, credential, ...file }: FileOutput): FileOutput {
  return {
    ...file,
    ...(node && { node: { name: node.name, versions: [], omitted: true } }),
    ...(credential && { credential: { ...credential, description: {}, omitted: true } }),
  };
}
