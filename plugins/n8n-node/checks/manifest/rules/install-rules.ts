import semver from 'semver';
import { docs } from '../../../docs-links.ts';
import { recordOf } from '../../../project/manifest/manifest-fields.ts';
import type { ManifestSubject } from '../../../project/manifest/manifest-subject.ts';
import type { Rule } from '../../../rule.ts';

/** Where n8n runs, as values of the fields that npm compares. Most users run the Docker image, which is Alpine Linux. */
const machines: Readonly<Record<string, { main: readonly string[]; others: readonly string[] }>> = {
  os: { main: ['linux'], others: ['darwin', 'win32'] },
  cpu: { main: ['x64'], others: ['arm64'] },
  libc: { main: ['musl'], others: ['glibc'] },
};

const platform: Rule<ManifestSubject> = {
  code: 'manifest-platform',
  title: 'Package cannot be installed on a platform that n8n supports',
  severity: 'error',
  why: 'npm refuses to install a package whose "os", "cpu" or "libc" excludes the machine. The Docker image of n8n is Alpine Linux (musl) on x64 and arm64. Nodes are JavaScript and run on all platforms.',
  fix: 'Remove the field.',
  bad: '"os": ["darwin"]',
  good: '{ "name": "n8n-nodes-acme" }   without "os", "cpu" and "libc"',
  docs: docs.packageJson,
  *check({ manifest, at }) {
    for (const [field, { main, others }] of Object.entries(machines)) {
      const list = textsOf(manifest[field]);
      const refused = (names: readonly string[]) => names.filter((name) => !admits(list, name));
      const [first, ...more] = [...refused(main), ...refused(others)];
      if (list.length === 0 || first === undefined) continue;
      yield {
        message: `"${field}" excludes ${[first, ...more].join(', ')}: npm refuses to install the package there`,
        ...at(field),
        ...(refused(main).length === 0 && { severity: 'warning' }),
      };
    }
  },
};

/** As npm decides: https://docs.npmjs.com/cli/v11/configuring-npm/package-json#os */
function admits(list: readonly string[], name: string): boolean {
  if (list.length === 0 || (list.length === 1 && list[0] === 'any')) return true;
  if (list.includes(`!${name}`)) return false;
  return list.every((one) => one.startsWith('!')) || list.includes(name);
}

function textsOf(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value.slice(0, 100) : [value];
  return list.filter((one) => typeof one === 'string');
}

/** What the Docker image of n8n 2 has, and the oldest Node.js that n8n 1 ran on. Node.js 30 does not exist yet. */
const nodes = { current: '24.x', any: '>=18.17.0 <30.0.0' };
/** Characters; real ranges have about twenty. */
const maxRangeLength = 256;

const engines: Rule<ManifestSubject> = {
  code: 'manifest-engines',
  title: '"engines" excludes the Node.js versions that n8n runs on',
  severity: 'error',
  why: 'Nodes run in the Node.js of n8n: version 24 or later for n8n 2. If "engines" excludes it, npm warns; npm with engine-strict, pnpm and Yarn refuse to install the package.',
  fix: 'Set "engines": { "node": ">=20.19" }, or remove the field.',
  bad: '"engines": { "node": "^18" }',
  good: '"engines": { "node": ">=20.19" }',
  docs: docs.packageJson,
  *check({ manifest, at }) {
    const range = recordOf(manifest['engines'])?.['node'];
    if (typeof range !== 'string' || range.length > maxRangeLength) return;
    const location = { ...at('engines', 'node'), evidence: range };
    if (semver.validRange(range) === null)
      yield { message: `engines.node: "${range}" is not a valid version range`, ...location, severity: 'warning' };
    else if (!semver.intersects(range, nodes.any))
      yield { message: `engines.node: "${range}" excludes every Node.js version that n8n runs on`, ...location };
    else if (!semver.intersects(range, nodes.current))
      yield {
        message: `engines.node: "${range}" excludes Node.js ${nodes.current}, on which n8n 2 runs`,
        ...location,
        severity: 'warning',
      };
  },
};

const notLatest: Rule<ManifestSubject> = {
  code: 'manifest-not-latest',
  title: 'Package is published under a dist-tag other than "latest"',
  severity: 'warning',
  why: 'n8n installs the version that is tagged "latest". With another tag in publishConfig, users keep getting the previous version, or none.',
  fix: 'Remove "tag" from publishConfig. To tag a prerelease, run: npm publish --tag next.',
  bad: '"publishConfig": { "tag": "next" }',
  good: '"publishConfig": { "access": "public" }',
  docs: 'https://docs.npmjs.com/adding-dist-tags-to-packages',
  *check({ manifest, at }) {
    const tag = recordOf(manifest['publishConfig'])?.['tag'];
    const { version } = manifest;
    // A prerelease belongs under another tag.
    if (typeof tag !== 'string' || tag === 'latest' || semver.prerelease(String(version)) !== null) return;
    const message = `publishConfig.tag: n8n does not install the tag "${tag}"`;
    yield { message, ...at('publishConfig', 'tag'), evidence: tag };
  },
};

export const installRules = [platform, engines, notLatest];
