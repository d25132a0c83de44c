import type { Node } from 'oxc-parser';
import { keyName } from '../../../ast/scope.ts';
import { isHarmless } from '../../../model/sources/harmless-hosts.ts';
import { hostOf } from '../../../model/sources/hosts.ts';
import type { NodeDetector } from '../../../model/sources/source-view.ts';

/** Fields and names of what requests are sent to. */
const sentTo =
  /^(url|uri|(base|api|auth|authorization|token|access_?token|request|service|server|root)_?(url|uri|endpoint)|endpoint)$/i;

/** Requests to a service on the Internet that go without encryption. */
export const insecureAddress: NodeDetector = {
  types: ['Literal', 'TemplateLiteral'],
  see(node, view) {
    if (!/^=?http:\/\//.test(view.text.slice(node.start + 1, node.start + 9))) return undefined;
    const sight = hostOf(node, view);
    const field = sight?.field === 'default' ? hiddenField(node) : sight?.field;
    if (!sight || field === undefined || !sentTo.test(field) || isInside(sight.host)) return undefined;
    const message = `Requests to ${sight.host} go over http`;
    return [{ code: 'security-address-insecure', message, start: sight.start, end: sight.end }];
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
