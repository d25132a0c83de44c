import { docs } from '../../../docs-links.ts';
import { repositoryUrl } from '../../../project/manifest/manifest-fields.ts';
import type { ManifestSubject } from '../../../project/manifest/manifest-subject.ts';
import type { Rule } from '../../../rule.ts';

const isPlaceholder = (url: string) => /<[^<>]*>|\{\{/.test(url);

const missing: Rule<ManifestSubject> = {
  code: 'manifest-repository-missing',
  title: '"repository" is missing in package.json',
  severity: 'error',
  why: 'n8n verifies a package only if the repository URL on npm is that of its public source. Without it, npm refuses to publish with provenance.',
  fix: 'Add "repository": { "type": "git", "url": "git+https://github.com/<owner>/<repository>.git" }.',
  bad: '{ "name": "n8n-nodes-acme", "version": "1.0.0" }',
  good: '{ "name": "n8n-nodes-acme", "repository": { "type": "git", "url": "git+https://github.com/acme/n8n-nodes-acme.git" } }',
  docs: docs.verification,
  *check({ manifest, at }) {
    if (repositoryUrl(manifest) !== undefined) return;
    const problem = manifest['repository'] === undefined ? 'is missing' : 'has no URL';
    yield { message: `"repository" ${problem}`, ...at('repository') };
  },
};

const notOnGithub: Rule<ManifestSubject> = {
  code: 'manifest-repository-not-github',
  title: 'Repository is not on GitHub',
  severity: 'error',
  why: 'n8n reviews the source on GitHub. Since May 2026, a package must be published from a GitHub Actions workflow with provenance for that repository.',
  fix: 'Set "repository.url" to the public GitHub repository: git+https://github.com/<owner>/<repository>.git.',
  bad: '"repository": { "type": "git", "url": "https://example.com/acme" }',
  good: '"repository": { "type": "git", "url": "git+https://github.com/acme/n8n-nodes-acme.git" }',
  docs: docs.verification,
  *check({ manifest, at }) {
    const url = repositoryUrl(manifest);
    if (url === undefined || isPlaceholder(url) || isGithub(url)) return;
    const location = typeof manifest['repository'] === 'string' ? at('repository') : at('repository', 'url');
    yield { message: `repository: "${url}" is not a GitHub repository`, ...location, evidence: url };
  },
};

/**
 * Whether npm resolves it to a GitHub repository: `owner/name`, `github:owner/name`, `git@github.com:owner/name`, or a URL.
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
