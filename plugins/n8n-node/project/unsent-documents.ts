import type { ProjectFiles } from '../../../kernel/project-files.ts';

/**
 * Whether README and LICENSE may exist without having been sent. Clients must send only sources and configuration; a
 * client that sends anything else sends these too.
 */
export function documentsMayBeUnsent(files: ProjectFiles): boolean {
  const isLeast = (path: string) => /^(?:src\/|package\.json$|tsconfig\.json$)/.test(path);
  return files.mayHave('README.md') && files.list().every(isLeast);
}
