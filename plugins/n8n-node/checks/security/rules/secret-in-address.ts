import type { Node } from 'oxc-parser';
import { docs } from '../../../docs-links.ts';
import type { NodeRule, SourceViolation } from '../../../model/sources/source-rule.ts';
import { secretsBelow } from './shown-secret.ts';

/** The end of a URL before the value of a query parameter with the name of a secret. */
const parameter = /[?&](?:[\w-]*[_-])?(?:api_?key|key|token|secret|password|pass|auth)=$/i;
/** The same in an n8n expression. */
const inExpression = /[?&](?:[\w-]*[_-])?(?:api_?key|key|token|secret|password|pass|auth)=\{\{\s{0,9}\$credentials\b/i;

/** Secrets in URLs, which logs, proxies and histories store. */
export const secretInAddress: NodeRule = {
  code: 'security-secret-in-address',
  title: 'Secret of the credential is part of a URL',
  severity: 'warning',
  why: 'URLs are stored in logs, by proxies and in error messages. Headers are not.',
  fix: 'Send the secret in a header, with `authenticate` of the credential. If the service accepts it only in the URL, set it in `qs` there.',
  bad: "url: '=https://api.acme.io/orders?token={{ $credentials.accessToken }}'",
  good: "authenticate = { type: 'generic', properties: { headers: { Authorization: '=Bearer {{ $credentials.accessToken }}' } } };",
  docs: docs.verification,
  types: ['Literal', 'TemplateLiteral'],
  check({ node, view }) {
    if (node.type === 'Literal') {
      const { value } = node;
      return typeof value === 'string' && inExpression.test(value) && !isForm(value) ? [violationAt(node)] : undefined;
    }
    if (node.type !== 'TemplateLiteral' || isForm(node.quasis.map(({ value }) => value.cooked ?? '').join('')))
      return undefined;
    const found = node.expressions.some((value, index) => {
      const before = node.quasis[index]?.value.cooked ?? '';
      return parameter.test(before) && secretsBelow(value, view, { whole: false }).length > 0;
    });
    return found ? [violationAt(node)] : undefined;
  },
};

/** A body that looks like a query: `grant_type=password&client_secret=…` */
const isForm = (text: string): boolean => /^=?[\w.%-]{1,100}=/.test(text) && !/[?]|:\/\//.test(text);

const violationAt = ({ start, end }: Node): SourceViolation => ({
  message: 'A secret of the credential is part of a URL',
  start,
  end,
});
