import { join, normalize } from 'node:path/posix';
import type { GithubRepository } from '../manifest/github-repository.ts';

/** Characters of a README that are read. */
export const maxLength = 200_000;
/** Addresses in it. */
const maxAddresses = 5000;
const address =
  /\]\(\s?<?([^)\s>]{1,2000})|\b(?:src|href)\s?=\s?["']?([^"'\s>]{1,2000})|^\s{0,3}\[[^\]]{1,300}\]:\s+<?([^\s>]{1,2000})/gim;

/** What may be the addresses of a README: its links, and what only looks like one. It is not parsed for that. */
export const addressesIn = (text: string): string[] =>
  [...text.slice(0, maxLength).matchAll(address)]
    .slice(0, maxAddresses)
    .map(([, inline, html, defined]) => inline ?? html ?? defined ?? '');

/** A file of a repository on GitHub, on the branch that others start from. */
const onGithub =
  /^https:\/\/(?:raw\.githubusercontent\.com\/([\w-]+\/[\w.-]+)|(?:www\.)?github\.com\/([\w-]+\/[\w.-]+)\/(?:blob|raw|tree))\/(?:refs\/heads\/)?(?:main|master|HEAD)\/([^?#]+)/i;

/**
 * The path of an address in the project: a relative one, or one of its own repository on GitHub; undefined for others.
 * @param own the repository of the project
 */
export function pathOf(address: string, own?: GithubRepository): string | undefined {
  const [, raw, page, file = ''] = (own && onGithub.exec(address)) ?? [];
  if (own && (raw ?? page)?.toLowerCase() === own.name) {
    const folder = own.directory === '' ? '' : `${own.directory}/`;
    return file.startsWith(folder) ? pathOf(file.slice(folder.length)) : undefined;
  }
  if (/^([a-z][a-z0-9+.-]*:|\/\/|#|\{|<|\$)/i.test(address) || /[{}*<>|\\]/.test(address)) return undefined;
  const [bare = ''] = address.split(/[?#]/);
  let decoded = bare;
  try {
    decoded = decodeURIComponent(bare);
  } catch {
    return undefined;
  }
  const path = normalize(join('.', decoded.replace(/^\/+/, '')));
  return path === '.' || path.startsWith('..') ? undefined : path.replace(/\/$/, '');
}
