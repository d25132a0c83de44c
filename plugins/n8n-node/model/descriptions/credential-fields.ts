import type { DescribedCredential } from './described-credential.ts';

/**
 * Fields of n8n's own credentials that others extend; a test compares them with n8n-nodes-base.
 * Source: n8n-nodes-base 2.41, dist/credentials/OAuth2Api.credentials.js, dist/credentials/HttpBasicAuth.credentials.js and
 * others there
 */
export const inherited: Readonly<Record<string, readonly string[]>> = {
  oAuth2Api: [
    'useDynamicClientRegistration',
    'grantType',
    'serverUrl',
    'authUrl',
    'accessTokenUrl',
    'clientId',
    'clientCredentialType',
    'clientSecret',
    'privateKey',
    'certificate',
    'scope',
    'authQueryParameters',
    'authentication',
    'sendAdditionalBodyProperties',
    'additionalBodyProperties',
    'ignoreSSLIssues',
    'tokenExpiredStatusCode',
    'jweEnabled',
    'jwksUri',
    'inlineJwks',
    'oauthTokenData',
  ],
  oAuth1Api: [
    'authUrl',
    'accessTokenUrl',
    'consumerKey',
    'consumerSecret',
    'requestTokenUrl',
    'signatureMethod',
    'oauthTokenData',
  ],
  httpBasicAuth: ['user', 'password'],
  httpDigestAuth: ['user', 'password'],
  httpHeaderAuth: ['name', 'value', 'useCustomAuth'],
  httpQueryAuth: ['name', 'value'],
  httpBearerAuth: ['token', 'useCustomAuth'],
};

/** Fields that n8n adds to credentials: `DOMAIN_RESTRICTION_FIELDS` of n8n-workflow. */
const added = ['allowedHttpRequestDomains', 'allowedDomains'];

/** The credentials of a package by name; as in n8n, the last one with a name counts. */
export type OwnCredentials = ReadonlyMap<string, DescribedCredential>;

/** A credential and all that it extends, by name. */
function lineOf(name: string, own: OwnCredentials): Set<string> {
  const line = new Set([name]);
  // Iterating over a set includes elements that are added meanwhile.
  for (const one of line) for (const parent of own.get(one)?.extends ?? []) line.add(parent);
  return line;
}

/** The fields of a credential, with inherited ones; undefined if not all are known. */
export function fieldsOfCredential(name: string, own: OwnCredentials): ReadonlySet<string> | undefined {
  const fields = new Set(added);
  for (const one of lineOf(name, own)) {
    const credential = own.get(one);
    if (!credential && !Object.hasOwn(inherited, one)) return undefined;
    // The results of `preAuthentication` become fields too.
    if (credential && (!credential.complete || credential.methods.has('preAuthentication'))) return undefined;
    for (const field of credential?.fields.named.keys() ?? inherited[one] ?? []) fields.add(field);
  }
  return fields;
}

/**
 * Whether a credential has OAuth2 in its name, but neither n8n nor the credential itself implements OAuth2. All other
 * faults of it are consequences.
 */
export function isFalseOAuth(
  { name, description, methods }: Pick<DescribedCredential, 'name' | 'description' | 'methods'>,
  own: OwnCredentials,
): boolean {
  const { displayName, authenticate } = description;
  const said = `${name} ${typeof displayName === 'string' ? displayName : ''}`;
  const doesItself = methods.size > 0 || authenticate !== undefined;
  return /oauth2/i.test(said) && !doesItself && isOAuth(name, own) === false;
}

/** Whether n8n implements OAuth for a credential; undefined if it extends an unknown one. */
export function isOAuth(name: string, own: OwnCredentials): boolean | undefined {
  const line = [...lineOf(name, own)];
  if (line.some((one) => /^oAuth\dApi$/.test(one))) return true;
  return line.every((one) => own.has(one) || Object.hasOwn(inherited, one)) ? false : undefined;
}
