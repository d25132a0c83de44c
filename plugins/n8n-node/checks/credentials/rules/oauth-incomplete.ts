import { docs } from '../../../docs-links.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import { isUnknown, shown, textOf } from '../../../model/parameters/plain.ts';
import type { CredentialRule } from '../credential-subject.ts';

/**
 * Fields of n8n's OAuth2 credential, with the values that n8n supports.
 * Source: n8n-nodes-base 2.41, dist/credentials/OAuth2Api.credentials.js
 */
const choices: Readonly<Record<string, readonly string[]>> = {
  grantType: ['authorizationCode', 'clientCredentials', 'pkce'],
  authentication: ['body', 'header'],
};

export const oauthIncomplete: CredentialRule = {
  code: 'credentials-oauth-incomplete',
  title: 'OAuth2 credential cannot get a token',
  severity: 'error',
  why: 'n8n reads the URLs, the grant type and where to send the client ID from these fields. Users cannot change a hidden field: if its value is empty, unknown to n8n or the URL of the other field, every attempt to connect fails. Reported as a warning if n8n uses a value of its own instead.',
  fix: "Set `authUrl` and `accessTokenUrl` to the URLs of the service, `grantType` to 'authorizationCode', 'clientCredentials' or 'pkce', and `authentication` to 'header' or 'body'.",
  bad: "{ displayName: 'Access Token URL', name: 'accessTokenUrl', type: 'hidden', default: '' }",
  good: "{ displayName: 'Access Token URL', name: 'accessTokenUrl', type: 'hidden', default: 'https://acme.io/oauth/token' }",
  docs: docs.credentialFiles,
  *check({ credential }) {
    if (!credential.extends.includes('oAuth2Api')) return;
    const hidden = (name: string) => onlyHidden(credential.fields.named.get(name) ?? []);
    const [grant] = credential.fields.named.get('grantType') ?? [];
    const urls =
      textOf(grant?.raw['default']) === 'clientCredentials' ? ['accessTokenUrl'] : ['authUrl', 'accessTokenUrl'];
    for (const name of urls) {
      const field = hidden(name);
      if (field && textOf(field.raw['default'])?.trim() === '')
        yield { message: `${name}: hidden field has an empty default`, about: { object: field.raw } };
    }
    const { named } = credential.fields;
    for (const name of urls) {
      const misnamed = named.has(name) || !urls.some((one) => named.has(one)) ? undefined : misnamedUrl(name, named);
      if (misnamed)
        yield { message: `${name}: n8n does not read ${shown(misnamed.name)}`, about: { object: misnamed.raw } };
    }
    const shared = urls.length > 1 ? sharedUrl(hidden('authUrl'), hidden('accessTokenUrl')) : undefined;
    if (shared) yield { message: `accessTokenUrl: ${shared.url} is also in authUrl`, about: { object: shared.raw } };
    const isSet = ({ raw }: Parameter) => (textOf(raw['default'])?.trim() ?? '') !== '';
    const [set] = urls.flatMap((name) => credential.fields.named.get(name) ?? []).filter(isSet);
    for (const name of urls) {
      // What is not there is inherited: an empty field that n8n shows.
      if (!set || named.has(name) || misnamedUrl(name, named)) continue;
      const message = `${name} is not set, although ${set.name} is: users have to enter the URL`;
      yield { message, severity: 'warning', about: { object: set.raw } };
    }
    for (const [name, known] of Object.entries(choices)) {
      const field = hidden(name);
      const value = textOf(field?.raw['default']);
      if (!field || value === undefined || value.startsWith('=') || known.includes(value)) continue;
      const about = { object: field.raw };
      if (name === 'grantType') yield { message: `${name}: n8n does not support ${shown(value)}`, about };
      // n8n uses that for whatever it does not know.
      else if (!/^header$/i.test(value))
        yield {
          message: `${name}: n8n does not support ${shown(value)}, and uses "header"`,
          severity: 'warning',
          about,
        };
    }
  },
};

/** A URL with which a service either asks users or gives tokens, in the fields for both. */
function sharedUrl(auth: Parameter | undefined, token: Parameter | undefined) {
  const urlsIn = (field: Parameter | undefined) => textOf(field?.raw['default'])?.match(endpoint) ?? [];
  const asking = new Set(urlsIn(auth));
  const url = urlsIn(token).find((one) => asking.has(one));
  return token && url && { url, raw: token.raw };
}

/** Where the path says which of both it is for; an expression may hold several. */
const endpoint =
  /https:\/\/[\w.${}-]+(?:\/[\w.${}-]+)*\/(?:auth|authori[sz]e|authori[sz]ation|login|token|access_token)(?![\w/-])/gi;

/** The field that was to have the name of a URL, `tokenUrl` for `accessTokenUrl`: a hidden one, or one with URLs to choose from. */
function misnamedUrl(name: string, named: ReadonlyMap<string, readonly Parameter[]>): Parameter | undefined {
  const likely = name === 'authUrl' ? /^(?:oauth_?)?authori[sz](?:e|ation)_?ur[il]$/i : /^(?:oauth_?)?token_?ur[il]$/i;
  return [...named].flatMap(([other, fields]) =>
    likely.test(other) ? (onlyHidden(fields) ?? onlyUrls(fields) ?? []) : [],
  )[0];
}

/** The field of a name, if it is the only one and users cannot change it. */
function onlyHidden([field, ...others]: readonly Parameter[]): Parameter | undefined {
  return field && others.length === 0 && field.type === 'hidden' && !isUnknown(field.raw['default'])
    ? field
    : undefined;
}

const onlyUrls = ([field, ...others]: readonly Parameter[]): Parameter | undefined =>
  field?.choices?.length && others.length === 0 && field.choices.every(({ value }) => /^https:/.test(String(value)))
    ? field
    : undefined;
