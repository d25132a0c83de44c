import { docs } from '../../../docs-links.ts';
import { recordOf } from '../../../project/manifest/manifest-fields.ts';
import type { ManifestSubject } from '../../../project/manifest/manifest-subject.ts';
import type { Rule } from '../../../rule.ts';

/** What n8n's own lint lets pass as a name: the rule here only adds to it. */
const n8nPattern = /^(@.+\/)?n8n-nodes-.+$/;
/** What npm takes for a new package, and n8n's form of installation lets through: lower case, no blanks, one scope. */
const installable = /^(@[a-z0-9-][a-z0-9._-]*\/)?n8n-nodes-[a-z0-9._-]+$/;
/** https://docs.npmjs.com/cli/v11/configuring-npm/package-json#name */
const longestName = 214;

const nameInvalid: Rule<ManifestSubject> = {
  code: 'manifest-name-invalid',
  title: 'The name of the package is not one that npm and n8n accept',
  severity: 'error',
  why: 'npm refuses to publish a new package of such a name, and n8n refuses to install it.',
  fix: 'Use lower-case letters, digits, "-", "." and "_": n8n-nodes-acme or @scope/n8n-nodes-acme, at most 214 characters.',
  bad: '"name": "n8n-nodes-AcmeCloud"',
  good: '"name": "n8n-nodes-acme-cloud"',
  docs: docs.buildingCommunityNodes,
  *check({ manifest: { name }, at }) {
    // A name with a placeholder of the template is n8n's own finding.
    if (typeof name !== 'string' || !n8nPattern.test(name) || name.includes('<...>')) return;
    if (name.length > longestName) {
      yield { message: `The name is ${name.length} characters long; npm allows ${longestName}`, ...at('name') };
    } else if (!installable.test(name)) {
      yield { message: `"${name}" is not a name that npm and n8n accept`, ...at('name'), evidence: name };
    }
  },
};

const notPublic: Rule<ManifestSubject> = {
  code: 'manifest-not-public',
  title: 'The package is not published where n8n looks for it',
  severity: 'error',
  why: 'n8n installs community nodes from the public npm registry: a private package is refused by npm, a restricted one or one of another registry is not found by n8n.',
  fix: 'Remove "private", and let publishConfig name neither restricted access nor another registry.',
  bad: '{ "name": "n8n-nodes-acme", "private": true }',
  good: '{ "name": "n8n-nodes-acme" }',
  docs: docs.submit,
  *check({ manifest, at }) {
    if (isWorkspaceRoot(manifest)) return;
    if (manifest['private'] === true) {
      yield { message: '"private": true: npm refuses to publish the package', ...at('private') };
    }
    const config = recordOf(manifest['publishConfig']);
    if (config?.['access'] === 'restricted') {
      yield { message: 'publishConfig.access is "restricted": n8n can\'t see it', ...at('publishConfig', 'access') };
    }
    const registry = config?.['registry'];
    if (typeof registry === 'string' && !/^https?:\/\/registry\.npmjs\.org\/?$/i.test(registry.trim())) {
      yield {
        message: 'publishConfig.registry is not the public npm registry',
        ...at('publishConfig', 'registry'),
        evidence: registry,
      };
    }
  },
};

const workspaceRoot: Rule<ManifestSubject> = {
  code: 'manifest-workspace-root',
  title: 'This is the root of a workspace, not a node package',
  severity: 'error',
  why: 'The root of a monorepo holds packages and is not published itself; the checks below would judge the wrong package.',
  fix: "Verify the folder of the node package: service verify --cwd packages/<the package's folder>.",
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
