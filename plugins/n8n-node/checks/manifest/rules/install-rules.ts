import semver from 'semver';
import { docs } from '../../../docs-links.ts';
import { recordOf } from '../../../project/manifest/manifest-fields.ts';
import type { ManifestSubject } from '../../../project/manifest/manifest-subject.ts';
import type { Rule, Violation } from '../../../rule.ts';

/** Where n8n runs, by what npm compares a field with: most of its users have the image, which is Alpine Linux. */
const machines: Readonly<Record<string, { most: readonly string[]; others: readonly string[] }>> = {
  os: { most: ['linux'], others: ['darwin', 'win32'] },
  cpu: { most: ['x64'], others: ['arm64'] },
  libc: { most: ['musl'], others: ['glibc'] },
};

const platform: Rule<ManifestSubject> = {
  code: 'manifest-platform',
  title: 'The package keeps machines out on which n8n runs',
  severity: 'error',
  why: 'npm refuses to install a package whose os, cpu or libc do not name the machine. The image of n8n is Alpine Linux (musl), on x64 and arm64; nodes are JavaScript and run on all of them.',
  fix: 'Remove the field.',
  bad: '"os": ["darwin"]',
  good: '{ "name": "n8n-nodes-acme" }   without "os", "cpu" and "libc"',
  docs: docs.packageJson,
  *check({ manifest, at }) {
    for (const [field, { most, others }] of Object.entries(machines)) {
      const list = textsOf(manifest[field]);
      const refused = (names: readonly string[]) => names.filter((name) => !admits(list, name));
      const [first, ...more] = [...refused(most), ...refused(others)];
      if (list.length === 0 || first === undefined) continue;
      yield {
        message: `"${field}" keeps npm from installing the package on ${[first, ...more].join(', ')}`,
        ...at(field),
        ...(refused(most).length === 0 && { severity: 'warning' }),
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

/** What n8n 2 needs, and the oldest Node that n8n 1 ran on: `engines` of package n8n. */
const nodes = { current: '>=24.0.0', any: '>=18.17.0' };
/** Characters of a range: people's have some twenty. */
const longestRange = 256;

const engines: Rule<ManifestSubject> = {
  code: 'manifest-engines',
  title: 'The package asks for a Node.js that n8n does not run on',
  severity: 'error',
  why: 'n8n decides which Node.js runs the node: version 24 or newer since n8n 2. pnpm and yarn, and npm with engine-strict, refuse a package whose engines do not admit it; npm warns.',
  fix: 'Set "engines": { "node": ">=20.19" }, or leave the field out.',
  bad: '"engines": { "node": "^18" }',
  good: '"engines": { "node": ">=20.19" }',
  docs: docs.packageJson,
  *check({ manifest, at }) {
    const range = recordOf(manifest['engines'])?.['node'];
    if (typeof range !== 'string' || range.length > longestRange) return;
    const place = { ...at('engines', 'node'), evidence: range };
    if (semver.validRange(range) === null)
      yield { message: `engines.node is "${range}", which is no range of versions`, ...place, severity: 'warning' };
    else if (!semver.intersects(range, nodes.any))
      yield { message: `engines.node is "${range}": no n8n runs on such a Node.js`, ...place };
    else if (!semver.intersects(range, nodes.current))
      yield {
        message: `engines.node is "${range}": n8n 2 runs on Node.js ${nodes.current}`,
        ...place,
        severity: 'warning',
      };
  },
};

const notLatest: Rule<ManifestSubject> = {
  code: 'manifest-not-latest',
  title: 'The package is published under a tag that n8n does not install',
  severity: 'warning',
  why: 'n8n installs the version under the tag "latest". With another tag in publishConfig it stays at the version before, or finds none.',
  fix: 'Remove "tag" from publishConfig; give it on the command line for the versions that it is for: npm publish --tag next.',
  bad: '"publishConfig": { "tag": "next" }',
  good: '"publishConfig": { "access": "public" }',
  docs: 'https://docs.npmjs.com/adding-dist-tags-to-packages',
  *check({ manifest, at }) {
    const tag = recordOf(manifest['publishConfig'])?.['tag'];
    const { version } = manifest;
    // A version that is no release yet belongs under another tag.
    if (typeof tag !== 'string' || tag === 'latest' || semver.prerelease(String(version)) !== null) return;
    const fault: Violation = { message: `publishConfig.tag is "${tag}"`, ...at('publishConfig', 'tag'), evidence: tag };
    yield fault;
  },
};

export const installRules = [platform, engines, notLatest];
