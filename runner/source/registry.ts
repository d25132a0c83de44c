import { createWriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import npa from 'npm-package-arg';
import type { Options, Packument } from 'pacote';
import { valid } from 'semver';
import { serviceError } from '../../kernel/errors.ts';
import { isRecord } from '../../kernel/record.ts';
import { expectedIntegrity, IntegrityVerifier } from './integrity.ts';
import type { PackageReference } from './package-reference.ts';
import { allowedOrigins, fetchJson, maxVersionResponse, npmHost, registryAgent, retries } from './registry-access.ts';
import { shownAddress } from './registry-address.ts';
import { registryFailure } from './registry-failure.ts';
import { withStallTimeout } from './stall-timeout.ts';
import { tarballError } from './tarball-error.ts';

/** A version of a package in a registry. */
export interface FoundVersion {
  name: string;
  version: string;
  reference: PackageReference;
  tarball: string;
  integrity: string | undefined;
}

/** Abbreviated metadata, for installation. https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md */
const abbreviatedMetadata = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*';

/** An npm registry, accessed through npm's own fetcher. Requests to other hosts are blocked. */
export class Registry {
  readonly shown: string;
  readonly #url: URL;
  readonly #stallTimeout: number;
  readonly #origins: ReadonlySet<string>;
  #agent: ReturnType<typeof registryAgent> | undefined;

  constructor(url: URL, stallTimeout: number) {
    this.shown = shownAddress(url);
    this.#url = url;
    this.#stallTimeout = stallTimeout;
    this.#origins = allowedOrigins(url);
  }

  /** Resolves a reference to the version that npm would install. */
  async find(reference: PackageReference, signal: AbortSignal): Promise<FoundVersion> {
    const { default: pacote } = await import('pacote');
    try {
      const manifest = await withStallTimeout(this.#stallTimeout, signal, async (either) => {
        const options = { ...(await this.#options(either)), preferOnline: true };
        const packumentCache = await this.#packument(reference.name, options);
        return pacote.manifest(`${reference.name}@${reference.wanted}`, { ...options, packumentCache });
      });
      const { name, version, _resolved: tarball, dist } = manifest;
      if (name !== reference.name || valid(version) !== version)
        throw new Error('the registry returned another package');
      this.#assertFetchable(tarball, `${name}@${version}`);
      return { name, version, reference, tarball, integrity: expectedIntegrity({ ...dist }) };
    } catch (error) {
      signal.throwIfAborted();
      throw registryFailure(error, { reference, registry: this.shown, part: 'metadata' });
    }
  }

  /**
   * Downloads the tarball of a version and verifies its integrity.
   * @returns the integrity, and whether the registry provided one to compare with
   */
  async download(
    found: FoundVersion,
    path: string,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<{ integrity: string; verified: boolean }> {
    const { integrity, matches } = await this.save(found, path, maxBytes, signal);
    if (matches !== false) return { integrity, verified: matches === true };
    const reason = `The tarball of ${found.name}@${found.version} does not match the integrity in the registry`;
    throw serviceError('INVALID_PAYLOAD', { reason });
  }

  /** Downloads the tarball of a version; returns its integrity, and whether it matches the expected one. */
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
      return await withStallTimeout(this.#stallTimeout, signal, async (either, onProgress) => {
        const save = (stream: NodeJS.ReadableStream) => {
          const saved = saveStream(stream, path, { integrity: found.integrity, maxBytes, onProgress }, either);
          saving = saved;
          return saved;
        };
        // By URL, without pacote's own integrity check.
        return pacote.tarball.stream(found.tarball, save, await this.#options(either));
      });
    } catch (error) {
      signal.throwIfAborted();
      throw registryFailure(error, { reference, registry: this.shown, part: 'tarball' });
    } finally {
      // A pending write would recreate the folder that is about to be removed.
      await saving?.catch(() => {});
    }
  }

  /** See `Published.ask`. */
  ask(path: string, signal: AbortSignal): Promise<unknown> {
    const { href } = new URL(path, this.#url);
    return withStallTimeout(this.#stallTimeout, signal, async (either) =>
      fetchJson(href, { ...(await this.#options(either)), preferOnline: true }, maxVersionResponse),
    );
  }

  /** The tarball URL that npm's own registry and compatible ones use. */
  usualTarball(name: string, version: string): string {
    return new URL(`${name}/-/${name.slice(name.indexOf('/') + 1)}-${version}.tgz`, this.#url).href;
  }

  /** Fetches metadata for pacote's packument cache, because pacote itself does not limit the size. */
  async #packument(name: string, options: Options): Promise<Map<string, Packument>> {
    const url = `${this.#url.href.replace(/(?<!\/)\/+$/, '')}/${npa(name).escapedName}`;
    const packument = await fetchJson(url, { ...options, headers: { accept: abbreviatedMetadata } });
    if (!isPackument(packument)) throw new Error('invalid metadata');
    return new Map([[`corgi:${url}`, packument]]);
  }

  async #options(signal: AbortSignal): Promise<Options & { signal: AbortSignal; agent: object }> {
    this.#agent ??= registryAgent(this.#origins);
    return {
      registry: this.#url.href,
      agent: await this.#agent,
      signal,
      // Longer than ours, so that timeouts are handled in one place.
      timeout: 2 * this.#stallTimeout * 1000,
      ...retries,
    };
  }

  /** Checks the tarball URL in the metadata of a version against the allowed origins. */
  #assertFetchable(tarball: string, version: string): void {
    const url = URL.parse(tarball);
    // pacote replaces npm's host with our registry, as npm does: https://docs.npmjs.com/cli/v11/using-npm/config#replace-registry-host
    if (url && (this.#origins.has(url.origin) || url.host === npmHost)) return;
    throw serviceError('INVALID_PAYLOAD', {
      reason:
        url && /^https?:$/.test(url.protocol)
          ? `The tarball of ${version} is on ${url.host} instead of the registry; to allow it, add its origin to SERVICE_REGISTRY_ORIGINS`
          : `The registry has no valid tarball URL for ${version}`,
    });
  }
}

function isPackument(value: unknown): value is Packument {
  if (!isRecord(value)) return false;
  return [value['versions'], value['dist-tags']].every((field) => field === undefined || isRecord(field));
}

/** Saves a tarball, and verifies its size and integrity while it is downloaded. */
async function saveStream(
  stream: NodeJS.ReadableStream,
  path: string,
  { integrity, maxBytes, onProgress }: { integrity: string | undefined; maxBytes: number; onProgress: () => void },
  signal: AbortSignal,
) {
  const verifier = new IntegrityVerifier(integrity);
  let size = 0;
  async function* verified(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    for await (const chunk of chunks) {
      onProgress();
      size += chunk.length;
      if (size > maxBytes) throw tarballError(`exceeds the limit of ${maxBytes} bytes`);
      verifier.update(chunk);
      yield chunk;
    }
  }
  const received = new PassThrough();
  // It may fail at any time, even when it is no longer being read.
  stream.on('error', (error) => received.destroy(error));
  stream.pipe(received);
  await pipeline(received, verified, createWriteStream(path), { signal });
  return verifier.result();
}
