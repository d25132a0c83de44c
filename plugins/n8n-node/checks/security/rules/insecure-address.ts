import type { Node } from 'oxc-parser';
import { keyName } from '../../../ast/scope.ts';
import { docs } from '../../../docs-links.ts';
import { isHarmless } from '../../../model/sources/harmless-hosts.ts';
import { hostOf } from '../../../model/sources/hosts.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';

/** Fields and names of what requests are sent to. */
const sentTo =
  /^(url|uri|(base|api|auth|authorization|token|access_?token|request|service|server|root)_?(url|uri|endpoint)|endpoint)$/i;

/** Requests to a service on the Internet that go without encryption. */
export const insecureAddress: NodeRule = {
  code: 'security-address-insecure',
  title: 'Requests go over http',
  severity: 'error',
  why: 'Keys and data are sent in the clear: everyone on the way can read and change them.',
  fix: 'Write https://. Where users run the service themselves, let them enter its address in the credential.',
  bad: "baseURL: 'http://api.acme.io'",
  good: "baseURL: 'https://api.acme.io'",
  docs: docs.verification,
  types: ['Literal', 'TemplateLiteral'],
  check({ node, view }) {
    if (!/^=?http:\/\//.test(view.text.slice(node.start + 1, node.start + 9))) return undefined;
    const sight = hostOf(node, view);
    const field = sight?.field === 'default' ? hiddenField(node) : sight?.field;
    if (!sight || field === undefined || !sentTo.test(field) || isInside(sight.host)) return undefined;
    const message = `Requests to ${sight.host} go over http`;
    return [{ message, start: sight.start, end: sight.end }];
  },
};

/** The name of the field that the default is of, where users can not change it: `accessTokenUrl`. */
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

/** In the network of the user, or none at all. */
const isInside = (host: string) => /^[\d.]+$/.test(host) || (isHarmless(host) && !/\.example$/.test(host));
