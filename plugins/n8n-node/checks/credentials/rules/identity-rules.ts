import { docs } from '../../../docs-links.ts';
import { isFalseOAuth, isOAuth } from '../../../model/descriptions/credential-fields.ts';
import { isUnknown, listOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { n8nCredentials } from '../../../n8n/n8n-credentials.ts';
import type { CredentialRule } from '../credential-subject.ts';

const incomplete: CredentialRule = {
  code: 'credentials-description-incomplete',
  title: 'A credential lacks what n8n needs to show it',
  severity: 'error',
  why: 'n8n keeps credentials by name, lists them by label and goes through their fields. Where one of these is missing the credential can not be chosen or opened.',
  fix: 'Give the class `name`, `displayName` and a list `properties`.',
  bad: "export class AcmeApi implements ICredentialType {\n  name = 'acmeApi';\n  properties = [];\n}",
  good: "export class AcmeApi implements ICredentialType {\n  name = 'acmeApi';\n  displayName = 'Acme API';\n  properties = [];\n}",
  docs: docs.credentialFiles,
  supersededBy: ['types-error'],
  *check({ credential: { description } }) {
    const about = { object: description };
    for (const field of ['name', 'displayName']) {
      const value = description[field];
      if (!isUnknown(value) && (textOf(value) ?? '').trim() === '')
        yield { message: `the credential has no ${field}`, about };
    }
    const { properties } = description;
    if (!isUnknown(properties) && !Array.isArray(properties))
      yield { message: 'the credential has no list of properties', about };
  },
};

const naming: CredentialRule = {
  code: 'credentials-naming',
  title: 'A credential is not named as credentials are',
  severity: 'warning',
  why: "Names end with Api and labels with API all over n8n; OAuth2 credentials say so. People find a credential by it, and n8n's linter refuses others.",
  fix: 'Name it `acmeApi` and "Acme API"; with OAuth2 `acmeOAuth2Api` and "Acme OAuth2 API".',
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
      yield { message: `the name ${shown(name)} does not end with ${ending}`, about: about('name') };
    }
    const wanted = oauth2 ? /OAuth2.* API$/ : / API$/;
    if (label !== '' && !wanted.test(label)) {
      yield {
        message: `the label ${shown(label)} does not end with ${oauth2 ? 'OAuth2 API' : 'API'}`,
        about: about('displayName'),
      };
    }
  },
};

const inheritsOAuth1 = (description: Readonly<Record<string, unknown>>) =>
  listOf(description['extends']).includes('oAuth1Api');

const falseOAuth: CredentialRule = {
  code: 'credentials-oauth-without-base',
  title: 'A credential is called OAuth2 and does not extend the one of n8n',
  severity: 'warning',
  why: 'n8n shows the button to connect, and renews tokens, only for credentials that extend `oAuth2Api`.',
  fix: "Add `extends = ['oAuth2Api']`, or take OAuth2 out of the name.",
  bad: "name = 'acmeOAuth2Api';\ndisplayName = 'Acme OAuth2 API';",
  good: "name = 'acmeOAuth2Api';\nextends = ['oAuth2Api'];\ndisplayName = 'Acme OAuth2 API';",
  docs: docs.credentialFiles,
  *check({ credential, own }) {
    const { name, description, fields } = credential;
    if (isUnknown(description['extends'])) return;
    if (isFalseOAuth(credential, own)) {
      // With the fields of n8n's own, it can only be meant to be one.
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
  title: 'A credential extends one that does not exist',
  severity: 'error',
  why: 'n8n looks up what a credential extends whenever it is opened or used, and throws where there is nothing of that name.',
  fix: "Extend one of n8n's (`oAuth2Api`, `oAuth1Api`) or of the package, written exactly as it is named.",
  bad: "extends = ['oAuth2API'];",
  good: "extends = ['oAuth2Api'];",
  docs: docs.credentialFiles,
  *check({ credential, own, all }) {
    const { description } = credential;
    if (all.unknown.some((path) => path.includes('.credentials.'))) return;
    const about = { object: description, key: 'extends' };
    const { extends: parents } = description;
    if (parents !== undefined && !isUnknown(parents) && !Array.isArray(parents)) {
      yield { message: `extends is ${shown(parents)}, which is no list`, about };
    }
    for (const parent of credential.extends) {
      if (!own.has(parent) && !n8nCredentials.has(parent))
        yield { message: `there is no credential ${shown(parent)}`, about };
    }
  },
};

const undocumented: CredentialRule = {
  code: 'credentials-documentation-missing',
  title: 'A credential links to no documentation',
  severity: 'warning',
  why: 'n8n shows the link where the credential is entered. Without it people do not know where to get the key.',
  fix: 'Set `documentationUrl` to the full address of a page that explains it.',
  bad: "displayName = 'Acme API';\ndocumentationUrl = 'acme';",
  good: "displayName = 'Acme API';\ndocumentationUrl = 'https://acme.example/help/api-keys';",
  docs: docs.credentialFiles,
  supersededBy: [
    '@n8n/community-nodes/credential-documentation-url',
    'n8n-nodes-base/cred-class-field-documentation-url-missing',
    'n8n-nodes-base/cred-class-field-documentation-url-not-http-url',
  ],
  *check({ credential: { description } }) {
    const { documentationUrl } = description;
    if (isUnknown(documentationUrl)) return;
    const url = textOf(documentationUrl) ?? '';
    if (url === '') yield { message: 'the credential has no documentationUrl', about: { object: description } };
    else if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      yield {
        message: `documentationUrl is ${shown(url)}, which is no address of a web page`,
        about: { object: description, key: 'documentationUrl' },
      };
    }
  },
};

export const identityRules = [incomplete, naming, falseOAuth, extendsUnknown, undocumented];
