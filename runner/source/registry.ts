import { createWriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Options } from 'pacote';
import { valid } from 'semver';
import { serviceError } from '../../kernel/errors.ts';
import { IntegrityMeter } from './integrity.ts';
import type { PackageReference } from './package-reference.ts';
import { withPatience } from './patience.ts';
import { refusal } from './refusal.ts';
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

/** An npm registry, asked through npm's own fetcher. */
export class Registry {
  readonly shown: string;
  readonly #url: URL;
  readonly #cache: string | undefined;
  readonly #patience: number;

  constructor(url: URL, cache: string | undefined, patience: number) {
    this.shown = shownAddress(url);
    this.#url = url;
    this.#cache = cache;
    this.#patience = patience;
  }

  /** Resolves a reference to the version that npm would install. */
  async find(reference: PackageReference, signal: AbortSignal): Promise<FoundVersion> {
    const { default: pacote } = await import('pacote');
    try {
      const manifest = await withPatience(this.#patience, signal, (either) =>
        pacote.manifest(`${reference.name}@${reference.wanted}`, { ...this.#options(either), preferOnline: true }),
      );
      const { name, version, _resolved: tarball, _integrity: integrity } = manifest;
      if (name !== reference.name || valid(version) !== version) throw new Error('another package was served');
      this.#assertFetchable(tarball, `${name}@${version}`);
      return { name, version, reference, tarball, integrity: integrity ? String(integrity) : undefined };
    } catch (error) {
      signal.throwIfAborted();
      throw registryFailure(error, { reference, registry: this.shown, part: 'metadata' });
    }
  }

  /** Saves a version's tarball; returns the integrity of what was saved. */
  async download(found: FoundVersion, path: string, maxBytes: number, signal: AbortSignal): Promise<string> {
    const { default: pacote } = await import('pacote');
    const reference = { ...found.reference, wanted: found.version };
    let saving: Promise<unknown> | undefined;
    try {
      const { integrity, matches } = await withPatience(this.#patience, signal, (either, alive) => {
        const save = (stream: NodeJS.ReadableStream) => {
          const meter = new TarballMeter(found.integrity, maxBytes, alive);
          const saved = saveStream(stream, meter, path, either);
          saving = saved;
          return saved;
        };
        // By its URL, and so without pacote's own check, which would empty the user's npm cache of what did not match.
        return pacote.tarball.stream(found.tarball, save, this.#options(either));
      });
      if (matches !== false) return integrity;
    } catch (error) {
      signal.throwIfAborted();
      throw registryFailure(error, { reference, registry: this.shown, part: 'tarball' });
    } finally {
      // What still writes would bring back a folder that is being removed.
      await saving?.catch(() => {});
    }
    const reason = `The tarball of ${found.name}@${found.version} does not have the integrity that the registry states`;
    throw serviceError('INVALID_PAYLOAD', { reason });
  }

  #options(signal: AbortSignal): Options & { signal: AbortSignal } {
    return {
      registry: this.#url.href,
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

  /** Packages say where their tarballs are: only by http, and not by less than the registry's own protocol. */
  #assertFetchable(tarball: string, what: string): void {
    const protocol = URL.parse(tarball)?.protocol;
    if (protocol === 'https:' || (protocol === 'http:' && this.#url.protocol === 'http:')) return;
    throw serviceError('INVALID_PAYLOAD', {
      reason: `The registry gives no usable address for the tarball of ${what}`,
    });
  }
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
