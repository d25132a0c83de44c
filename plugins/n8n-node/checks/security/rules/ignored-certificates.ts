import type { Node } from 'oxc-parser';
import { unwrap } from '../../../ast/children.ts';
import { keyName } from '../../../ast/scope.ts';
import { docs } from '../../../docs-links.ts';
import { scanModule } from '../../../follow/scan-module.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';
import { packageOfSpecifier } from '../../../project/package-of-specifier.ts';

/** Options that disable certificate validation, with the value that does so. */
const switches: Readonly<Record<string, boolean>> = {
  rejectUnauthorized: false,
  strictSSL: false,
  skipSslCertificateValidation: true,
};

/** Requests that always accept any certificate: with a condition, the user may have chosen it. */
export const ignoredCertificates: NodeRule = {
  code: 'security-certificates-ignored',
  title: 'TLS certificates are not validated',
  severity: 'error',
  why: 'An attacker between n8n and the service can read and modify requests, including keys, without the user noticing.',
  fix: 'Remove the option. For services with self-signed certificates, add a field "Ignore SSL Issues" that is off by default.',
  bad: 'const options = { url, skipSslCertificateValidation: true };',
  good: 'const options = { url, skipSslCertificateValidation: credentials.ignoreSslIssues === true };',
  docs: docs.verification,
  supersededBy: ['@n8n/community-nodes/no-restricted-globals'],
  types: ['Property', 'AssignmentExpression'],
  check({ node, view }) {
    const entry = entryOf(node);
    if (!entry || switches[entry.name] === undefined || isConditional(node, view.text) || isOfNoEffect(node, view.text))
      return undefined;
    const value = unwrap(entry.value);
    if (value.type !== 'Literal' || value.value !== switches[entry.name]) return undefined;
    const message = `\`${entry.name}: ${String(value.value)}\` disables certificate validation`;
    return [{ message, start: node.start, end: node.end }];
  },
};

function entryOf(node: Node): { name: string; value: Node } | undefined {
  if (node.type === 'Property') {
    const name = keyName(node);
    return name === undefined ? undefined : { name, value: node.value };
  }
  if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return undefined;
  const { property, computed } = node.left;
  return computed || property.type !== 'Identifier' ? undefined : { name: property.name, value: node.right };
}

/** `{ url, tls: { rejectUnauthorized: false } }`: n8n and Node.js read no option `tls` of a request, clients of packages may. */
function isOfNoEffect({ parent }: Node, text: string): boolean {
  const within = parent?.parent;
  if (within?.type !== 'Property' || keyName(within) !== 'tls' || within.parent?.type !== 'ObjectExpression')
    return false;
  const names = within.parent.properties.map((one) => (one.type === 'Property' ? keyName(one) : undefined));
  const isRequest = names.some((name) => name === 'url' || name === 'uri') && !names.includes('host');
  return isRequest && !importsClient(text);
}

/** Whether a file imports a package other than those of n8n, which may be a client with options of its own. */
const importsClient = (text: string): boolean =>
  scanModule(text).specifiers.some((specifier) => {
    const name = packageOfSpecifier(specifier);
    return name !== undefined && !/^(?:@n8n\/|n8n-)/.test(name);
  });

/** In a branch, or in a function that may be called conditionally. */
function isConditional(node: Node, text: string): boolean {
  for (let at: Node | null | undefined = node.parent, from: Node = node; at; from = at, at = at.parent) {
    if (at.type === 'IfStatement' || at.type === 'ConditionalExpression' || at.type === 'LogicalExpression')
      return true;
    if (at.type === 'SwitchCase' || at.type === 'VariableDeclarator') return at.type === 'SwitchCase' || isReusable(at);
    if (at.type === 'CatchClause') return true;
    if (/Function/.test(at.type)) return hasEarlyReturn(at, from, text);
  }
  return false;
}

/** `const agent = new Agent({ … })`: where it is used is unknown. */
const isReusable = (node: Extract<Node, { type: 'VariableDeclarator' }>) =>
  node.id.type === 'Identifier' && /insecure|unsafe|agent|ignore/i.test(node.id.name);

/** `if (!ignore) return {};` before it. */
function hasEarlyReturn(node: Node, from: Node, text: string): boolean {
  const body =
    'body' in node && node.body && typeof node.body === 'object' && 'body' in node.body ? node.body.body : [];
  if (!Array.isArray(body) || from.type !== 'BlockStatement') return false;
  return body.some((one) => one.type === 'IfStatement' && /\breturn\b/.test(text.slice(one.start, one.end)));
}
