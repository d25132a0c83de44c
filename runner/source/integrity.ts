import { createHash, type Hash } from 'node:crypto';

/** Strongest first. */
const algorithms = ['sha512', 'sha384', 'sha256', 'sha1'];

/**
 * The integrity that a registry provides for a tarball: `integrity`, else the older `shasum`; undefined without either, or
 * with an unsupported algorithm such as md5.
 * https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md#dist
 */
export function expectedIntegrity({ integrity, shasum }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof integrity === 'string' && strongestOf(integrity)) return integrity;
  if (typeof shasum === 'string' && /^[0-9a-f]{40}$/i.test(shasum))
    return `sha1-${Buffer.from(shasum, 'hex').toString('base64')}`;
  return undefined;
}

/** The strongest supported algorithm in an integrity string, with its digests. */
function strongestOf(expected: string): { algorithm: string; digests: string[] } | undefined {
  const hashes = expected.split(/\s+/).map((text) => /^([a-z0-9]+)-([A-Za-z0-9+/=]+)(\?.*)?$/.exec(text));
  const algorithm = algorithms.find((known) => hashes.some((match) => match?.[1] === known));
  if (algorithm === undefined) return undefined;
  return { algorithm, digests: hashes.flatMap((match) => (match?.[1] === algorithm && match[2] ? [match[2]] : [])) };
}

/**
 * Verifies bytes against a subresource integrity string. Of several algorithms in it, the strongest counts.
 * https://www.w3.org/TR/SRI/#the-integrity-attribute
 */
export class IntegrityVerifier {
  readonly #sha512 = createHash('sha512');
  readonly #expected: { hash: Hash; digests: string[] } | undefined;

  /** @param expected `sha512-<base64>`, or several separated by spaces; undefined if unknown */
  constructor(expected: string | undefined) {
    const strongest = strongestOf(expected ?? '');
    if (strongest) this.#expected = { hash: createHash(strongest.algorithm), digests: strongest.digests };
  }

  update(chunk: Uint8Array): void {
    this.#sha512.update(chunk);
    this.#expected?.hash.update(chunk);
  }

  /** Finishes. `matches` is undefined if there was nothing to compare with. */
  result(): { integrity: string; matches: boolean | undefined } {
    const matches = this.#expected?.digests.includes(this.#expected.hash.digest('base64'));
    return { integrity: `sha512-${this.#sha512.digest('base64')}`, matches };
  }
}
