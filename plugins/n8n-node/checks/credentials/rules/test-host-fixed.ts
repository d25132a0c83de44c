import { docs } from '../../../docs-links.ts';
import { urlsOf } from '../../../model/descriptions/template-url.ts';
import { expressionsIn } from '../../../model/expressions/expression-texts.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import { type Plain, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import type { CredentialRule, CredentialSubject } from '../credential-subject.ts';

/** Names of fields that hold where the service is. */
export const ofPlace =
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
      if (!isPlace && !(isChoice(field) && choosesHost(field.name, host, subject))) continue;
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

/**
 * Whether a node asks this host for one value of a field, and another one for another value:
 * `={{ $credentials.env === 'test' ? 'https://…' : 'https://…' }}`, `=https://{{ $credentials.region }}.acme.io`.
 */
const choosesHost = (field: string, host: string, subject: CredentialSubject): boolean =>
  isInExpression(field, subject, (text) => {
    const hosts = hostsIn(text.slice(0, maxLength));
    const isAmong = hosts.some((one) => !one.includes('{{') && one === host);
    return new Set(hosts).size > 1 ? isAmong : hosts.some((one) => isFilledIn(one, host));
  });

/** The hosts of the URLs in an expression, as they are written. */
const hostsIn = (text: string): string[] =>
  [...text.matchAll(/https?:\/\/((?:\{\{[^{}]{0,200}\}\}|[\w.-]){1,200})/g)].map(([, host = '']) => host);

/** Whether a host is one with a value in place of an expression. */
function isFilledIn(written: string, host: string): boolean {
  const [before = '', after = '', ...more] = written.split(/\{\{[^{}]*\}\}/);
  if (!written.includes('{{') || more.length > 0 || after === '') return false;
  const value = host.slice(before.length, host.length - after.length);
  return host.startsWith(before) && host.endsWith(after) && value !== '' && !value.includes('.');
}

/** Characters of an expression that are looked at. */
const maxLength = 2000;

/** The host of a URL without expressions, or a host; in lower case. */
function hostIn(text: string): string | undefined {
  if (/[{}\s]/.test(text) || !/\.|:\/\//.test(text)) return undefined;
  const url = URL.parse(text.includes('://') ? text.replace(/^=/, '') : `https://${text}`);
  return url?.hostname;
}

export const names = (value: unknown, field: string) => readIn(field).test(JSON.stringify(value ?? null));

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
