import type { Node } from 'oxc-parser';
import { memberName, unwrap } from '../../../ast/children.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';

export const firstNewlineOnly: NodeRule = {
  code: 'nodes-first-newline-only',
  title: 'Only the first line break is replaced',
  severity: 'error',
  why: 'A private key that is pasted from JSON has `\\n` at the end of each line. `replace` with a text, or without the flag `g`, replaces the first one: the key stays invalid. A warning for line breaks of other texts that are replaced by a space, `<br>` or an escape sequence: the others stay in the text.',
  fix: "Replace all of them: `key.replace(/\\\\n/g, '\\n')`.",
  bad: "privateKey.replace('\\\\n', '\\n')",
  good: "privateKey.replace(/\\\\n/g, '\\n')",
  docs: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/String/replace',
  types: ['CallExpression'],
  check({ node, view }) {
    if (node.type !== 'CallExpression' || memberName(unwrap(node.callee)) !== 'replace') return undefined;
    const [pattern, replacement] = node.arguments;
    if (!pattern || !replacement) return undefined;
    const { callee, start, end } = node;
    const [from, to] = [unwrap(pattern), unwrap(replacement)];
    const text = view.text.slice(callee.start, callee.end);
    if (isOneBreak(from) && isInstead(to) && !ofError.test(text) && !ofKey.test(text)) {
      const message = '`replace` changes only the first line break of the text';
      return [{ message, fix: ofText, start, end, severity: 'warning' }];
    }
    if (!isFirstBreak(from) || !isLineBreak(to) || !ofKey.test(text)) return undefined;
    const message = '`replace` changes only the first line break of the key';
    return [{ message, start, end }];
  },
};

const ofText = "Replace all of them: `text.replaceAll('\\n', ' ')`, or add the flag `g` to the pattern.";

/** A line break that is searched for once. */
const isOneBreak = (node: Node): boolean =>
  node.type === 'Literal' &&
  ('regex' in node
    ? /^(?:\\r\??)?\\n$/.test(node.regex.pattern) && !/[gy]/.test(node.regex.flags)
    : node.value === '\n' || node.value === '\r\n');

/** What stands for a line break where there can be none. */
const isInstead = (node: Node): boolean =>
  node.type === 'Literal' && typeof node.value === 'string' && /^(?: |<br ?\/?>|\\n|%0A)$/i.test(node.value);

/** Texts of two lines. */
const ofError = /err|message|title|heading|first|\.replace\(/i;

const ofKey = /private_?key|\bpem\b|\bcert(?:ificate)?\b/i;

/** A backslash and an `n`, which is searched for once. */
const isFirstBreak = (node: Node): boolean =>
  node.type === 'Literal' &&
  ('regex' in node ? node.regex.pattern === '\\\\n' && !node.regex.flags.includes('g') : node.value === '\\n');

const isLineBreak = (node: Node): boolean => node.type === 'Literal' && node.value === '\n';
