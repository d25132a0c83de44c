import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose';

/** What GitHub says of a job on the branch main of acme/n8n-nodes-acme. */
export const claims = {
  sub: 'repo:acme/n8n-nodes-acme:ref:refs/heads/main',
  repository: 'acme/n8n-nodes-acme',
  repository_id: '1001',
  repository_owner: 'acme',
  repository_owner_id: '2002',
  ref: 'refs/heads/main',
  event_name: 'push',
};

export interface TokenOptions {
  audience: string;
  /** Override or, if undefined, leave out. */
  claims?: Record<string, unknown>;
  header?: Partial<JWTHeaderParameters>;
  /** Signs instead of the issuer. */
  key?: CryptoKey | Uint8Array;
}

/** An issuer of ID tokens as GitHub's, with its keys and the address at which a job gets a token. */
export class IdTokenIssuer implements AsyncDisposable {
  readonly url: string;
  readonly key: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
  /** Paths that were asked for. */
  readonly requests: string[] = [];
  /** What a job has in its environment. */
  readonly environment: Record<string, string>;
  /** Answers for the keys, if set. */
  answer: ((response: ServerResponse) => void) | undefined;
  /** Of tokens that jobs ask for. */
  jobClaims: Record<string, unknown> = {};
  readonly #server: ReturnType<typeof createServer>;

  static async start(): Promise<IdTokenIssuer> {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' };
    let issuer: IdTokenIssuer | undefined;
    const server = createServer(async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://issuer');
      issuer?.requests.push(pathname);
      if (pathname === '/.well-known/jwks' && issuer?.answer) return issuer.answer(response);
      response.setHeader('content-type', 'application/json');
      if (pathname === '/.well-known/jwks') return response.end(JSON.stringify({ keys: [jwk] }));
      if (pathname !== '/job' || request.headers.authorization !== 'Bearer job-secret') {
        return response.writeHead(403).end('{}');
      }
      const audience = searchParams.get('audience') ?? 'https://github.com/acme';
      response.end(JSON.stringify({ value: await issuer?.token({ audience, claims: issuer.jobClaims }) }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    issuer = new IdTokenIssuer(server, { privateKey, publicKey, jwk });
    return issuer;
  }

  private constructor(
    server: ReturnType<typeof createServer>,
    { privateKey, publicKey, jwk }: { privateKey: CryptoKey; publicKey: CryptoKey; jwk: JWK },
  ) {
    this.#server = server;
    this.key = privateKey;
    this.publicKey = publicKey;
    this.jwk = jwk;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.environment = {
      GITHUB_ACTIONS: 'true',
      ACTIONS_ID_TOKEN_REQUEST_URL: `${this.url}/job?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'job-secret',
    };
  }

  /** A token that was issued now, and is valid for 5 minutes. */
  token({ audience, claims: changed, header, key = this.key }: TokenOptions): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now, nbf: now - 60, exp: now + 300 };
    const payload = { iss: this.url, aud: audience, jti: randomUUID(), ...times, ...claims, ...changed };
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'key-1', typ: 'JWT', ...header }).sign(key);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
