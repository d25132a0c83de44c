import { docs } from '../../../docs-links.ts';
import { recordOf } from '../../../project/manifest/manifest-fields.ts';
import type { ManifestSubject } from '../../../project/manifest/manifest-subject.ts';
import type { Rule } from '../../../rule.ts';

/** What n8n's linter accepts as a name: this rule only adds to it. */
const n8nPattern = /^(@.+\/)?n8n-nodes-.+$/;
/** What npm accepts for a new package and n8n for installation: lower case, no spaces, one scope. */
const installable = /^(@[a-z0-9-][a-z0-9._-]*\/)?n8n-nodes-[a-z0-9._-]+$/;
/** https://docs.npmjs.com/cli/v11/configuring-npm/package-json#name */
const maxNameLength = 214;

const nameInvalid: Rule<ManifestSubject> = {
  code: 'manifest-name-invalid',
  title: 'Package name is invalid',
  severity: 'error',
  why: 'npm refuses to publish a new package with this name, and n8n refuses to install it.',
  fix: 'Use lower-case letters, digits, "-", "." and "_": n8n-nodes-acme or @scope/n8n-nodes-acme, at most 214 characters.',
  bad: '"name": "n8n-nodes-AcmeCloud"',
  good: '"name": "n8n-nodes-acme-cloud"',
  docs: docs.buildingCommunityNodes,
  *check({ manifest: { name }, at }) {
    // n8n reports a placeholder of the template itself.
    if (typeof name !== 'string' || !n8nPattern.test(name) || name.includes('<...>')) return;
    if (name.length > maxNameLength) {
      yield { message: `name: ${name.length} characters; npm allows ${maxNameLength}`, ...at('name') };
    } else if (!installable.test(name)) {
      yield { message: `name: "${name}" is not accepted by npm and n8n`, ...at('name'), evidence: name };
    }
  },
};

const notPublic: Rule<ManifestSubject> = {
  code: 'manifest-not-public',
  title: 'Package is not published to the public npm registry',
  severity: 'error',
  why: 'n8n installs community nodes from the public npm registry. npm refuses to publish a private package, and n8n does not find one that is restricted or in another registry.',
  fix: 'Remove "private" from package.json, and "access": "restricted" and "registry" from publishConfig.',
  bad: '{ "name": "n8n-nodes-acme", "private": true }',
  good: '{ "name": "n8n-nodes-acme" }',
  docs: docs.submit,
  *check({ manifest, at }) {
    if (isWorkspaceRoot(manifest)) return;
    if (manifest['private'] === true) {
      yield { message: 'private: npm refuses to publish a package with "private": true', ...at('private') };
    }
    const config = recordOf(manifest['publishConfig']);
    if (config?.['access'] === 'restricted') {
      yield {
        message: 'publishConfig.access: n8n cannot install a package with "restricted" access',
        ...at('publishConfig', 'access'),
      };
    }
    const registry = config?.['registry'];
    if (typeof registry === 'string' && !/^https?:\/\/registry\.npmjs\.org\/?$/i.test(registry.trim())) {
      yield {
        message: `publishConfig.registry: "${registry}" is not the public npm registry`,
        ...at('publishConfig', 'registry'),
        evidence: registry,
      };
    }
  },
};

const workspaceRoot: Rule<ManifestSubject> = {
  code: 'manifest-workspace-root',
  title: 'Project is a workspace root, not a node package',
  severity: 'error',
  why: 'The root of a monorepo is not published itself. The other checks would verify the wrong package.',
  fix: 'Verify the folder of the node package: service verify --cwd packages/<folder>.',
  bad: '{ "name": "acme", "private": true, "workspaces": ["packages/*"] }',
  good: '{ "name": "n8n-nodes-acme", "n8n": { "nodes": ["dist/nodes/Acme/Acme.node.js"] } }',
  docs: docs.workspaces,
  *check({ manifest, at }) {
    if (!isWorkspaceRoot(manifest)) return;
    const { workspaces } = manifest;
    const list = Array.isArray(workspaces) ? workspaces : recordOf(workspaces)?.['packages'];
    const folders = Array.isArray(list) ? list.filter((entry) => typeof entry === 'string').slice(0, 10) : [];
    yield {
      message: `package.json declares workspaces${folders.length > 0 ? ` (${folders.join(', ')})` : ''} and no nodes`,
      ...at('workspaces'),
    };
  },
};

function isWorkspaceRoot(manifest: ManifestSubject['manifest']): boolean {
  return manifest['workspaces'] !== undefined && !recordOf(manifest['n8n']);
}

export const publishingRules = [nameInvalid, notPublic, workspaceRoot];
