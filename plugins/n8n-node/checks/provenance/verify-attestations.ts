import type { BundleVerifier, VerifyOptions } from 'sigstore';
import type { Published } from '../../../../kernel/check.ts';
import { type Attestation, buildOf, slsaProvenance, subjectFault } from './attestation.ts';
import { type BuildIdentity, buildIdentity, githubRepository } from './build-identity.ts';
import type { SigningKey } from './registry-record.ts';

/** Where the roots of trust come from; sigstore's own public repository when empty. */
export type TrustOptions = Pick<VerifyOptions, 'tufMirrorURL' | 'tufRootPath' | 'tufCachePath'>;

/** The roots of trust could not be had: this says nothing about the package. */
export class TrustUnavailable extends Error {}

/** An attestation that does not hold, and why. */
export class AttestationInvalid extends Error {}

export interface VerifiedBuild extends BuildIdentity {
  /** Who the statement says built it. */
  builder: string;
}

/**
 * Verifies each attestation (its subject is named by its purl, https://github.com/package-url/purl-spec): its signature, the certificate back to sigstore's roots and its entry in the transparency
 * log, and that it is about this very version.
 * @returns what the provenance among them proves; undefined when there is none among them
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
      throw new AttestationInvalid(error instanceof Error ? error.message : 'it could not be verified', {
        cause: error,
      });
    }
    if (attestation.predicateType === slsaProvenance) build = provenBuild(attestation, buildIdentity(signer));
  }
  return build;
}

async function verifierFor({ keyid }: Attestation, keys: readonly SigningKey[], trust: TrustOptions) {
  const key = keys.find((candidate) => candidate.keyid === keyid);
  if (keyid !== '' && !key)
    throw new AttestationInvalid(`it is signed with a key that the registry does not have: ${keyid}`);
  const { createVerifier } = await import('sigstore');
  try {
    return await createVerifier({ ...trust, ...(key && { keySelector: () => key.pemkey }) });
  } catch (error) {
    throw new TrustUnavailable(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/**
 * The certificate is what GitHub's token said; the statement is what the build wrote. Where the two differ, the build
 * wrote about another source than its own.
 */
function provenBuild({ statement }: Attestation, identity: BuildIdentity): VerifiedBuild {
  const said = buildOf(statement);
  if (!said) throw new AttestationInvalid('its statement is not one of provenance');
  const source = said.source === undefined ? undefined : githubRepository(said.source);
  const certified = identity.repository === undefined ? undefined : githubRepository(identity.repository);
  if (certified !== undefined && source !== certified)
    throw new AttestationInvalid(
      `it names the source ${said.source ?? 'nothing'}, and its certificate ${identity.repository}`,
    );
  return { ...identity, builder: said.builder };
}
