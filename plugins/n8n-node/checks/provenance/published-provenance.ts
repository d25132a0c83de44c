import type { CheckContext, Published } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { githubRepository } from '../../project/manifest/github-repository.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import { type Attestation, readAttestations, slsaProvenance } from './attestation.ts';
import { githubActions } from './build-identity.ts';
import {
  RegistryRecords,
  RegistryUnavailable,
  SignatureInvalid,
  type SignedRecord,
  type SigningKey,
} from './registry-record.ts';
import {
  AttestationInvalid,
  type TrustOptions,
  TrustUnavailable,
  type VerifiedBuild,
  verifyAttestations,
} from './verify-attestations.ts';

/** Verifies the signatures of the registry and sigstore. Does not run code of the project. */
export async function* publishedProvenance(context: CheckContext, trust: TrustOptions): AsyncGenerator<Observation> {
  const { published } = context;
  if (!published) return context.skip('the package is not from a registry');
  const records = new RegistryRecords(published, context.signal);
  try {
    yield* verified(context, published, records, trust);
  } catch (error) {
    if (error instanceof RegistryUnavailable)
      return context.skip(`the registry ${published.registry} is not available: ${error.message}`);
    if (error instanceof TrustUnavailable)
      return context.skip(`root certificates of sigstore could not be fetched: ${error.message}`);
    throw error;
  }
}

async function* verified(
  context: CheckContext,
  published: Published,
  records: RegistryRecords,
  trust: TrustOptions,
): AsyncGenerator<Observation> {
  const keys = await records.keys();
  if (keys.length === 0) return context.skip(`the registry ${published.registry} has no signing keys`);
  let record: SignedRecord;
  try {
    record = await records.record(keys);
  } catch (error) {
    if (!(error instanceof SignatureInvalid)) throw error;
    yield { code: 'provenance-signature-invalid', message: error.message };
    return;
  }
  const what = `${published.name}@${published.version}`;
  if (!record.signed) yield { code: 'provenance-signature-missing', message: `${what} has no registry signature` };
  if (!sameIntegrity(record.integrity, published.integrity)) {
    const message = `Integrity of the tarball is ${published.integrity}, but the registry lists ${record.integrity}`;
    yield { code: 'provenance-integrity-differs', message };
    return;
  }
  if (record.signed) context.log(`${what} has a valid registry signature`);
  if (record.attestations === undefined) {
    yield { code: 'provenance-missing', message: `${what} was published without provenance` };
    return;
  }
  yield* attested(context, published, await records.attestations(record.attestations), { keys, trust });
}

async function* attested(
  context: CheckContext,
  published: Published,
  answer: unknown,
  { keys, trust }: { keys: readonly SigningKey[]; trust: TrustOptions },
): AsyncGenerator<Observation> {
  let attestations: Attestation[];
  try {
    attestations = readAttestations(answer);
  } catch (error) {
    throw new RegistryUnavailable('its attestations are malformed', { cause: error });
  }
  if (!attestations.some(({ predicateType }) => predicateType === slsaProvenance)) {
    yield { code: 'provenance-missing', message: 'The attestations contain no provenance' };
    return;
  }
  let build: VerifiedBuild | undefined;
  try {
    build = await verifyAttestations(attestations, { published, keys, trust });
  } catch (error) {
    if (!(error instanceof AttestationInvalid)) throw error;
    yield { code: 'provenance-attestation-invalid', message: `Attestation is invalid: ${error.message}` };
    return;
  }
  if (!build) return;
  context.log(`built from ${build.repository ?? 'an unknown repository'} by ${build.workflow ?? build.builder}`);
  yield* identityFaults(build, context);
}

function* identityFaults(build: VerifiedBuild, { manifest = {} }: CheckContext): Generator<Observation> {
  if (build.issuer !== githubActions || build.repository === undefined) {
    const message = `Build identity was issued by ${build.issuer ?? 'an unknown issuer'}, not by GitHub Actions`;
    yield { code: 'provenance-builder', message };
    return;
  }
  if (build.runner !== undefined && build.runner !== 'github-hosted') {
    yield { code: 'provenance-builder', message: `Build ran on a ${build.runner} runner` };
  }
  const { repository } = manifest;
  const named = typeof repository === 'string' ? repository : recordOf(repository)?.['url'];
  // The check `manifest` reports a missing repository, or one that is not on GitHub.
  const claimed = typeof named === 'string' ? githubRepository(named) : undefined;
  if (claimed !== undefined && claimed !== githubRepository(build.repository)) {
    yield {
      code: 'provenance-repository-differs',
      message: `Package was built from ${build.repository}, but "repository" in package.json is ${named}`,
      file: 'package.json',
      evidence: build.repository,
    };
  }
}

/** Whether they have a hash in common. */
function sameIntegrity(stated: string, found: string): boolean {
  const hashes = new Set(stated.split(/\s+/));
  return found.split(/\s+/).some((hash) => hashes.has(hash));
}
