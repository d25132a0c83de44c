import { Agent } from '@npmcli/agent';
import { readCapped } from './read-capped.ts';

/**
 * Bytes of one answer, unpacked. The longest that npm has are the metadata of packages with thousands of versions, about
 * 20 MB in the short form that installing needs. Read as JSON it can take thirty times as much.
 */
export const answerLimit = 32 * 1024 * 1024;

/** Of what is asked about one version: a package of hundreds of versions has some MB. */
export const recordLimit = 16 * 1024 * 1024;

/** npm's own registry, which tarballs of mirrors are often said to be on. */
export const npmHost = 'registry.npmjs.org';

/** A redirect led to a host that is not the registry's. npm's fetcher keeps the code and the message of an error. */
export const foreignHost = 'EFOREIGNHOST';

/** The origins that packages may come from: the registry's own, and those that the operator names. */
export function allowedOrigins(registry: URL, env: NodeJS.ProcessEnv = process.env): ReadonlySet<string> {
  const named = (env['SERVICE_REGISTRY_ORIGINS'] ?? '').split(',').flatMap((text) => {
    const url = URL.parse(text.trim());
    return url && /^https?:$/.test(url.protocol) ? [url.origin] : [];
  });
  return new Set([registry.origin, ...named]);
}

/** npm's own agent, which goes through proxies as npm does, for some origins only; redirects are requests like others. */
export class RegistryAgent extends Agent {
  readonly #origins: ReadonlySet<string>;

  constructor(origins: ReadonlySet<string>) {
    super({});
    this.#origins = origins;
  }

  override async connect(...[request, options]: Parameters<Agent['connect']>): ReturnType<Agent['connect']> {
    const { protocol, host } = request;
    const port = options.port === undefined ? '' : `:${options.port}`;
    const { origin } = new URL(`${protocol}//${host.includes(':') ? `[${host}]` : host}${port}`);
    if (this.#origins.has(origin)) return super.connect(request, options);
    throw Object.assign(new Error(`no request may go to ${origin}`), { code: foreignHost });
  }
}

/**
 * A JSON answer of a registry, read up to a limit in bytes.
 * @param options for npm-registry-fetch
 * @throws {Error} as npm-registry-fetch does; with code EANSWERTOOLARGE, EJSONPARSE
 */
export async function fetchJson(
  url: string,
  options: Readonly<Record<string, unknown>>,
  limit = answerLimit,
): Promise<unknown> {
  const { default: fetch } = await import('npm-registry-fetch');
  const { body } = await fetch(url, options);
  const text = body ? new TextDecoder().decode(await readCapped(body, limit)) : '';
  try {
    return JSON.parse(text);
  } catch (error) {
    throw Object.assign(new Error('the answer is not JSON', { cause: error }), { code: 'EJSONPARSE' });
  }
}
