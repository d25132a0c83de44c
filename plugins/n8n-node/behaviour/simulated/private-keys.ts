import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { INodeProperties } from 'n8n-workflow';

const keys = new Map<string, string>();

/**
 * A private key in PEM, or of a wallet, for a field that clearly takes one; undefined for others: many APIs call their
 * tokens private keys.
 * @param owner what has a key of its own
 */
export function privateKeyFor(
  { name, displayName, placeholder = '', description = '', hint = '', typeOptions }: INodeProperties,
  owner = '',
): string | undefined {
  const about = `${placeholder} ${description} ${hint}`;
  if (!/private[ _-]?key/i.test(`${name} ${displayName}`)) return undefined;
  const isFile =
    /-----BEGIN|\bPEM\b|\bPKCS\b|\.p8\b|\.pem\b|service account|\bnewlines?\b|\\n/i.test(about) ||
    (typeOptions?.rows ?? 0) > 1;
  const isWallet =
    placeholder.startsWith('0x') ||
    /\bhex/i.test(about) ||
    (!isFile && /\bwallet|\bsign(?:ing)? transactions|ethereum/i.test(about));
  if (!isWallet && !isFile) return undefined;
  const isElliptic = /\bEC\b|ECDSA|ES256|\.p8\b/.test(about);
  return kept(`${isWallet} ${isElliptic} ${owner}`, () =>
    isWallet ? `0x${randomBytes(32).toString('hex')}` : newKey(isElliptic),
  );
}

/** A private key in PEM. */
export const privateKey = (): string => kept('', () => newKey(false));

/** A key that is made once: it takes long. */
function kept(id: string, make: () => string): string {
  const key = keys.get(id) ?? make();
  keys.set(id, key);
  return key;
}

/**
 * The key file of a service account of Google, for a field that takes its JSON; undefined for others.
 * https://cloud.google.com/iam/docs/keys-create-delete#creating
 * @param id its secret ID
 */
export function serviceAccountFor(
  { name, displayName, placeholder = '', description = '' }: INodeProperties,
  id: () => string,
): string | undefined {
  const about = `${name} ${displayName} ${placeholder} ${description}`;
  const isJson = /json/i.test(`${name} ${displayName}`) || placeholder.trimStart().startsWith('{');
  if (!isJson || !/service[ _-]?account/i.test(about)) return undefined;
  return JSON.stringify({
    ...{ type: 'service_account', project_id: 'project', private_key_id: id(), private_key: privateKey() },
    ...{ client_email: 'someone@project.iam.gserviceaccount.com', client_id: '1' },
    ...{ auth_uri: 'https://accounts.google.com/o/oauth2/auth', token_uri: 'https://oauth2.googleapis.com/token' },
  });
}

function newKey(isElliptic: boolean): string {
  const { privateKey } = isElliptic
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
