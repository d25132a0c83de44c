import { createHash, type Hash } from 'node:crypto';

/** Strongest first; what a registry states in anything else says nothing. */
const algorithms = ['sha512', 'sha384', 'sha256', 'sha1'];

/**
 * Measures bytes against a subresource integrity string; of several hashes in it the strongest kind counts.
 * https://www.w3.org/TR/SRI/#the-integrity-attribute
 */
export class IntegrityMeter {
  readonly #sha512 = createHash('sha512');
  readonly #stated: { hash: Hash; digests: string[] } | undefined;

  /** @param stated `sha512-<base64>`, perhaps several with spaces between; undefined when nothing was stated */
  constructor(stated: string | undefined) {
    const hashes = (stated ?? '').split(/\s+/).map((text) => /^([a-z0-9]+)-([A-Za-z0-9+/=]+)(\?.*)?$/.exec(text));
    const algorithm = algorithms.find((known) => hashes.some((match) => match?.[1] === known));
    if (algorithm === undefined) return;
    const digests = hashes.flatMap((match) => (match?.[1] === algorithm && match[2] ? [match[2]] : []));
    this.#stated = { hash: createHash(algorithm), digests };
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
