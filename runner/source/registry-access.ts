import type { Agent } from '@npmcli/agent';
import { readWithLimit } from './read-with-limit.ts';

/**
 * Maximum bytes of a response, decompressed. The largest ones of npm are about 20 MB: abbreviated metadata of packages with
 * thousands of versions. As parsed JSON, it can take thirty times as much memory.
 */
const maxResponse = 32 * 1024 * 1024;

/** The same for requests about one version: packages with hundreds of versions have a few MB. */
export const maxVersionResponse = 16 * 1024 * 1024;

/** npm's own registry; mirrors often return its tarball URLs. */
export const npmHost = 'registry.npmjs.org';

/** Error code of a redirect to a host that is not allowed; npm's fetcher preserves it. */
export const foreignHost = 'EFOREIGNHOST';

/** The origins that packages may be fetched from: the registry's own, and those in SERVICE_REGISTRY_ORIGINS. */
export function allowedOrigins(registry: URL): ReadonlySet<string> {
  const named = originsIn(process.env['SERVICE_REGISTRY_ORIGINS'] ?? '').map(({ origin }) => origin);
  return new Set([registry.origin, ...named.filter((origin) => origin !== undefined)]);
}

/** Reads origins, separated by commas; `origin` is undefined for what is no http or https URL. */
export function originsIn(list: string): { text: string; origin: string | undefined }[] {
  const texts = list.split(',').map((text) => text.trim());
  return texts
    .filter((text) => text !== '')
    .map((text) => {
      const url = URL.parse(text);
      return { text, origin: url && /^https?:$/.test(url.protocol) ? url.origin : undefined };
    });
}

/**
 * npm's agent, which uses proxies as npm does, restricted to some origins. This also applies to redirects. It is loaded on
 * demand: with the network of Node.js, that takes 40 ms, and most runs fetch nothing.
 */
export async function registryAgent(origins: ReadonlySet<string>): Promise<Agent> {
  const npm = await import('@npmcli/agent');
  class RegistryAgent extends npm.Agent {
    override async connect(...[request, options]: Parameters<Agent['connect']>): ReturnType<Agent['connect']> {
      const { protocol, host } = request;
      const port = options.port === undefined ? '' : `:${options.port}`;
      const { origin } = new URL(`${protocol}//${host.includes(':') ? `[${host}]` : host}${port}`);
      if (origins.has(origin)) return super.connect(request, options);
      throw Object.assign(new Error(`requests to ${origin} are not allowed`), { code: foreignHost });
    }
  }
  return new RegistryAgent({});
}

/** How npm's libraries repeat a request; times in milliseconds. Without the factor, they wait for NaN. */
export const retries = { fetchRetries: 2, fetchRetryFactor: 2, fetchRetryMintimeout: 200, fetchRetryMaxtimeout: 1000 };

/**
 * Fetches JSON from a registry, with a limit in bytes.
 * @param options for npm-registry-fetch
 * @throws {Error} as npm-registry-fetch does; with code EANSWERTOOLARGE, EJSONPARSE
 */
export async function fetchJson(
  url: string,
  options: Readonly<Record<string, unknown>>,
  limit = maxResponse,
): Promise<unknown> {
  const { default: fetch } = await import('npm-registry-fetch');
  const { body } = await fetch(url, options);
  const text = body ? new TextDecoder().decode(await readWithLimit(body, limit)) : '';
  try {
    return JSON.parse(text);
  } catch (error) {
    throw Object.assign(new Error('the response is not valid JSON', { cause: error }), { code: 'EJSONPARSE' });
  }
}
