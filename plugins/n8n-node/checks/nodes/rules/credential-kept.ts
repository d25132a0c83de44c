import type { Node } from 'oxc-parser';
import { childrenOf, functionAround, memberName, unwrap } from '../../../ast/children.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';

export const credentialKept: NodeRule = {
  code: 'nodes-credential-kept',
  title: 'Module-level variable keeps data of one credential',
  severity: 'error',
  why: 'n8n runs all workflows in one process: a variable of the module keeps its value until n8n restarts. Whoever runs the node next, with another credential, gets the address or the token of the first one.',
  fix: 'Use a local variable. To cache, use a `Map` whose key is made of values of the credential, for example the URL and the API key.',
  bad: "let token = '';\n…\nif (!token) token = (await login(credentials)).token;",
  good: 'const { token } = await login(credentials);',
  docs: docs.nodeMethods,
  types: ['AssignmentExpression'],
  check({ node, view }) {
    if (node.type !== 'AssignmentExpression' || node.left.type !== 'Identifier') return undefined;
    const { name } = node.left;
    const { parent } = node;
    if (parent?.type !== 'ExpressionStatement') return undefined;
    if (!isKept(node, name) || !functionAround(node)) return undefined;
    const binding = view.tree.scopeOf(node.left).lookup(name);
    if (!binding || binding.scope.parent || !comesFromCredential(node.right, view, new Set())) return undefined;
    const word = name.replaceAll('$', '\\$');
    // It is compared with what belongs to the present credential, or forgotten.
    const checked = new RegExp(
      `\\b${word}\\b\\s*[!=]==?\\s*(?!null|undefined|''|""|0)\\w|[\\w)]\\s*[!=]==?\\s*${word}\\b|\\b${word}\\s*=\\s*(?:null|undefined|''|"");?\\s`,
    );
    if (checked.test(view.text.replace(/^(?:export )?(?:let|var) .*$/gm, ''))) return undefined;
    const message = `"${name}" is set from the first credential, and then used for all others`;
    return [{ message, start: node.start, end: node.end }];
  },
};

/** Whether it is only assigned where it is empty: `x ||= …`, `x = x || …`, `if (!x) x = …`. */
function isKept(node: Extract<Node, { type: 'AssignmentExpression' }>, name: string): boolean {
  if (node.operator === '||=' || node.operator === '??=') return true;
  if (node.operator !== '=') return false;
  const value = unwrap(node.right);
  if (value.type === 'LogicalExpression' && isNamed(value.left, name)) return true;
  for (let at: Node | null | undefined = node.parent, inner: Node = node; at; inner = at, at = at.parent) {
    if (/Function/.test(at.type)) return false;
    if (at.type !== 'IfStatement' || at.consequent !== inner) continue;
    const test = unwrap(at.test);
    if (test.type === 'UnaryExpression' && test.operator === '!' && isNamed(test.argument, name)) return true;
  }
  return false;
}

const isNamed = (given: Node, name: string): boolean => {
  const node = unwrap(given);
  return node.type === 'Identifier' && node.name === name;
};

/** Variables that are looked at for one value. */
const maxVariables = 50;

/** Whether a part of an expression is, or is made with, what `getCredentials` returns. @param seen variables */
function comesFromCredential(node: Node, view: SourceView, seen: Set<unknown>): boolean {
  // It may return it later, to whoever calls it.
  if (/Function/.test(node.type)) return false;
  if (node.type === 'CallExpression' && memberName(unwrap(node.callee)) === 'getCredentials') return true;
  if (node.type === 'Identifier') {
    const binding = view.tree.scopeOf(node).lookup(node.name);
    if (!binding?.value || binding.writes !== 1 || !binding.scope.parent || seen.has(binding)) return false;
    if (seen.size === maxVariables) return false;
    seen.add(binding);
    return comesFromCredential(binding.value, view, seen);
  }
  if (node.type === 'MemberExpression') return comesFromCredential(node.object, view, seen);
  return childrenOf(node).some((child) => comesFromCredential(child, view, seen));
}
