import type { Packument } from 'pacote';
import type { Published } from '../../../../kernel/check.ts';
import { codeOf } from '../../../../kernel/errors.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';

/** A key that a registry signs with. https://docs.npmjs.com/about-registry-signatures */
export interface SigningKey {
  keyid: string;
  /** PEM. */
  pemkey: string;
  /** RFC 3339; null for a key in use. */
  expires: string | null;
}

/** The metadata of a version, with its registry signature verified. */
export interface SignedRecord {
  signed: boolean;
  integrity: string;
  /** Path of the attestations on the registry. */
  attestations?: string;
}

/** The registry is not available or its response is malformed. This says nothing about the package. */
export class RegistryUnavailable extends Error {}

/** An invalid registry signature. */
export class SignatureInvalid extends Error {}

/** Reads from the registry that served a package, and from no other host. npm's own client verifies the signatures. */
export class RegistryRecords {
  readonly #published: Published;
  readonly #signal: AbortSignal;

  constructor(published: Published, signal: AbortSignal) {
    this.#published = published;
    this.#signal = signal;
  }

  /**
   * The signing keys of the registry; empty if it does not sign.
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
    if (!Array.isArray(keys)) throw new RegistryUnavailable('its list of signing keys is malformed');
    return keys.flatMap((entry: unknown) => {
      const { keyid, key, expires } = recordOf(entry) ?? {};
      if (typeof keyid !== 'string' || typeof key !== 'string') return [];
      const lines = key.match(/.{1,64}/g) ?? [];
      const pemkey = `-----BEGIN PUBLIC KEY-----\n${lines.join('\n')}\n-----END PUBLIC KEY-----`;
      return [{ keyid, pemkey, expires: typeof expires === 'string' ? expires : null }];
    });
  }

  /**
   * The metadata of the version, with signatures verified by npm's own client.
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
        // Served from this cache, without a request.
        fullMetadata: true,
        packumentCache: new Map([[`full:${this.#registry}${path}`, packument]]),
        verifySignatures: true,
        [`//${host}${pathname}:_keys`]: keys,
      });
    } catch (error) {
      if (/^E(INTEGRITYSIGNATURE|MISSINGSIGNATUREKEY|EXPIREDSIGNATUREKEY)$/.test(codeOf(error) ?? ''))
        throw new SignatureInvalid(error instanceof Error ? error.message.slice(0, 300) : '', { cause: error });
      throw unavailable(error);
    }
    const { _integrity, _signatures, dist } = recordOf(manifest) ?? {};
    if (typeof _integrity !== 'string') throw new RegistryUnavailable('it has no integrity for this version');
    const url = recordOf(recordOf(dist)?.['attestations'])?.['url'];
    const attestations = typeof url === 'string' ? URL.parse(url, this.#registry)?.pathname : undefined;
    return {
      signed: Array.isArray(_signatures) && _signatures.length > 0,
      integrity: _integrity,
      ...(attestations !== undefined && { attestations }),
    };
  }

  /**
   * The attestations of the version, not verified yet.
   * @param path of `SignedRecord.attestations`: read from the registry itself, whatever host the record has
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
  throw new RegistryUnavailable('its package metadata is malformed');
}

const isPackument = (value: unknown): value is Packument => recordOf(recordOf(value)?.['versions']) !== undefined;

const reasons = new Map([
  ['EANSWERTOOLARGE', 'its response is too large'],
  ['EFOREIGNHOST', 'it redirects to another host'],
]);

function unavailable(error: unknown): RegistryUnavailable {
  const code = codeOf(error) ?? '';
  const status = /^E(\d{3})$/.exec(code)?.[1];
  const reason = status === undefined ? (reasons.get(code) ?? code) || 'its response is malformed' : `HTTP ${status}`;
  return new RegistryUnavailable(reason, { cause: error });
}
