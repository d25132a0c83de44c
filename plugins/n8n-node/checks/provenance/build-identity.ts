import type { BundleVerifier } from 'sigstore';

type Signer = ReturnType<BundleVerifier['verify']>;

/**
 * The claims that Fulcio, the certificate authority of sigstore, takes from the OIDC token of the build.
 * https://github.com/sigstore/fulcio/blob/main/docs/oid-info.md
 */
export interface BuildIdentity {
  /** The issuer of the token: `https://token.actions.githubusercontent.com`. */
  issuer?: string;
  /** The workflow: `https://github.com/owner/repo/.github/workflows/publish.yml@refs/tags/1.0.0`. */
  workflow?: string;
  /** `https://github.com/owner/repo` */
  repository?: string;
  /** `github-hosted` or `self-hosted` */
  runner?: string;
}

const fulcio = [1, 3, 6, 1, 4, 1, 57264, 1];
const extensionOf = { issuer: 8, runner: 11, repository: 12 };

export const githubActions = 'https://token.actions.githubusercontent.com';

/** Reads the certificate of a verified bundle. */
export function buildIdentity({ identity }: Signer): BuildIdentity {
  const value = (last: number) => {
    const wanted = [...fulcio, last];
    const found = identity?.oids?.find(
      ({ oid }) => oid?.id.length === wanted.length && wanted.every((id, at) => oid.id[at] === id),
    );
    return found && utf8String(found.value);
  };
  const [issuer, runner, repository] = [extensionOf.issuer, extensionOf.runner, extensionOf.repository].map(value);
  const workflow = identity?.subjectAlternativeName;
  return {
    ...(issuer !== undefined && { issuer }),
    ...(runner !== undefined && { runner }),
    ...(repository !== undefined && { repository }),
    ...(workflow !== undefined && { workflow }),
  };
}

/** A short DER UTF8String: tag, length, text. */
function utf8String(bytes: Uint8Array): string | undefined {
  const [tag, length] = bytes;
  if (tag !== 0x0c || length === undefined || length >= 0x80 || bytes.length !== length + 2) return undefined;
  return Buffer.from(bytes.subarray(2)).toString('utf8');
}
