import type { ProjectFiles } from '../../../kernel/project-files.ts';

/**
 * Whether README and LICENSE may be there and were not sent. A client has to send sources and configuration only; one that
 * sends anything else sends these too.
 */
export function documentsMayBeUnsent(files: ProjectFiles): boolean {
  const isLeast = (path: string) => /^(?:src\/|package\.json$|tsconfig\.json$)/.test(path);
  return files.mayHave('README.md') && files.list().every(isLeast);
}
