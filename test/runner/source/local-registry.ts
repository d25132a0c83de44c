import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { entry, tarball } from './raw-tarball.ts';

export interface ServedVersion {
  tarball?: Uint8Array;
  /** What is put into `dist`, over what would be right. */
  dist?: Record<string, unknown>;
  dependencies?: Record<string, string>;
  bin?: Record<string, string>;
}

export interface LocalRegistry {
  /** Base URL, ending in `/`. */
  url: string;
  /** Method and path of each request. */
  requests: string[];
  /** Serves a package; versions without a tarball get a small one. */
  publish(name: string, versions: Record<string, ServedVersion>, tags?: Record<string, string>): void;
  /** Answers a path (`/name`, `/name/-/name-1.0.0.tgz`) in a way of its own. */
  answer(path: string, listener: RequestListener): void;
}

export function sha512(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/** The tarball of a package that holds its manifest alone. */
export function packed(name: string, version: string): Buffer {
  return tarball(entry({ path: 'package/package.json', content: JSON.stringify({ name, version }) }));
}

/**
 * An npm registry on a free port of loopback, empty before each test of a file.
 * @param lasting one for all tests, for clients that are told its URL once and may cache what it serves
 */
export function useLocalRegistry({ lasting = false } = {}): LocalRegistry {
  const answers = new Map<string, RequestListener>();
  const registry: LocalRegistry = {
    url: '',
    requests: [],
    answer: (path, listener) => answers.set(path, listener),
    publish(name, versions, tags) {
      const entries = Object.entries(versions).map(([version, { tarball: given, dist, dependencies, bin }]) => {
        const bytes = given ?? packed(name, version);
        const path = `/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
        // As npm's own registry does: a version's tarball never changes.
        registry.answer(path, (_, response) =>
          response.setHeader('cache-control', 'immutable, max-age=31557600').end(bytes),
        );
        const served = { tarball: new URL(path, registry.url).href, integrity: sha512(bytes), ...dist };
        return [
          version,
          { name, version, dist: served, ...(dependencies && { dependencies }), ...(bin && { bin }) },
        ] as const;
      });
      const latest = entries.at(-1)?.[0];
      const packument = {
        name,
        'dist-tags': { ...(latest && { latest }), ...tags },
        versions: Object.fromEntries(entries),
      };
      registry.answer(`/${name}`, (_, response) => response.end(JSON.stringify(packument)));
    },
  };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', registry.url).pathname);
    registry.requests.push(`${request.method} ${path}`);
    const listener = answers.get(path);
    if (listener) return listener(request, response);
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}');
  });

  beforeEach(() => {
    answers.clear();
    registry.requests.length = 0;
  });
  const [before, after] = lasting ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    registry.url = `http://127.0.0.1:${portOf(server.address())}/`;
  });
  after(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  return registry;
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return address.port;
}
