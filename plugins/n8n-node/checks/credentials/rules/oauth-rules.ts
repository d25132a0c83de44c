import { docs } from '../../../docs-links.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import { isUnknown, shown, textOf } from '../../../model/parameters/plain.ts';
import type { CredentialRule } from '../credential-subject.ts';

/** The fields of n8n's OAuth2 credential that it decides by, with the values that it knows: n8n-nodes-base 2.41. */
const choices: Readonly<Record<string, readonly string[]>> = {
  grantType: ['authorizationCode', 'clientCredentials', 'pkce'],
  authentication: ['body', 'header'],
};

const incomplete: CredentialRule = {
  code: 'credentials-oauth-incomplete',
  title: 'An OAuth2 credential can not get a token',
  severity: 'error',
  why: 'n8n takes the addresses, the grant and the place of the client ID from fields of these names. What is hidden is as the credential says: empty, or unknown to n8n, it makes every attempt to connect fail.',
  fix: "Give `authUrl` and `accessTokenUrl` the addresses of the service, `grantType` 'authorizationCode', 'clientCredentials' or 'pkce', and `authentication` 'header' or 'body'.",
  bad: "{ displayName: 'Access Token URL', name: 'accessTokenUrl', type: 'hidden', default: '' }",
  good: "{ displayName: 'Access Token URL', name: 'accessTokenUrl', type: 'hidden', default: 'https://acme.io/oauth/token' }",
  docs: docs.credentialFiles,
  *check({ credential }) {
    if (!credential.extends.includes('oAuth2Api')) return;
    const hidden = (name: string) => onlyHidden(credential.fields.named.get(name) ?? []);
    const grant = hidden('grantType');
    const urls =
      textOf(grant?.raw['default']) === 'clientCredentials' ? ['accessTokenUrl'] : ['authUrl', 'accessTokenUrl'];
    for (const name of urls) {
      const field = hidden(name);
      if (field && textOf(field.raw['default'])?.trim() === '')
        yield { message: `${name} is hidden and empty`, about: { object: field.raw } };
    }
    for (const [name, known] of Object.entries(choices)) {
      const field = hidden(name);
      const value = textOf(field?.raw['default']);
      if (!field || value === undefined || value.startsWith('=') || known.includes(value)) continue;
      yield { message: `${name} is ${shown(value)}, which n8n does not know`, about: { object: field.raw } };
    }
  },
};

/** The field of a name, where there is one only and nobody can change it. */
function onlyHidden([field, ...others]: readonly Parameter[]): Parameter | undefined {
  return field && others.length === 0 && field.type === 'hidden' && !isUnknown(field.raw['default'])
    ? field
    : undefined;
}

export const oauthRules: readonly CredentialRule[] = [incomplete];
