import { isHarmless } from '../harmless-hosts.ts';
import type { NodeDetector } from '../source-view.ts';
import { hostOf } from './hosts.ts';

/** Fields and names of what requests are sent to. */
const sentTo =
  /^(url|uri|(base|api|auth|authorization|token|access_?token|request|service|server|root)_?(url|uri|endpoint)|endpoint)$/i;

/** Requests to a service on the Internet that go without encryption. */
export const insecureAddress: NodeDetector = {
  types: ['Literal', 'TemplateLiteral'],
  see(node, view) {
    if (!view.text.startsWith('http://', node.start + 1)) return undefined;
    const sight = hostOf(node, view);
    if (!sight || sight.field === undefined || !sentTo.test(sight.field) || isInside(sight.host)) return undefined;
    const message = `Requests to ${sight.host} go over http`;
    return [{ code: 'security-address-insecure', message, start: sight.start, end: sight.end }];
  },
};

/** In the network of the user, or none at all. */
const isInside = (host: string) => /^[\d.]+$/.test(host) || (isHarmless(host) && !/\.example$/.test(host));
