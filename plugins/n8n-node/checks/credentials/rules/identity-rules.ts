import { docs } from '../../../docs-links.ts';
import { isFalseOAuth, isOAuth } from '../../../model/descriptions/credential-fields.ts';
import { isTemplateRepository, isTemplateUrl } from '../../../model/descriptions/template-url.ts';
import { isUnknown, listOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { isTemplate } from '../../../project/manifest/package-name.ts';
import type { CredentialRule } from '../credential-subject.ts';

const incomplete: CredentialRule = {
  code: 'credentials-description-incomplete',
  title: 'Credential lacks a required field',
  severity: 'error',
  why: 'n8n stores credentials by name, lists them by label and reads their fields. If one of these is missing, the credential cannot be selected or opened.',
  fix: 'Add `name`, `displayName` and an array `properties` to the class.',
  bad: "export class AcmeApi implements ICredentialType {\n  name = 'acmeApi';\n  properties = [];\n}",
  good: "export class AcmeApi implements ICredentialType {\n  name = 'acmeApi';\n  displayName = 'Acme API';\n  properties = [];\n}",
  docs: docs.credentialFiles,
  supersededBy: ['types-error'],
  *check({ credential: { description } }) {
    const about = { object: description };
    for (const field of ['name', 'displayName']) {
      const value = description[field];
      if (!isUnknown(value) && (textOf(value) ?? '').trim() === '')
        yield { message: `The credential has no ${field}`, about };
    }
    const { properties } = description;
    if (!isUnknown(properties) && !Array.isArray(properties))
      yield { message: 'The credential has no array "properties"', about };
  },
};

const naming: CredentialRule = {
  code: 'credentials-naming',
  title: 'Name of the credential does not follow the convention',
  severity: 'warning',
  why: "In n8n, names of credentials end with Api and labels with API; those of OAuth2 credentials contain OAuth2. Users search by these words, and n8n's linter reports other names.",
  fix: 'Name it `acmeApi` and "Acme API", or with OAuth2 `acmeOAuth2Api` and "Acme OAuth2 API".',
  bad: "name = 'acme';\ndisplayName = 'Acme Key';",
  good: "name = 'acmeApi';\ndisplayName = 'Acme API';",
  docs: docs.credentialFiles,
  supersededBy: ['@n8n/community-nodes/cred-class-oauth2-naming', 'n8n-nodes-base/cred-class-'],
  *check({ credential: { description, name }, own }) {
    const oauth2 = isOAuth(name, own) === true && !inheritsOAuth1(description);
    const ending = oauth2 ? 'OAuth2Api' : 'Api';
    const label = textOf(description['displayName']) ?? '';
    const about = (key: string) => ({ object: description, key });
    if (textOf(description['name']) && !name.endsWith(ending)) {
      yield { message: `name: ${shown(name)} does not end with "${ending}"`, about: about('name') };
    }
    const wanted = oauth2 ? /OAuth2.* API$/ : / API$/;
    if (label !== '' && !wanted.test(label)) {
      yield {
        message: `displayName: ${shown(label)} does not end with "${oauth2 ? 'OAuth2 API' : 'API'}"`,
        about: about('displayName'),
      };
    }
  },
};

const inheritsOAuth1 = (description: Readonly<Record<string, unknown>>) =>
  listOf(description['extends']).includes('oAuth1Api');

const falseOAuth: CredentialRule = {
  code: 'credentials-oauth-without-base',
  title: 'OAuth2 credential does not extend oAuth2Api',
  severity: 'warning',
  why: 'n8n shows the "Connect" button and refreshes tokens only for credentials that extend `oAuth2Api`.',
  fix: "Add `extends = ['oAuth2Api']`, or remove OAuth2 from the name.",
  bad: "name = 'acmeOAuth2Api';\ndisplayName = 'Acme OAuth2 API';",
  good: "name = 'acmeOAuth2Api';\nextends = ['oAuth2Api'];\ndisplayName = 'Acme OAuth2 API';",
  docs: docs.credentialFiles,
  *check({ credential, own }) {
    const { name, description, fields } = credential;
    if (isUnknown(description['extends'])) return;
    if (isFalseOAuth(credential, own)) {
      // With the fields of n8n's OAuth2 credential, it is certainly one.
      const hasFields = ['authUrl', 'accessTokenUrl'].every((field) => fields.named.has(field));
      yield {
        message: `${shown(name)} does not extend oAuth2Api`,
        ...(hasFields && { severity: 'error' as const }),
        about: { object: description },
      };
    }
  },
};

const extendsUnknown: CredentialRule = {
  code: 'credentials-extends-unknown',
  title: 'Credential extends an unknown credential',
  severity: 'error',
  why: 'n8n looks up the extended credential whenever a credential is opened or used, and throws if it does not exist.',
  fix: 'Extend a credential of n8n (`oAuth2Api`, `oAuth1Api`) or of the package. Names are case-sensitive.',
  bad: "extends = ['oAuth2API'];",
  good: "extends = ['oAuth2Api'];",
  docs: docs.credentialFiles,
  *check({ credential, own, all }) {
    const { description } = credential;
    if (all.unknown.some(({ path }) => path.includes('.credentials.'))) return;
    const about = { object: description, key: 'extends' };
    const { extends: parents } = description;
    if (parents !== undefined && !isUnknown(parents) && !Array.isArray(parents)) {
      yield { message: `extends: ${shown(parents)} is not an array`, about };
    }
    for (const parent of credential.extends) {
      if (!own.has(parent) && all.n8n.credentials?.has(parent) === false)
        yield { message: `extends: the credential ${shown(parent)} does not exist`, about };
    }
  },
};

const undocumented: CredentialRule = {
  code: 'credentials-documentation-missing',
  title: 'Credential has no link to documentation',
  severity: 'warning',
  why: 'n8n shows the link in the form of the credential. Without it, users do not know where to get the key.',
  fix: 'Set `documentationUrl` to the URL of a page that explains how to get the credential.',
  bad: "displayName = 'Acme API';\ndocumentationUrl = 'acme';",
  good: "displayName = 'Acme API';\ndocumentationUrl = 'https://acme.example/help/api-keys';",
  docs: docs.credentialFiles,
  supersededBy: [
    '@n8n/community-nodes/credential-documentation-url',
    'n8n-nodes-base/cred-class-field-documentation-url-missing',
    'n8n-nodes-base/cred-class-field-documentation-url-not-http-url',
  ],
  *check({ credential: { description }, all: { manifest } }) {
    const { documentationUrl } = description;
    if (isUnknown(documentationUrl)) return;
    const url = textOf(documentationUrl) ?? '';
    if (url === '') yield { message: 'The credential has no documentationUrl', about: { object: description } };
    else {
      const isHttp = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
      if (isHttp && (!isPlaceholder(new URL(url)) || isTemplate(manifest?.['name']))) return;
      yield {
        message: `documentationUrl: ${shown(url)} is ${isHttp ? 'a placeholder' : 'not an HTTP URL'}`,
        about: { object: description, key: 'documentationUrl' },
      };
    }
  },
};

/** `yourusername`, `your-company`, but not `your-server`, which is a domain. */
const ofReader =
  /^(?:<|%3C)?your[-_]?(?:api|app|company|docs?|domain|name|org|organization|repo|repository|service|site|user|username|website)[-_]?(?:name|url|id)?(?:>|%3E)?$/i;

/** Whether a URL leads nowhere: to no domain, to one for examples, or to a page whose name is to be filled in. */
function isPlaceholder({ href, hostname, pathname }: URL): boolean {
  const names = [...hostname.split('.'), ...pathname.split('/')];
  return (
    isTemplateUrl(href) ||
    /^(?!localhost$)[\w-]+$/.test(hostname) ||
    isTemplateRepository(href) ||
    /(?:\.{3}|%E2%80%A6)\/?$/.test(pathname) ||
    names.some((name) => ofReader.test(name))
  );
}

export const identityRules = [incomplete, naming, falseOAuth, extendsUnknown, undocumented];
