import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckContext, Published } from '../../../../../kernel/check.ts';
import type { Observation } from '../../../../../kernel/finding.ts';
import { createProvenanceCheck, provenanceCheck } from '../../../../../plugins/n8n-node/checks/provenance/check.ts';
import { workflowRules } from '../../../../../plugins/n8n-node/checks/provenance/rules/provenance-rules.ts';
import { Registry } from '../../../../../runner/source/registry.ts';
import { everyRule } from '../../every-rule.ts';
import { openProject } from '../../project-on-disk.ts';
import type { Answer } from './http-server.ts';
import { integrity, ownRegistry, purl, type RegistryContents, sha512 } from './own-registry.ts';
import { type Claims, type OwnSigstore, ownSigstore } from './own-sigstore.ts';

const slsa = 'https://slsa.dev/provenance/v1';
const source = 'https://github.com/acme/n8n-nodes-acme';
const claims: Claims = {
  iss: 'https://token.actions.githubusercontent.com',
  repository: 'acme/n8n-nodes-acme',
  workflow_uri: `${source}/.github/workflows/publish.yml@refs/tags/1.2.3`,
  runner_environment: 'github-hosted',
};
const statement = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ name: purl, digest: { sha512 } }],
  predicateType: slsa,
  predicate: {
    buildDefinition: { resolvedDependencies: [{ uri: `git+${source}@refs/tags/1.2.3` }] },
    runDetails: { builder: { id: 'https://github.com/actions/runner/github-hosted' } },
  },
};

let sigstore: OwnSigstore;
beforeAll(async () => {
  sigstore = await ownSigstore();
});
afterAll(() => sigstore[Symbol.asyncDispose]());

interface Outcome {
  findings: Observation[];
  skipped: string | undefined;
  logged: string[];
}

interface Situation {
  registry?: RegistryContents;
  published?: Partial<Published>;
  repository?: string;
  trust?: OwnSigstore['trust'];
}

async function look({
  registry = {},
  published,
  repository = 'git+https://github.com/Acme/n8n-nodes-acme.git',
  trust,
}: Situation): Promise<Outcome> {
  await using served = await ownRegistry(registry);
  const manifest = JSON.stringify({ name: '@acme/n8n-nodes-acme', repository: { type: 'git', url: repository } });
  await using project = await openProject({ 'package.json': manifest }, { mode: 'package' });
  const check = createProvenanceCheck(trust ?? sigstore.trust);
  const context: CheckContext = { ...project.context, published: { ...served.published, ...published } };
  const outcome = await project.run({ ...check, run: () => check.run(context) });
  return { ...outcome, logged: project.logged };
}

const attested = async (about: object = statement, by: Claims = claims, predicateType = slsa) => [
  { predicateType, bundle: await sigstore.attest(about, by) },
];
const nobody: Published['ask'] = (path, signal) => new Registry(new URL('http://127.0.0.1:9/'), 5).ask(path, signal);
const codesOf = async (situation: Situation) => (await look(situation)).findings.map(({ code }) => code);
const otherSource = (uri: string) => ({
  ...statement,
  predicate: { ...statement.predicate, buildDefinition: { resolvedDependencies: [{ uri }] } },
});

/** Those of workflows are seen in release-workflow.test.ts. */
const ofVersions = provenanceCheck.rules.filter(({ code }) => !workflowRules.some((rule) => rule.code === code));
const rules = everyRule(ofVersions);

describe('a version with provenance', () => {
  it('is looked at by way of the runner alone', async () => {
    const situation = { registry: { attestations: await attested() }, published: { registry: 'http://127.0.0.1:9/' } };
    expect((await look(situation)).skipped).toBeUndefined();
  });

  it('passes, and logs what was verified', async () => {
    const { findings, skipped, logged } = await look({ registry: { attestations: await attested() } });
    expect({ findings, skipped }).toEqual({ findings: [], skipped: undefined });
    rules.notRaised(
      ofVersions.map(({ code }) => code),
      findings,
    );
    expect(logged.join('\n')).toMatch(/has a valid registry signature/);
    expect(logged.join('\n')).toContain(`built from ${source} by ${claims.workflow_uri}`);
  });
});

