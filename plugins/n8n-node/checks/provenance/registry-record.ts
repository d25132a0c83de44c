import type { Packument } from 'pacote';
import type { Published } from '../../../../kernel/check.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';

/** A key that a registry signs with. https://docs.npmjs.com/about-registry-signatures */
export interface SigningKey {
  keyid: string;
  /** PEM. */
  pemkey: string;
  /** RFC 3339; null for one that is in use. */
  expires: string | null;
}

/** What a registry says of a version, its own signature checked. */
export interface SignedRecord {
  signed: boolean;
  integrity: string;
  /** Where the attestations are: a path on the registry. */
  attestations?: string;
}

/** The registry could not be asked, or did not answer as one: this says nothing about the package. */
export class RegistryUnavailable extends Error {}

/** A signature that is wrong. */
export class SignatureInvalid extends Error {}

/** Asks the registry that served a package, and nobody else; what its signatures are worth is npm's own client's to say. */
export class RegistryRecords {
  readonly #published: Published;
  readonly #signal: AbortSignal;

  constructor(published: Published, signal: AbortSignal) {
    this.#published = published;
    this.#signal = signal;
  }

  /**
   * The keys that the registry signs with; none when it does not sign.
   * @throws {RegistryUnavailable}
   */
  async keys(): Promise<SigningKey[]> {
    let answer: unknown;
    try {
      answer = await this.#json('-/npm/v1/keys');
    } catch (error) {
      if (error instanceof RegistryUnavailable && error.message.includes('HTTP 404')) return [];
      throw error;
    }
    const keys = recordOf(answer)?.['keys'];
    if (!Array.isArray(keys)) throw new RegistryUnavailable('its list of signing keys could not be read');
    return keys.flatMap((entry: unknown) => {
      const { keyid, key, expires } = recordOf(entry) ?? {};
      if (typeof keyid !== 'string' || typeof key !== 'string') return [];
      const lines = key.match(/.{1,64}/g) ?? [];
      const pemkey = `-----BEGIN PUBLIC KEY-----\n${lines.join('\n')}\n-----END PUBLIC KEY-----`;
      return [{ keyid, pemkey, expires: typeof expires === 'string' ? expires : null }];
    });
  }

  /**
   * What the registry says of the version, its signatures verified by npm's own fetcher.
   * @throws {SignatureInvalid}
   * @throws {RegistryUnavailable}
   */
  async record(keys: readonly SigningKey[]): Promise<SignedRecord> {
    const { name, version } = this.#published;
    const { default: pacote } = await import('pacote');
    const { host, pathname } = new URL(this.#registry);
    const path = name.replace('/', '%2f');
    const packument = packumentOf(await this.#json(path));
    let manifest: unknown;
    try {
      manifest = await pacote.manifest(`${name}@${version}`, {
        registry: this.#registry,
        // It asks nobody: what it would ask for is here.
        fullMetadata: true,
        packumentCache: new Map([[`full:${this.#registry}${path}`, packument]]),
        verifySignatures: true,
        [`//${host}${pathname}:_keys`]: keys,
      });
    } catch (error) {
      if (/^E(INTEGRITYSIGNATURE|MISSINGSIGNATUREKEY|EXPIREDSIGNATUREKEY)$/.test(codeOf(error)))
        throw new SignatureInvalid(shorten(error), { cause: error });
      throw unavailable(error);
    }
    const { _integrity, _signatures, dist } = recordOf(manifest) ?? {};
    if (typeof _integrity !== 'string') throw new RegistryUnavailable('it states no integrity for this version');
    const address = recordOf(recordOf(dist)?.['attestations'])?.['url'];
    const attestations = typeof address === 'string' ? URL.parse(address, this.#registry)?.pathname : undefined;
    return {
      signed: Array.isArray(_signatures) && _signatures.length > 0,
      integrity: _integrity,
      ...(attestations !== undefined && { attestations }),
    };
  }

  /**
   * The attestations of the version, as the registry keeps them. Nothing of them is verified yet.
   * @param path as `SignedRecord.attestations` has it: only the registry itself is asked, whatever host the record named
   * @throws {RegistryUnavailable}
   */
  async attestations(path: string): Promise<unknown> {
    return this.#json(path);
  }

  get #registry(): string {
    const { registry } = this.#published;
    return registry.endsWith('/') ? registry : `${registry}/`;
  }

  async #json(path: string): Promise<unknown> {
    try {
      return await this.#published.ask(path, this.#signal);
    } catch (error) {
      this.#signal.throwIfAborted();
      throw unavailable(error);
    }
  }
}

function packumentOf(answer: unknown): Packument {
  if (isPackument(answer)) return answer;
  throw new RegistryUnavailable('what it says of the package could not be read');
}

const isPackument = (value: unknown): value is Packument => recordOf(recordOf(value)?.['versions']) !== undefined;

const reasons = new Map([
  ['EANSWERTOOLARGE', 'its answer is too long'],
  ['EFOREIGNHOST', 'it leads to another host'],
]);

function unavailable(error: unknown): RegistryUnavailable {
  const code = codeOf(error);
  const status = /^E(\d{3})$/.exec(code)?.[1];
  const reason =
    status === undefined ? (reasons.get(code) ?? code) || 'its answer could not be read' : `HTTP ${status}`;
  return new RegistryUnavailable(reason, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function shorten(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 300) : '';
}
