import { docs } from '../../../docs-links.ts';
import { urlsOf } from '../../../model/descriptions/template-url.ts';
import { expressionsIn } from '../../../model/expressions/expression-texts.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import { type Plain, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import type { CredentialRule, CredentialSubject } from '../credential-subject.ts';

/** Names of fields that hold where the service is. */
const ofPlace =
  /^(?:(?:api|base|server|instance|service|site|tenant|workspace|environment|custom|root)_?)*(?:url|uri|host|hostname|domain|server|endpoint|instance)$/i;

export const testHostFixed: CredentialRule = {
  code: 'credentials-test-host-fixed',
  title: 'Test of the credential ignores the URL in the credential',
  severity: 'error',
  why: 'The nodes send requests to the URL in the credential, but the test always goes to its default. Keys of other instances are sent to the wrong server, and n8n shows them as invalid.',
  fix: "Read the field in the test: `baseURL: '={{$credentials.baseUrl}}'`.",
  bad: `properties = [{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: 'https://api.acme.io' }, …];
test = { request: { baseURL: 'https://api.acme.io', url: '/me' } };`,
  good: `properties = [{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: 'https://api.acme.io' }, …];
test = { request: { baseURL: '={{$credentials.baseUrl}}', url: '/me' } };`,
  docs: docs.credentialFiles,
  *check(subject) {
    const { description, methods, fields } = subject.credential;
    const request = plainOf(plainOf(description['test'])?.['request']);
    const [first] = [...urlsOf(request)];
    const host = first && hostIn(first.url);
    // A function may change the request.
    if (!request || !first || host === undefined || methods.size > 0) return;
    const own = [description['test'], description['authenticate']];
    for (const field of fields.parameters) {
      if (own.some((one) => names(one, field.name))) continue;
      const isPlace = holdsPlace(field, host) && isUsed(field.name, subject);
      if (!isPlace && !(isChoice(field) && choosesHost(field.name, subject))) continue;
      yield {
        message: `test: the request goes to ${shown(first.url)}, whatever "${field.path}" is`,
        about: { object: description, key: 'test' },
      };
    }
  },
};

/** Whether users enter in it where the service is, and this host is what it suggests. */
function holdsPlace({ type, name, raw, display }: Parameter, host: string): boolean {
  if (type !== 'string' || display || !ofPlace.test(name)) return false;
  const { default: initial, placeholder } = raw;
  return hostIn(textOf(initial) || (textOf(placeholder) ?? '').replace(/^e\.g\.:? /i, '')) === host;
}

const isChoice = ({ type, display }: Parameter) => (type === 'options' || type === 'boolean') && !display;

/** Whether a node asks another host for another value: `={{ $credentials.env === 'test' ? 'https://…' : 'https://…' }}`. */
function choosesHost(field: string, subject: CredentialSubject): boolean {
  const inHost = new RegExp(String.raw`://[^/'"]{0,200}\$credentials\??\.${field.replace(/\W/g, '\\$&')}\b`);
  return isInExpression(field, subject, (text) => twoHosts.test(text) || inHost.test(text));
}

const twoHosts = /https?:\/\/[^'"`?]*['"`][^'"`]*['"`]https?:\/\//;

/** The host of a URL without expressions, or a host; in lower case. */
function hostIn(text: string): string | undefined {
  if (/[{}\s]/.test(text) || !/\.|:\/\//.test(text)) return undefined;
  const url = URL.parse(text.includes('://') ? text.replace(/^=/, '') : `https://${text}`);
  return url?.hostname;
}

const names = (value: unknown, field: string) => readIn(field).test(JSON.stringify(value ?? null));

const readIn = (field: string) => new RegExp(String.raw`\$credentials\b[^}]*\b${field.replace(/\W/g, '\\$&')}\b`);

/** Whether the code of a node or an expression in its description reads a field. */
const isUsed = (field: string, subject: CredentialSubject) =>
  subject.isRead(subject.credential.name, field) || isInExpression(field, subject);

function isInExpression(
  field: string,
  { credential: { name }, all }: CredentialSubject,
  isMeant = (_: string) => true,
): boolean {
  const reads = new RegExp(String.raw`\$credentials\??\.${field.replace(/\W/g, '\\$&')}\b`);
  const says = (description: Plain) =>
    [...expressionsIn(description)].some(({ text }) => reads.test(text) && isMeant(text));
  return all.nodes.some(({ versions }) =>
    versions.some(({ credentials, description }) => credentials.some((one) => one.name === name) && says(description)),
  );
}
