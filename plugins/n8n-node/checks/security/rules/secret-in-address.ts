import type { Node } from 'oxc-parser';
import { docs } from '../../../docs-links.ts';
import type { NodeRule, SourceViolation } from '../../../model/sources/source-rule.ts';
import { secretsBelow } from './shown-secret.ts';

/** The end of an address, before the value of a parameter that is named for a secret. */
const parameter = /[?&](?:[\w-]*[_-])?(?:api_?key|key|token|secret|password|pass|auth)=$/i;
/** The same in a text that n8n fills in. */
const filled = /[?&](?:[\w-]*[_-])?(?:api_?key|key|token|secret|password|pass|auth)=\{\{\s{0,9}\$credentials\b/i;

/** Secrets that are part of an address: logs, proxies and histories keep addresses as they are. */
export const secretInAddress: NodeRule = {
  code: 'security-secret-in-address',
  title: 'A secret of the credential is part of an address',
  severity: 'warning',
  why: 'Addresses are kept in logs, by proxies and in error messages; headers are not.',
  fix: 'Send it in a header, by `authenticate` of the credential. Where the service takes it in the address only, set it as `qs` there.',
  bad: "url: '=https://api.acme.io/orders?token={{ $credentials.accessToken }}'",
  good: "authenticate = { type: 'generic', properties: { headers: { Authorization: '=Bearer {{ $credentials.accessToken }}' } } };",
  docs: docs.verification,
  types: ['Literal', 'TemplateLiteral'],
  check({ node, view }) {
    if (node.type === 'Literal')
      return typeof node.value === 'string' && filled.test(node.value) ? [sightOf(node)] : undefined;
    if (node.type !== 'TemplateLiteral') return undefined;
    const found = node.expressions.some((value, index) => {
      const before = node.quasis[index]?.value.cooked ?? '';
      return parameter.test(before) && secretsBelow(value, view, false).length > 0;
    });
    return found ? [sightOf(node)] : undefined;
  },
};

const sightOf = ({ start, end }: Node): SourceViolation => ({
  message: 'A secret of the credential is part of an address',
  start,
  end,
});
