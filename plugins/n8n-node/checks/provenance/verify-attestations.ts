import type { BundleVerifier, VerifyOptions } from 'sigstore';
import type { Published } from '../../../../kernel/check.ts';
import { githubRepository } from '../../project/manifest/github-repository.ts';
import { type Attestation, buildOf, slsaProvenance, subjectFault } from './attestation.ts';
import { type BuildIdentity, buildIdentity } from './build-identity.ts';
import type { SigningKey } from './registry-record.ts';

/** Source of the root certificates; sigstore's public repository by default. */
export type TrustOptions = Pick<VerifyOptions, 'tufMirrorURL' | 'tufRootPath' | 'tufCachePath'>;

/** The root certificates could not be fetched. This says nothing about the package. */
export class TrustUnavailable extends Error {}

/** An invalid attestation. */
export class AttestationInvalid extends Error {}

export interface VerifiedBuild extends BuildIdentity {
  /** The builder according to the statement. */
  builder: string;
}

/**
 * Verifies each attestation: its signature, its certificate up to sigstore's roots, its entry in the transparency log,
 * and that its subject is this version, as a purl: https://github.com/package-url/purl-spec
 * @returns the build that the provenance proves; undefined if none of them is provenance
 * @throws {AttestationInvalid}
 * @throws {TrustUnavailable}
 */
export async function verifyAttestations(
  attestations: readonly Attestation[],
  { published, keys, trust }: { published: Published; keys: readonly SigningKey[]; trust: TrustOptions },
): Promise<VerifiedBuild | undefined> {
  const purl = `pkg:npm/${published.name.replace(/^@/, '%40')}@${published.version}`;
  let build: VerifiedBuild | undefined;
  for (const attestation of attestations) {
    const fault = subjectFault(attestation.statement, purl, published.integrity);
    if (fault !== undefined) throw new AttestationInvalid(fault);
    const verifier = await verifierFor(attestation, keys, trust);
    let signer: ReturnType<BundleVerifier['verify']>;
    try {
      signer = verifier.verify(Object(attestation.bundle));
    } catch (error) {
      throw new AttestationInvalid(error instanceof Error ? error.message : 'verification failed', {
        cause: error,
      });
    }
    if (attestation.predicateType === slsaProvenance) build = provenBuild(attestation, buildIdentity(signer));
  }
  return build;
}

async function verifierFor({ keyid }: Attestation, keys: readonly SigningKey[], trust: TrustOptions) {
  const key = keys.find((candidate) => candidate.keyid === keyid);
  if (keyid !== '' && !key) throw new AttestationInvalid(`its signing key is not a key of the registry: ${keyid}`);
  const { createVerifier } = await import('sigstore');
  try {
    return await createVerifier({ ...trust, ...(key && { keySelector: () => key.pemkey }) });
  } catch (error) {
    throw new TrustUnavailable(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/**
 * The certificate comes from GitHub's token, the statement from the build. If their sources differ, the statement is
 * about another source than the build's.
 */
function provenBuild({ statement }: Attestation, identity: BuildIdentity): VerifiedBuild {
  const build = buildOf(statement);
  if (!build) throw new AttestationInvalid('its statement is not provenance');
  const source = build.source === undefined ? undefined : githubRepository(build.source);
  const certified = identity.repository === undefined ? undefined : githubRepository(identity.repository);
  if (certified !== undefined && source !== certified)
    throw new AttestationInvalid(
      `its source is ${build.source ?? 'missing'}, but the repository in its certificate is ${identity.repository}`,
    );
  return { ...identity, builder: build.builder };
}
