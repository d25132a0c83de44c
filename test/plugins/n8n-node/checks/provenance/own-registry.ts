import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import type { Published } from '../../../../../kernel/check.ts';
import { Registry } from '../../../../../runner/source/registry.ts';
import { type Answer, type HttpServer, serve } from './http-server.ts';

const name = '@acme/n8n-nodes-acme';
const version = '1.2.3';
const tarball = Buffer.from('what npm would unpack');
export const sha512 = createHash('sha512').update(tarball).digest('hex');
export const integrity = `sha512-${Buffer.from(sha512, 'hex').toString('base64')}`;
export const purl = 'pkg:npm/%40acme/n8n-nodes-acme@1.2.3';

export interface RegistryContents {
  /** The keys that it serves: none, its own, or its own as expired before the version was published. */
  keys?: 'none' | 'own' | 'expired' | 'other';
  /** What the signature of the version is made of; no signature when empty. */
  signed?: string;
  /** Attestations as they are served; the version lists none when absent. */
  attestations?: { predicateType: string; bundle: unknown }[];
  /** Answers that are broken, by the beginning of their path. */
  broken?: { path: string } & Answer;
}

export interface OwnRegistry extends HttpServer {
  published: Published;
}

/** A registry that signs, as npm's own does: https://docs.npmjs.com/about-registry-signatures */
export async function ownRegistry({
  keys = 'own',
  signed = `${name}@${version}:${integrity}`,
  attestations,
  broken,
}: RegistryContents): Promise<OwnRegistry> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const keyid = `SHA256:${createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')}`;
  const key = {
    keyid: keys === 'other' ? 'SHA256:another' : keyid,
    keytype: 'ecdsa-sha2-nistp256',
    scheme: 'ecdsa-sha2-nistp256',
    key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    expires: keys === 'expired' ? '2020-01-01T00:00:00.000Z' : null,
  };
  const server = await serve((path) => {
    const json = (value: unknown) => ({ status: 200, body: JSON.stringify(value) });
    if (broken && path.startsWith(broken.path)) return broken;
    if (path === '/-/npm/v1/keys') return keys === 'none' ? undefined : json({ keys: [key] });
    if (path.startsWith('/-/npm/v1/attestations/')) return json({ attestations });
    if (path.toLowerCase() !== '/@acme%2fn8n-nodes-acme') return undefined;
    const dist = {
      tarball: `${server.url}/acme.tgz`,
      integrity,
      ...(signed !== '' && {
        signatures: [{ keyid, sig: createSign('SHA256').update(signed).sign(privateKey, 'base64') }],
      }),
      ...(attestations && {
        // As npm has it, on a host of its own: it must not be asked there.
        attestations: {
          url: `https://registry.invalid/-/npm/v1/attestations/${name}@${version}`,
          provenance: { predicateType: 'https://slsa.dev/provenance/v1' },
        },
      }),
    };
    return json({
      name,
      'dist-tags': { latest: version },
      time: { [version]: '2026-06-01T00:00:00.000Z' },
      versions: { [version]: { name, version, dist } },
    });
  });
  const registry = new Registry(new URL(`${server.url}/`), 15);
  const ask: Published['ask'] = (path, signal) => registry.ask(path, signal);
  return { ...server, published: { name, version, integrity, registry: `${server.url}/`, ask } };
}
