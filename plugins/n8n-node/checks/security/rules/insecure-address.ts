import type { Node } from 'oxc-parser';
import { keyName } from '../../../ast/scope.ts';
import { docs } from '../../../docs-links.ts';
import { isHarmless } from '../../../model/sources/harmless-hosts.ts';
import { hostOf } from '../../../model/sources/hosts.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';

/** Names of fields and variables for the URL of a request. */
const urlField =
  /^(url|uri|(base|api|auth|authorization|token|access_?token|request|service|server|root)_?(url|uri|endpoint)|endpoint)$/i;

/** Unencrypted requests to a service on the Internet. */
export const insecureAddress: NodeRule = {
  code: 'security-address-insecure',
  title: 'Requests are sent over HTTP',
  severity: 'error',
  why: 'Keys and data are sent unencrypted, so anyone on the network path can read and modify them.',
  fix: 'Use https://. If users host the service themselves, let them enter its URL in the credential.',
  bad: "baseURL: 'http://api.acme.io'",
  good: "baseURL: 'https://api.acme.io'",
  docs: docs.verification,
  types: ['Literal', 'TemplateLiteral'],
  check({ node, view }) {
    if (!/^=?http:\/\//.test(view.text.slice(node.start + 1, node.start + 9))) return undefined;
    const use = hostOf(node, view);
    const field = use?.field === 'default' ? hiddenField(node) : use?.field;
    if (!use || field === undefined || !urlField.test(field) || isInside(use.host)) return undefined;
    const message = `Requests to ${use.host} are sent over HTTP`;
    return [{ message, start: use.start, end: use.end }];
  },
};

/** The name of the hidden field with this default, which users cannot change: `accessTokenUrl`. */
function hiddenField({ parent }: Node): string | undefined {
  const object = parent?.parent;
  if (object?.type !== 'ObjectExpression') return undefined;
  const texts = new Map<string | undefined, unknown>();
  for (const property of object.properties)
    if (property.type === 'Property' && property.value.type === 'Literal')
      texts.set(keyName(property), property.value.value);
  const name = texts.get('name');
  return texts.get('type') === 'hidden' && typeof name === 'string' ? name : undefined;
}

/** In the user's network, or not a host. */
const isInside = (host: string) => /^[\d.]+$/.test(host) || (isHarmless(host) && !/\.example$/.test(host));
