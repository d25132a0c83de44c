import { createHash, generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
// Not the packages themselves: they load nock, which would get between every client and server of this process.
import { fulcioHandler, initializeCA, initializeCTLog } from '@sigstore/mock/dist/fulcio/index.js';
import { initializeTLog, rekorHandler } from '@sigstore/mock/dist/rekor/index.js';
import { tufHandlers } from '@tufjs/repo-mock/dist/handler.js';
import { initializeTUFRepo } from '@tufjs/repo-mock/dist/repo.js';
import { attest, type Bundle } from 'sigstore';
import { dir } from 'tmp-promise';
import type { TrustOptions } from '../../../../../plugins/n8n-node/checks/provenance/verify-attestations.ts';
import { serve } from './http-server.ts';

/** What GitHub says of a build in the token that it gives it. */
export interface Claims {
  iss: string;
  repository: string;
  /** The subject of the certificate: the workflow. */
  workflow_uri: string;
  runner_environment: string;
}

/** A sigstore of the test's own: authority, certificate log, transparency log and the roots of trust in them. */
export interface OwnSigstore extends AsyncDisposable {
  trust: TrustOptions;
  /** Signs a statement as a build with these claims. */
  attest(statement: object, claims: Claims): Promise<Bundle>;
}

export async function ownSigstore(): Promise<OwnSigstore> {
  const pair = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const ctLog = await initializeCTLog(pair());
  const authority = await initializeCA(pair(), ctLog);
  const tLog = await initializeTLog('http://127.0.0.1', pair());
  const signing = [fulcioHandler(authority, { subjectClaim: 'workflow_uri' }), rekorHandler(tLog)];

  const base64 = (bytes: ArrayBufferView | Buffer) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  const validFor = { start: new Date(Date.now() - 60_000).toISOString() };
  const log = (key: Buffer, id: string) => ({
    baseUrl: 'http://127.0.0.1',
    hashAlgorithm: 'SHA2_256',
    publicKey: { rawBytes: base64(key), keyDetails: 'PKIX_ECDSA_P256_SHA_256', validFor },
    logId: { keyId: id },
  });
  const roots = {
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [log(tLog.publicKey, createHash('sha256').update(tLog.publicKey).digest('base64'))],
    ctlogs: [log(ctLog.publicKey, base64(ctLog.logID))],
    certificateAuthorities: [
      {
        subject: { commonName: 'sigstore', organization: 'sigstore.mock' },
        uri: 'http://127.0.0.1',
        certChain: { certificates: [{ rawBytes: base64(authority.rootCertificate) }] },
        validFor,
      },
    ],
    timestampAuthorities: [],
  };
  const repository = initializeTUFRepo([{ name: 'trusted_root.json', content: JSON.stringify(roots) }]);
  const trusting = tufHandlers(repository, { metadataPathPrefix: '/tuf', targetPathPrefix: '/tuf/targets' });
  const server = await serve(async (path, body) => {
    const signer = signing.find((handler) => handler.path === path);
    const keeper = trusting.find((handler) => handler.path === path);
    const answer = signer ? await signer.fn(body) : keeper?.fn();
    if (!answer) return undefined;
    const { statusCode, response } = answer;
    return {
      status: statusCode,
      body:
        typeof response === 'string'
          ? response
          : new Uint8Array(response.buffer, response.byteOffset, response.byteLength),
    };
  });
  const folder = await dir({ prefix: 'service-test-', unsafeCleanup: true });
  const rootPath = join(folder.path, 'root.json');
  await writeFile(rootPath, JSON.stringify(repository.rootMeta.toJSON()));

  return {
    trust: { tufMirrorURL: `${server.url}/tuf`, tufRootPath: rootPath, tufCachePath: join(folder.path, 'cache') },
    attest: (statement, claims) =>
      attest(Buffer.from(JSON.stringify(statement)), 'application/vnd.in-toto+json', {
        fulcioURL: server.url,
        rekorURL: server.url,
        identityToken: tokenOf(claims),
        // The kind of log entry that the mock can keep as the real log does.
        legacyCompatibility: true,
      }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await folder.cleanup();
    },
  };
}

/** The mock of the authority does not look at the token's signature. */
function tokenOf(claims: Claims): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ ...claims, sub: claims.workflow_uri, aud: 'sigstore' })}.x`;
}
