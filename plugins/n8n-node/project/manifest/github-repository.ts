import type { Manifest } from '../../../../kernel/check.ts';
import { normalize } from '../project-path.ts';
import { recordOf, repositoryUrl } from './manifest-fields.ts';

/** A repository on GitHub, and where a package is in it. */
export interface GithubRepository {
  /** `owner/name` in lower case. */
  name: string;
  /** The folder of the package in it; `''` at its root. */
  directory: string;
}

/** The repository on GitHub that a manifest names; undefined if there is none, or it still is the one of n8n's template. */
export function repositoryOnGithub(manifest: Manifest): GithubRepository | undefined {
  const name = githubRepository(repositoryUrl(manifest) ?? '');
  const directory = recordOf(manifest['repository'])?.['directory'];
  if (name === undefined || name.startsWith('n8n-io/')) return undefined;
  return { name, directory: typeof directory === 'string' ? normalize(directory).replace(/\/$/, '') : '' };
}

/**
 * `owner/name` in lower case, as GitHub compares them, from any form of the URL of a GitHub repository. Undefined for
 * any other URL.
 */
export function githubRepository(url: string): string | undefined {
  const [, owner, name] =
    /^(?:(?:git\+)?(?:https?|ssh|git):\/\/(?:[^@/]*@)?(?:www\.)?github\.com[/:]|git@github\.com:|github:)?([\w-]+)\/([\w.-]+?)(?:\.git)?(?:[/#@].*)?$/i.exec(
      url.trim(),
    ) ?? [];
  return owner === undefined || name === undefined ? undefined : `${owner}/${name}`.toLowerCase();
}
