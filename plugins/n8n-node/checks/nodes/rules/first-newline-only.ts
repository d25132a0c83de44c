import type { Node } from 'oxc-parser';
import { memberName, unwrap } from '../../../ast/children.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';

export const firstNewlineOnly: NodeRule = {
  code: 'nodes-first-newline-only',
  title: 'Only the first line break of a key is replaced',
  severity: 'error',
  why: 'A private key that is pasted from JSON has `\\n` at the end of each line. `replace` with a text, or without the flag `g`, replaces the first one: the key stays invalid.',
  fix: "Replace all of them: `key.replace(/\\\\n/g, '\\n')`.",
  bad: "privateKey.replace('\\\\n', '\\n')",
  good: "privateKey.replace(/\\\\n/g, '\\n')",
  docs: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/String/replace',
  types: ['CallExpression'],
  check({ node, view }) {
    if (node.type !== 'CallExpression' || memberName(unwrap(node.callee)) !== 'replace') return undefined;
    const [pattern, replacement] = node.arguments;
    if (!pattern || !replacement || !isFirstBreak(unwrap(pattern)) || !isLineBreak(unwrap(replacement)))
      return undefined;
    const { callee } = node;
    if (!ofKey.test(view.text.slice(callee.start, callee.end))) return undefined;
    const message = '`replace` changes only the first line break of the key';
    return [{ message, start: node.start, end: node.end }];
  },
};

const ofKey = /private_?key|\bpem\b|\bcert(?:ificate)?\b/i;

/** A backslash and an `n`, which is searched for once. */
const isFirstBreak = (node: Node): boolean =>
  node.type === 'Literal' &&
  ('regex' in node ? node.regex.pattern === '\\\\n' && !node.regex.flags.includes('g') : node.value === '\\n');

const isLineBreak = (node: Node): boolean => node.type === 'Literal' && node.value === '\n';
