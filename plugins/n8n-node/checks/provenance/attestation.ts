import Type, { type Static } from 'typebox';
import { guard } from '../../../../kernel/guard.ts';

/** https://slsa.dev/spec/v1.0/provenance */
export const slsaProvenance = 'https://slsa.dev/provenance/v1';

/** As the registry serves them: https://github.com/npm/attestation */
const Attestations = Type.Object({
  attestations: Type.Array(
    Type.Object({
      predicateType: Type.String(),
      bundle: Type.Object({
        mediaType: Type.String(),
        verificationMaterial: Type.Object({}),
        dsseEnvelope: Type.Object({
          payload: Type.String(),
          payloadType: Type.String(),
          signatures: Type.Array(Type.Object({ keyid: Type.Optional(Type.String()), sig: Type.String() }), {
            minItems: 1,
          }),
        }),
      }),
    }),
  ),
});

/** https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md */
const Statement = Type.Object({
  subject: Type.Array(
    Type.Object({ name: Type.String(), digest: Type.Object({ sha512: Type.Optional(Type.String()) }) }),
    { minItems: 1 },
  ),
  predicateType: Type.String(),
  predicate: Type.Unknown(),
});
type Statement = Static<typeof Statement>;

const Provenance = Type.Object({
  buildDefinition: Type.Object({
    resolvedDependencies: Type.Optional(Type.Array(Type.Object({ uri: Type.Optional(Type.String()) }))),
  }),
  runDetails: Type.Object({ builder: Type.Object({ id: Type.String() }) }),
});

const attestations = guard(Attestations);
const statement = guard(Statement);
const provenance = guard(Provenance);

export interface Attestation {
  predicateType: string;
  /** Untrusted until verified. */
  bundle: unknown;
  /** Of the registry's key; empty for a signature with a certificate. */
  keyid: string;
  statement: Statement;
}

/** Reads the attestations that a registry serves. @throws {Error} if they have another shape */
export function readAttestations(answer: unknown): Attestation[] {
  return attestations.parse(answer).attestations.map(({ predicateType, bundle }) => ({
    predicateType,
    bundle,
    keyid: bundle.dsseEnvelope.signatures[0]?.keyid ?? '',
    statement: statement.parse(JSON.parse(Buffer.from(bundle.dsseEnvelope.payload, 'base64').toString('utf8'))),
  }));
}

/** The builder and the source in a provenance statement. Undefined for another kind of statement. */
export function buildOf({ predicateType, predicate }: Statement): { builder: string; source?: string } | undefined {
  if (predicateType !== slsaProvenance || !provenance.is(predicate)) return undefined;
  const source = predicate.buildDefinition.resolvedDependencies?.[0]?.uri;
  return { builder: predicate.runDetails.builder.id, ...(source !== undefined && { source }) };
}

/**
 * Why a statement is not about a version, or undefined if it is.
 * @param integrity of the tarball: `sha512-…`
 */
export function subjectFault({ subject }: Statement, purl: string, integrity: string): string | undefined {
  const [first] = subject;
  if (first?.name !== purl) return `its subject is ${first?.name ?? 'missing'}, not ${purl}`;
  const base64 = /(?:^|\s)sha512-([A-Za-z0-9+/]+=*)/.exec(integrity)?.[1];
  if (base64 === undefined) return 'the registry has no SHA-512 integrity to compare it with';
  const hex = Buffer.from(base64, 'base64').toString('hex');
  return first.digest.sha512 === hex ? undefined : 'its SHA-512 differs from that of the tarball';
}
