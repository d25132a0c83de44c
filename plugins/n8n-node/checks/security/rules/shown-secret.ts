import type { Node } from 'oxc-parser';
import { childrenOf, unwrap } from '../../../ast/children.ts';
import { keyName } from '../../../ast/scope.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule, SourceViolation } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';

const secretName =
  /(?:^|[a-z0-9_])(?:password|passphrase|secret|api_?key|access_?key|private_?key|access_?token|auth_?token|api_?token|bearer_?token|refresh_?token)$/i;
/** Syntax nodes of one argument that are searched. */
const maxNodes = 200;

/** Secrets of a credential that are written to the log, an error or the output of the node. */
export const shownSecret: NodeRule = {
  code: 'security-secret-shown',
  title: 'Secret is written to a log, an error or the output',
  severity: 'error',
  why: 'Logs, errors and outputs are stored with the execution and visible to users who may not use the credential. In an error or the output, only secrets of the credential are reported; in a log, every value with the name of a secret.',
  fix: 'Remove the secret. To identify the credential, use its name.',
  bad: "this.logger.info('Signing in with ' + credentials.apiKey);",
  good: "this.logger.info('Signing in');",
  docs: docs.verification,
  supersededBy: ['no-console'],
  types: ['CallExpression', 'NewExpression', 'Property'],
  check({ node, view }) {
    const target = targetOf(node);
    if (!target) return undefined;
    const found = target.values.flatMap((value) => secretsBelow(value, view, target)).slice(0, 1);
    return found.map(
      ({ name, isOfOther, start, end }): SourceViolation => ({
        message: `Secret "${name}"${isOfOther ? '' : ' of the credential'} is written to ${target.name}`,
        start,
        end,
        evidence: name,
      }),
    );
  },
};

interface Target extends Audience {
  name: string;
  values: readonly Node[];
}

/** What is a secret to those who read it. */
interface Audience {
  /** The credential as a whole: in an output and a log. */
  whole: boolean;
  /** What has the name of a secret, whatever it is part of: in a log. */
  named?: boolean;
}

function targetOf(node: Node): Target | undefined {
  if (node.type === 'CallExpression') {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined;
    const isLog =
      /^(debug|info|warn|error|log|verbose)$/.test(callee.property.name) &&
      /^(logger|console)$/i.test(lastName(callee.object));
    return isLog ? { name: 'the log', values: node.arguments, whole: true, named: true } : undefined;
  }
  if (node.type === 'NewExpression') {
    const isError = node.callee.type === 'Identifier' && /Error$/.test(node.callee.name);
    return isError ? { name: 'an error', values: node.arguments, whole: false } : undefined;
  }
  if (node.type !== 'Property' || keyName(node) !== 'json') return undefined;
  const value = unwrap(node.value);
  return value.type === 'ObjectExpression' || value.type === 'Identifier'
    ? { name: 'the output', values: [value], whole: true }
    : undefined;
}

function lastName(node: Node): string {
  const inner = unwrap(node);
  if (inner.type === 'Identifier') return inner.name;
  return inner.type === 'MemberExpression' && inner.property.type === 'Identifier' ? inner.property.name : '';
}

interface Secret {
  name: string;
  /** It is not one of the credential. */
  isOfOther?: true;
  start: number;
  end: number;
}

/** Secrets that become part of a value, but not those in a call, a comparison or a condition. */
export function secretsBelow(top: Node, view: SourceView, audience: Audience): Secret[] {
  const found: Secret[] = [];
  const left: Node[] = [top];
  for (let count = 0; count < maxNodes; count += 1) {
    const next = left.pop();
    if (!next) break;
    const node = unwrap(next);
    const secret = secretAt(node, view, audience);
    if (secret) found.push(secret);
    else if (node.type === 'CallExpression') left.push(...textOf(node));
    else if (node.type === 'BinaryExpression' ? node.operator === '+' : passesOn.has(node.type))
      left.push(...childrenOf(node));
    else if (node.type === 'Property') left.push(node.value);
  }
  return found;
}

const passesOn = new Set<string>(['ObjectExpression', 'ArrayExpression', 'TemplateLiteral', 'SpreadElement']);

/** `String(key)`, `JSON.stringify(credentials)`. */
function textOf({ callee, arguments: args }: Extract<Node, { type: 'CallExpression' }>): readonly Node[] {
  const name = callee.type === 'Identifier' ? callee.name : lastName(callee);
  return name === 'String' || name === 'stringify' ? args : [];
}

function secretAt(node: Node, view: SourceView, { whole, named }: Audience): Secret | undefined {
  const { start, end } = node;
  if (node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier') {
    const { name } = node.property;
    if (!secretName.test(name)) return undefined;
    if (isCredential(node.object, view)) return { name, start, end };
    return named ? { name, isOfOther: true, start, end } : undefined;
  }
  if (node.type !== 'Identifier') return undefined;
  if (isCredential(node, view)) return whole ? { name: node.name, start, end } : undefined;
  const binding = view.tree.scopeOf(node).lookup(node.name);
  const [key, ...deeper] = binding?.path ?? [];
  if (binding?.writes !== 1 || !binding.value || key === undefined || deeper.length > 0) return undefined;
  return secretName.test(key) && isFromCredentials(binding.value) ? { name: key, start, end } : undefined;
}

/** A variable with the result of `getCredentials`. */
function isCredential(node: Node, view: SourceView): boolean {
  const inner = unwrap(node);
  const value = inner.type === 'Identifier' ? view.constants.value(inner) : undefined;
  return value !== undefined && isFromCredentials(value);
}

function isFromCredentials(value: Node): boolean {
  let inner = unwrap(value);
  if (inner.type === 'AwaitExpression') inner = unwrap(inner.argument);
  return (
    inner.type === 'CallExpression' &&
    inner.callee.type === 'MemberExpression' &&
    inner.callee.property.type === 'Identifier' &&
    inner.callee.property.name === 'getCredentials'
  );
}
