import type { Node } from 'oxc-parser';
import { memberName, unwrap } from '../../../ast/children.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';

export const headerCase: NodeRule = {
  code: 'nodes-header-case',
  title: 'Header of the webhook is not read in lower case',
  severity: 'error',
  why: 'Node.js lowercases the names of headers: any other spelling is undefined.',
  fix: 'Use the lower-case name.',
  bad: "this.getHeaderData()['X-Acme-Signature']",
  good: "this.getHeaderData()['x-acme-signature']",
  docs: 'https://nodejs.org/api/http.html#messageheaders',
  types: ['MemberExpression'],
  check({ node, view }) {
    const name = memberName(node);
    if (node.type !== 'MemberExpression' || name === undefined || !/[A-Z]/.test(name)) return undefined;
    const { parent } = node;
    // Methods are called, and what is set is not read.
    if (parent?.type === 'CallExpression' && parent.callee === node) return undefined;
    if (parent?.type === 'AssignmentExpression' && parent.left === node) return undefined;
    // Code that also reads it in lower case takes both.
    if (!isHeaders(node.object, view) || view.text.includes(name.toLowerCase())) return undefined;
    return [
      {
        message: `Header "${name}" is always undefined; use "${name.toLowerCase()}"`,
        start: node.start,
        end: node.end,
        evidence: name,
      },
    ];
  },
};

/** Whether it is what n8n gives as headers of a request to a webhook. */
function isHeaders(given: Node, view: SourceView, depth = 0): boolean {
  const node = unwrap(given);
  if (depth > 3) return false;
  if (node.type === 'CallExpression') return memberName(unwrap(node.callee)) === 'getHeaderData';
  if (node.type === 'MemberExpression') return memberName(node) === 'headers' && isRequest(node.object, view);
  if (node.type !== 'Identifier') return false;
  const binding = view.tree.scopeOf(node).lookup(node.name);
  if (binding?.writes !== 1 || !binding.value) return false;
  if (binding.path.length === 0) return isHeaders(binding.value, view, depth + 1);
  return binding.path.length === 1 && binding.path[0] === 'headers' && isRequest(binding.value, view);
}

function isRequest(given: Node, view: SourceView, depth = 0): boolean {
  const node = unwrap(given);
  if (node.type === 'CallExpression') return memberName(unwrap(node.callee)) === 'getRequestObject';
  if (node.type !== 'Identifier' || depth > 3) return false;
  const value = view.constants.value(node);
  return value !== undefined && isRequest(value, view, depth + 1);
}
