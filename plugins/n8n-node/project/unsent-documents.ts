import type { ProjectFiles } from '../../../kernel/project-files.ts';

/** The names under which npm always packs it: https://docs.npmjs.com/cli/v11/configuring-npm/package-json#files */
export const isLicense = (name: string) => /^licen[cs]e(\.[^/]*)?$/i.test(name);

/**
 * Whether README and LICENSE may exist without having been sent. Clients must send only sources and configuration; a
 * client that sends anything else sends these too.
 */
export function documentsMayBeUnsent(files: ProjectFiles): boolean {
  const isLeast = (path: string) => /^(?:src\/|package\.json$|tsconfig\.json$)/.test(path);
  return files.mayHave('README.md') && files.list().every(isLeast);
}
