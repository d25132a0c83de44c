import type { DescribedCredential } from './described-credential.ts';

/**
 * Fields of n8n's own credentials that others extend; a test compares them with n8n-nodes-base.
 * Source: n8n-nodes-base 2.41, dist/credentials/OAuth2Api.credentials.js and dist/credentials/OAuth1Api.credentials.js
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
};

/** What n8n adds to credentials: `DOMAIN_RESTRICTION_FIELDS` of n8n-workflow. */
const added = ['allowedHttpRequestDomains', 'allowedDomains'];

/** The credentials of a package by name, of which the last one of a name counts, as in n8n. */
export type OwnCredentials = ReadonlyMap<string, DescribedCredential>;

/** A credential and all that it adds to, by name. */
function lineOf(name: string, own: OwnCredentials): Set<string> {
  const line = new Set([name]);
  // A set that grows while it is gone through is gone through to its new end.
  for (const one of line) for (const parent of own.get(one)?.extends ?? []) line.add(parent);
  return line;
}

/** The fields that a credential has, with those that it inherits; undefined when they can't all be told. */
export function fieldsOfCredential(name: string, own: OwnCredentials): ReadonlySet<string> | undefined {
  const fields = new Set(added);
  for (const one of lineOf(name, own)) {
    const credential = own.get(one);
    if (!credential && !Object.hasOwn(inherited, one)) return undefined;
    // What it fetches before it authenticates becomes fields as well.
    if (credential && (!credential.complete || credential.methods.has('preAuthentication'))) return undefined;
    for (const field of credential?.fields.named.keys() ?? inherited[one] ?? []) fields.add(field);
  }
  return fields;
}

/**
 * Whether a credential calls itself OAuth2 and is none: neither n8n authorises it nor does it do so itself. All else that
 * it lacks follows from that.
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

/** Whether a credential is one that n8n authorises by OAuth; undefined when it adds to one that is not known. */
export function isOAuth(name: string, own: OwnCredentials): boolean | undefined {
  const line = [...lineOf(name, own)];
  if (line.some((one) => Object.hasOwn(inherited, one))) return true;
  return line.every((one) => own.has(one)) ? false : undefined;
}
