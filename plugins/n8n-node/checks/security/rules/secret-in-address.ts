import type { Node } from 'oxc-parser';
import type { NodeDetector, Sight } from '../../../model/sources/source-view.ts';
import { secretsBelow } from './shown-secret.ts';

/** The end of an address, before the value of a parameter that is named for a secret. */
const parameter = /[?&](?:[\w-]*[_-])?(?:api_?key|key|token|secret|password|pass|auth)=$/i;
/** The same in a text that n8n fills in. */
const filled = /[?&](?:[\w-]*[_-])?(?:api_?key|key|token|secret|password|pass|auth)=\{\{\s{0,9}\$credentials\b/i;

/** Secrets that are part of an address: logs, proxies and histories keep addresses as they are. */
export const secretInAddress: NodeDetector = {
  types: ['Literal', 'TemplateLiteral'],
  see(node, view) {
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

const sightOf = ({ start, end }: Node): Sight => ({
  code: 'security-secret-in-address',
  message: 'A secret of the credential is part of an address',
  start,
  end,
});
