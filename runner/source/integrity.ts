import { createHash, type Hash } from 'node:crypto';

/** Strongest first; what a registry states in anything else says nothing. */
const algorithms = ['sha512', 'sha384', 'sha256', 'sha1'];

/**
 * What a registry states of a tarball that it can be held against: its integrity, else its older `shasum`; undefined when
 * there is neither, or in a form that proves nothing, md5 for example.
 * https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md#dist
 */
export function statedIntegrity({ integrity, shasum }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof integrity === 'string' && strongestOf(integrity)) return integrity;
  if (typeof shasum === 'string' && /^[0-9a-f]{40}$/i.test(shasum))
    return `sha1-${Buffer.from(shasum, 'hex').toString('base64')}`;
  return undefined;
}

/** The strongest kind of hash in an integrity string that is known here, with its digests. */
function strongestOf(stated: string): { algorithm: string; digests: string[] } | undefined {
  const hashes = stated.split(/\s+/).map((text) => /^([a-z0-9]+)-([A-Za-z0-9+/=]+)(\?.*)?$/.exec(text));
  const algorithm = algorithms.find((known) => hashes.some((match) => match?.[1] === known));
  if (algorithm === undefined) return undefined;
  return { algorithm, digests: hashes.flatMap((match) => (match?.[1] === algorithm && match[2] ? [match[2]] : [])) };
}

/**
 * Measures bytes against a subresource integrity string; of several hashes in it the strongest kind counts.
 * https://www.w3.org/TR/SRI/#the-integrity-attribute
 */
export class IntegrityMeter {
  readonly #sha512 = createHash('sha512');
  readonly #stated: { hash: Hash; digests: string[] } | undefined;

  /** @param stated `sha512-<base64>`, perhaps several with spaces between; undefined when nothing was stated */
  constructor(stated: string | undefined) {
    const strongest = strongestOf(stated ?? '');
    if (strongest) this.#stated = { hash: createHash(strongest.algorithm), digests: strongest.digests };
  }

  update(chunk: Uint8Array): void {
    this.#sha512.update(chunk);
    this.#stated?.hash.update(chunk);
  }

  /** Ends the measuring. `matches` is undefined when nothing that can be compared was stated. */
  result(): { integrity: string; matches: boolean | undefined } {
    const matches = this.#stated?.digests.includes(this.#stated.hash.digest('base64'));
    return { integrity: `sha512-${this.#sha512.digest('base64')}`, matches };
  }
}
