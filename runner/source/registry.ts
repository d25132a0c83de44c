import { createWriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import npa from 'npm-package-arg';
import type { Options, Packument } from 'pacote';
import { valid } from 'semver';
import { serviceError } from '../../kernel/errors.ts';
import { IntegrityMeter, statedIntegrity } from './integrity.ts';
import type { PackageReference } from './package-reference.ts';
import { withPatience } from './patience.ts';
import { refusal } from './refusal.ts';
import { allowedOrigins, fetchJson, npmHost, RegistryAgent, recordLimit } from './registry-access.ts';
import { shownAddress } from './registry-address.ts';
import { registryFailure } from './registry-failure.ts';

/** A version that a registry has. */
export interface FoundVersion {
  name: string;
  version: string;
  reference: PackageReference;
  tarball: string;
  integrity: string | undefined;
}

/** Metadata without what installing does not need. https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md */
const shortMetadata = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*';

/** An npm registry, asked through npm's own fetcher. Nobody else is asked, whatever the registry says. */
export class Registry {
  readonly shown: string;
  readonly #url: URL;
  readonly #cache: string | undefined;
  readonly #patience: number;
  readonly #origins: ReadonlySet<string>;
  readonly #agent: RegistryAgent;

  constructor(url: URL, cache: string | undefined, patience: number) {
    this.shown = shownAddress(url);
    this.#url = url;
    this.#cache = cache;
    this.#patience = patience;
    this.#origins = allowedOrigins(url);
    this.#agent = new RegistryAgent(this.#origins);
  }

  /** Resolves a reference to the version that npm would install. */
  async find(reference: PackageReference, signal: AbortSignal): Promise<FoundVersion> {
    const { default: pacote } = await import('pacote');
    try {
      const manifest = await withPatience(this.#patience, signal, async (either) => {
        const options = { ...this.#options(either), preferOnline: true };
        const packumentCache = await this.#packument(reference.name, options);
        return pacote.manifest(`${reference.name}@${reference.wanted}`, { ...options, packumentCache });
      });
      const { name, version, _resolved: tarball, dist } = manifest;
      if (name !== reference.name || valid(version) !== version) throw new Error('another package was served');
      this.#assertFetchable(tarball, `${name}@${version}`);
      return { name, version, reference, tarball, integrity: statedIntegrity({ ...dist }) };
    } catch (error) {
      signal.throwIfAborted();
      throw registryFailure(error, { reference, registry: this.shown, part: 'metadata' });
    }
  }

  /**
   * Saves a version's tarball.
   * @returns the integrity of what was saved, and whether the registry stated one that it could be held against
   */
  async download(
    found: FoundVersion,
    path: string,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<{ integrity: string; verified: boolean }> {
    const { integrity, matches } = await this.save(found, path, maxBytes, signal);
    if (matches !== false) return { integrity, verified: matches === true };
    const reason = `The tarball of ${found.name}@${found.version} does not have the integrity that the registry states`;
    throw serviceError('INVALID_PAYLOAD', { reason });
  }

  /** Saves a version's tarball; returns its integrity, and whether that is the one that is stated. */
  async save(
    found: FoundVersion,
    path: string,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<{ integrity: string; matches: boolean | undefined }> {
    const { default: pacote } = await import('pacote');
    const reference = { ...found.reference, wanted: found.version };
    let saving: Promise<unknown> | undefined;
    try {
      return await withPatience(this.#patience, signal, (either, alive) => {
        const save = (stream: NodeJS.ReadableStream) => {
          const meter = new TarballMeter(found.integrity, maxBytes, alive);
          const saved = saveStream(stream, meter, path, either);
          saving = saved;
          return saved;
        };
        // By its URL, and so without pacote's own check, which would empty the user's npm cache of what did not match.
        return pacote.tarball.stream(found.tarball, save, this.#options(either));
      });
    } catch (error) {
      signal.throwIfAborted();
      throw registryFailure(error, { reference, registry: this.shown, part: 'tarball' });
    } finally {
      // What still writes would bring back a folder that is being removed.
      await saving?.catch(() => {});
    }
  }

  /** An answer about a package that it served: see `Published.ask`. */
  ask(path: string, signal: AbortSignal): Promise<unknown> {
    const { href } = new URL(path, this.#url);
    return withPatience(this.#patience, signal, (either) =>
      fetchJson(href, { ...this.#options(either), preferOnline: true }, recordLimit),
    );
  }

  /** Where npm's own registry, and those that are like it, have the tarball of a version. */
  usualTarball(name: string, version: string): string {
    return new URL(`${name}/-/${name.slice(name.indexOf('/') + 1)}-${version}.tgz`, this.#url).href;
  }

  /** A package's metadata as pacote keeps it. Fetched here, because pacote reads whatever comes, however much. */
  async #packument(name: string, options: Options): Promise<Map<string, Packument>> {
    const url = `${this.#url.href.replace(/\/+$/, '')}/${npa(name).escapedName}`;
    const packument = await fetchJson(url, { ...options, headers: { accept: shortMetadata } });
    if (!isPackument(packument)) throw new Error('its metadata could not be understood');
    return new Map([[`corgi:${url}`, packument]]);
  }

  #options(signal: AbortSignal): Options & { signal: AbortSignal; agent: RegistryAgent } {
    return {
      registry: this.#url.href,
      agent: this.#agent,
      cache: this.#cache,
      signal,
      // Ours runs out first, so that one place says what that means.
      timeout: 2 * this.#patience * 1000,
      fetchRetries: 2,
      fetchRetryFactor: 2,
      fetchRetryMintimeout: 200,
      fetchRetryMaxtimeout: 1000,
    };
  }

  /** Packages say where their tarballs are: on the registry, or where the operator lets packages come from. */
  #assertFetchable(tarball: string, what: string): void {
    const url = URL.parse(tarball);
    // pacote asks our registry instead, as npm does: https://docs.npmjs.com/cli/v11/using-npm/config#replace-registry-host
    if (url && (this.#origins.has(url.origin) || url.host === npmHost)) return;
    throw serviceError('INVALID_PAYLOAD', {
      reason:
        url && /^https?:$/.test(url.protocol)
          ? `The tarball of ${what} is on ${url.host}, which is not the registry; SERVICE_REGISTRY_ORIGINS can allow it`
          : `The registry gives no usable address for the tarball of ${what}`,
    });
  }
}

function isPackument(value: unknown): value is Packument {
  if (typeof value !== 'object' || value === null) return false;
  const versions: unknown = Reflect.get(value, 'versions');
  const tags: unknown = Reflect.get(value, 'dist-tags');
  return [versions, tags].every((field) => field === undefined || (typeof field === 'object' && field !== null));
}

/** Measures a tarball while it passes. */
class TarballMeter {
  readonly #integrity: IntegrityMeter;
  readonly #maxBytes: number;
  readonly #alive: () => void;
  #size = 0;

  constructor(statedIntegrity: string | undefined, maxBytes: number, alive: () => void) {
    this.#integrity = new IntegrityMeter(statedIntegrity);
    this.#maxBytes = maxBytes;
    this.#alive = alive;
  }

  async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    for await (const chunk of chunks) {
      this.#alive();
      this.#size += chunk.length;
      if (this.#size > this.#maxBytes) throw refusal(`is over the limit of ${this.#maxBytes} bytes`);
      this.#integrity.update(chunk);
      yield chunk;
    }
  }

  result() {
    return this.#integrity.result();
  }
}

async function saveStream(stream: NodeJS.ReadableStream, meter: TarballMeter, path: string, signal: AbortSignal) {
  const received = new PassThrough();
  // It may fail at any time, also when nobody reads it any more.
  stream.on('error', (error) => received.destroy(error));
  stream.pipe(received);
  await pipeline(received, (chunks: AsyncIterable<Buffer>) => meter.pass(chunks), createWriteStream(path), { signal });
  return meter.result();
}
