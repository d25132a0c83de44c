import { docs } from '../../../docs-links.ts';
import { recordOf } from '../../../project/manifest/manifest-fields.ts';
import type { ManifestSubject } from '../../../project/manifest/manifest-subject.ts';
import type { Rule } from '../../../rule.ts';

/** Characters of a URL. */
const longest = 2_048;

/** `repository` may be text or an object with `url`; a placeholder of the template is n8n's own finding. */
function urlOf(manifest: ManifestSubject['manifest']): string | undefined {
  const { repository } = manifest;
  const url = typeof repository === 'string' ? repository : recordOf(repository)?.['url'];
  // Longer than any address that browsers take: what is said of its beginning holds for all of it.
  return typeof url === 'string' && url.trim() !== '' ? url.trim().slice(0, longest) : undefined;
}

const isPlaceholder = (url: string) => /<[^>]*>|\{\{/.test(url);

const missing: Rule<ManifestSubject> = {
  code: 'manifest-repository-missing',
  title: 'package.json names no repository',
  severity: 'error',
  why: 'n8n verifies a package only when the repository URL in npm is that of its public source, and npm refuses provenance without it.',
  fix: 'Add "repository": { "type": "git", "url": "git+https://github.com/<owner>/<repository>.git" }.',
  bad: '{ "name": "n8n-nodes-acme", "version": "1.0.0" }',
  good: '{ "name": "n8n-nodes-acme", "repository": { "type": "git", "url": "git+https://github.com/acme/n8n-nodes-acme.git" } }',
  docs: docs.verification,
  *check({ manifest, at }) {
    if (urlOf(manifest) === undefined) yield { message: 'package.json names no repository URL', ...at('repository') };
  },
};

const notOnGithub: Rule<ManifestSubject> = {
  code: 'manifest-repository-not-github',
  title: 'The repository is not one on GitHub',
  severity: 'error',
  why: 'n8n reviews the source on GitHub, and since May 2026 a package must be published from a GitHub action with provenance of that repository.',
  fix: 'Name the public GitHub repository: git+https://github.com/<owner>/<repository>.git.',
  bad: '"repository": { "type": "git", "url": "https://example.com/acme" }',
  good: '"repository": { "type": "git", "url": "git+https://github.com/acme/n8n-nodes-acme.git" }',
  docs: docs.verification,
  *check({ manifest, at }) {
    const url = urlOf(manifest);
    if (url === undefined || isPlaceholder(url) || isGithub(url)) return;
    const place = typeof manifest['repository'] === 'string' ? at('repository') : at('repository', 'url');
    yield { message: `"${url}" is not a repository on GitHub`, ...place, evidence: url };
  },
};

/**
 * Whether npm makes a GitHub repository of it: `owner/name`, `github:owner/name`, `git@github.com:owner/name`, or a URL.
 * https://docs.npmjs.com/cli/v11/configuring-npm/package-json#repository
 */
function isGithub(url: string): boolean {
  const path = url.replace(
    /^((git\+)?(https?|ssh|git):\/\/([^@/]*@)?(www\.)?github\.com[/:]|git@github\.com:|github:)/i,
    '',
  );
  return /^[\w-]+\/[\w.-]+([/#].*)?$/.test(path);
}

export const repositoryRules = [missing, notOnGithub];