describe('problems of a version', () => {
  const rows: [code: string, what: string, situation: () => Promise<Situation>][] = [
    [
      'provenance-signature-missing',
      'a signature that is missing',
      async () => ({ registry: { signed: '', attestations: await attested() } }),
    ],
    ['provenance-signature-invalid', 'a signature of other content', async () => ({ registry: { signed: 'x' } })],
    [
      'provenance-signature-invalid',
      'a key that the registry does not have',
      async () => ({ registry: { keys: 'other' } }),
    ],
    ['provenance-signature-invalid', 'a key that had expired', async () => ({ registry: { keys: 'expired' } })],
    [
      'provenance-integrity-differs',
      'another tarball',
      async () => ({ published: { integrity: integrity.replace('sha512-', 'sha512-A') } }),
    ],
    ['provenance-missing', 'no attestation', async () => ({})],
    [
      'provenance-missing',
      'an attestation of something else',
      async () => ({ registry: { attestations: await attested(statement, claims, 'https://example.com/other') } }),
    ],
    [
      'provenance-attestation-invalid',
      'a statement about another package',
      async () => ({
        registry: {
          attestations: await attested({
            ...statement,
            subject: [{ name: 'pkg:npm/other@1.2.3', digest: { sha512 } }],
          }),
        },
      }),
    ],
    [
      'provenance-attestation-invalid',
      'a statement about another tarball',
      async () => ({
        registry: {
          attestations: await attested({ ...statement, subject: [{ name: purl, digest: { sha512: '00' } }] }),
        },
      }),
    ],
    [
      'provenance-attestation-invalid',
      'a statement that was changed after it was signed',
      async () => ({ registry: { attestations: await tampered() } }),
    ],
    [
      'provenance-attestation-invalid',
      'a signature of an authority that nobody trusts',
      async () => ({ registry: { attestations: await bySomeoneElse() } }),
    ],
    [
      'provenance-attestation-invalid',
      'a source that is not the one in the certificate',
      async () => ({
        registry: { attestations: await attested(otherSource('git+https://github.com/jane/other@refs/heads/main')) },
      }),
    ],
    [
      'provenance-builder',
      'a build of GitLab',
      async () => ({
        registry: {
          attestations: await attested(statement, { ...claims, iss: 'https://gitlab.com' }),
        },
      }),
    ],
    [
      'provenance-builder',
      'a runner of its own',
      async () => ({
        registry: { attestations: await attested(statement, { ...claims, runner_environment: 'self-hosted' }) },
      }),
    ],
    [
      'provenance-repository-differs',
      'another repository in package.json',
      async () => ({ registry: { attestations: await attested() }, repository: 'github:jane/n8n-nodes-acme' }),
    ],
  ];

  const reasons: Readonly<Record<string, RegExp>> = {
    'a statement about another package': /its subject is pkg:npm\/other@1\.2\.3/,
    'a statement about another tarball': /its SHA-512 differs/,
    'a statement that was changed after it was signed': /signature|hash/,
    'a signature of an authority that nobody trusts': /certificate|trust|key/,
    'a source that is not the one in the certificate': /its source is .*jane\/other/,
    'a build of GitLab': /issued by https:\/\/gitlab\.com/,
  };

  it.each(rows)('%s: %s', async (code, what, situation) => {
    const { findings } = await look(await situation());
    expect(findings).toMatchObject([{ code, message: expect.stringMatching(reasons[what] ?? '') }]);
    rules.raised(code, findings);
  });

  rules.seen();

  it.each([
    'github:acme/n8n-nodes-acme',
    'git@github.com:ACME/n8n-nodes-acme.git',
    'https://github.com/acme/n8n-nodes-acme/tree/main/packages/x',
  ])('is not that package.json writes the same repository as %s', async (repository) => {
    expect(await codesOf({ registry: { attestations: await attested() }, repository })).toEqual([]);
  });
});

const long: Answer = { status: 200, body: JSON.stringify('x'.repeat(17 * 2 ** 20)) };
const away: Answer = { status: 302, body: '', location: 'http://127.0.0.1:9/keys' };
const loop = { path: '/-/npm/v1/keys', status: 302, body: '', location: '/-/npm/v1/keys' };

describe('unknown provenance of a version', () => {
  it.each<[string, Situation, RegExp]>([
    ['a registry that serves no keys', { registry: { keys: 'none' } }, /has no signing keys/],
    ['a registry that fails', { registry: { broken: { path: '/-/npm/v1/keys', status: 500, body: '' } } }, /HTTP 500/],
    [
      'keys that are no JSON',
      { registry: { broken: { path: '/-/npm/v1/keys', status: 200, body: '<html>' } } },
      /is not available/,
    ],
    ['metadata that is gone', { registry: { broken: { path: '/@acme', status: 404, body: '{}' } } }, /HTTP 404/],
    ['a registry that is not there', { published: { ask: nobody } }, /ECONNREFUSED/],
    ['a registry that leads round and round', { registry: { broken: loop } }, /is not available/],
    ...['/-/npm/v1/keys', '/@acme'].flatMap((path): [string, Situation, RegExp][] => [
      [`a registry that says too much at ${path}`, { registry: { broken: { path, ...long } } }, /too large/],
      [`a registry that leads elsewhere at ${path}`, { registry: { broken: { path, ...away } } }, /another host/],
    ]),
  ])('%s skips the check', async (_, situation, reason) => {
    const { findings, skipped } = await look(situation);
    expect(findings).toEqual([]);
    expect(skipped).toMatch(reason);
  });

  it.each([
    ['are not there', { status: 503, body: '' }, /HTTP 503/],
    ['can not be read', { status: 200, body: '{"attestations":[{"bundle":7}]}' }, /malformed/],
  ])('attestations that %s skip the check', async (_, answer, reason) => {
    const registry = { attestations: await attested(), broken: { path: '/-/npm/v1/attestations', ...answer } };
    const { findings, skipped } = await look({ registry });
    expect(findings).toEqual([]);
    expect(skipped).toMatch(reason);
  });

  it('root certificates that cannot be fetched skip the check', async () => {
    const trust = {
      ...sigstore.trust,
      tufMirrorURL: 'http://127.0.0.1:9',
      tufCachePath: `${sigstore.trust.tufCachePath}-2`,
    };
    const { findings, skipped } = await look({ registry: { attestations: await attested() }, trust });
    expect(findings).toEqual([]);
    expect(skipped).toContain('root certificates');
  });
});

async function tampered() {
  const [first] = await attested();
  const bundle = structuredClone(first?.bundle);
  if (!bundle?.dsseEnvelope) throw new Error('there is no envelope');
  const changed = JSON.stringify({ ...statement, note: 'changed' });
  return [
    {
      predicateType: slsa,
      bundle: { ...bundle, dsseEnvelope: { ...bundle.dsseEnvelope, payload: Buffer.from(changed).toString('base64') } },
    },
  ];
}

async function bySomeoneElse() {
  await using other = await ownSigstore();
  return [{ predicateType: slsa, bundle: await other.attest(statement, claims) }];
}
