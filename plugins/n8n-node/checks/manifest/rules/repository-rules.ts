import { docs } from '../../../docs-links.ts';
import { recordOf, repositoryUrl } from '../../../project/manifest/manifest-fields.ts';
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

const differs: Rule<ManifestSubject> = {
  code: 'manifest-repository-differs',
  title: '"repository" is not the repository of "homepage" or "bugs"',
  severity: 'warning',
  why: 'npm rejects a package with provenance whose "repository" is not the one that publishes it, and n8n reviews the source there.',
  fix: 'Set "repository", "homepage" and "bugs" to the same repository.',
  bad: '"homepage": "https://github.com/acme/n8n-nodes-acme#readme", "repository": "github:acme/acme-js"',
  good: '"homepage": "https://github.com/acme/n8n-nodes-acme#readme", "repository": "github:acme/n8n-nodes-acme"',
  docs: docs.packageJson,
  *check({ manifest, at }) {
    const repository = repositoryOn(repositoryUrl(manifest));
    const bugs = recordOf(manifest['bugs'])?.['url'] ?? manifest['bugs'];
    for (const [field, url] of [['homepage', manifest['homepage']] as const, ['bugs', bugs] as const]) {
      const other = repositoryOn(url);
      if (!repository || !other || other === repository) continue;
      // A homepage may be that of the service, or of another project, and one tracker may be for all.
      const isOfPackage = /#readme$/i.test(String(url)) || other.endsWith(`/${bareName(manifest)}`);
      // What the template left is reported as such.
      if (!isOfPackage || /your|example|template/.test(`${other} ${repository}`)) continue;
      const location = typeof manifest['repository'] === 'string' ? at('repository') : at('repository', 'url');
      yield { message: `repository: ${repository} is not the repository of "${field}", ${other}`, ...location };
      return;
    }
  },
};

const bareName = ({ name }: ManifestSubject['manifest']) =>
  String(name)
    .replace(/^@[^/]*\//, '')
    .toLowerCase();

/** `owner/name`, in small letters, which GitHub does not tell apart. */
function repositoryOn(url: unknown): string | undefined {
  const text = typeof url === 'string' ? url.slice(0, 500) : '';
  const path =
    /^(?:(?:git\+)?(?:https?|ssh|git):\/\/(?:[^@/]*@)?(?:www\.)?github\.com[/:]|git@github\.com:|github:)([^#?]*)/i;
  const [owner, name] = path.exec(text)?.[1]?.toLowerCase().split('/') ?? [];
  return owner && name ? `${owner}/${name.replace(/\.git$/, '')}` : undefined;
}

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

export const repositoryRules = [missing, notOnGithub, differs];
