import type { Node } from 'oxc-parser';
import { memberName, unwrap } from '../../../ast/children.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';

export const sliceEnd: NodeRule = {
  code: 'nodes-slice-end',
  title: '`slice` gets a length instead of an end index',
  severity: 'error',
  why: 'The second argument of `slice` is the index to stop before, not the number of elements. In the second batch, `slice(20, 20)` is empty: everything after the first batch is lost. `substring(40, 20)` returns an earlier part again.',
  fix: 'Add the start: `slice(start, start + size)`.',
  bad: 'for (let i = 0; i < ids.length; i += 20) await send(ids.slice(i, 20));',
  good: 'for (let i = 0; i < ids.length; i += 20) await send(ids.slice(i, i + 20));',
  docs: docs.nodeMethods,
  types: ['CallExpression'],
  check({ node, view }) {
    if (node.type !== 'CallExpression') return undefined;
    const callee = unwrap(node.callee);
    if (callee.type !== 'MemberExpression' || !/^(?:slice|substring|subarray)$/.test(memberName(callee) ?? ''))
      return undefined;
    const [start, end] = node.arguments.map((argument) => unwrap(argument));
    if (start?.type !== 'Identifier' || !end) return undefined;
    if (stepOf(start, view) !== textOf(end, view) && !isStep(start, textOf(end, view), view)) return undefined;
    const [from, size] = [start.name, textOf(end, view)];
    const method = memberName(callee);
    const sum = /^[\w.]+$/.test(size) ? size : `(${size})`;
    const message = `${method}(${from}, ${size}) is wrong from the second batch on; use ${method}(${from}, ${from} + ${sum})`;
    return [{ message, start: callee.property.start, end: node.end }];
  },
};

/** By what the loop around it adds to a variable: `20` of `i += 20`. */
function stepOf(variable: Extract<Node, { type: 'Identifier' }>, view: SourceView): string | undefined {
  for (let at: Node | null | undefined = variable; at; at = at.parent) {
    if (at.type !== 'ForStatement' || at.update?.type !== 'AssignmentExpression') continue;
    const { left, operator, right } = at.update;
    if (left.type !== 'Identifier' || left.name !== variable.name) continue;
    return operator === '+=' ? textOf(right, view) : undefined;
  }
  return undefined;
}

/** Whether the loop around it adds the same to the variable, which is 0 before it: `offset += part.size`. */
function isStep({ name, parent }: Extract<Node, { type: 'Identifier' }>, size: string, view: SourceView): boolean {
  const step = `${name} += ${size}`;
  for (let at: Node | null | undefined = parent; at; at = at.parent) {
    if (!/^(?:For|ForOf|ForIn|While|DoWhile)Statement$/.test(at.type)) continue;
    const text = textOf(at, view);
    const found = text.indexOf(step);
    const isWhole = !/\w/.test(text[found - 1] ?? '') && /^\s{0,99}(?:[;,)}]|$)/.test(text.slice(found + step.length));
    return found >= 0 && isWhole && isZeroBefore(name, view.text.slice(Math.max(0, at.start - maxBefore), at.start));
  }
  return false;
}

/** Characters before a loop in which its variables are defined. */
const maxBefore = 2000;

/** Whether the last that happens to a variable in a text is `let offset = 0`. */
function isZeroBefore(name: string, text: string): boolean {
  const definition = `let ${name}`;
  const at = text.lastIndexOf(definition);
  const [, rest] = /^(?::\s?number)?\s?=\s?0\s{0,9}[;\n](.+)/s.exec(text.slice(at + definition.length)) ?? [];
  return at >= 0 && rest !== undefined && !rest.includes(`${name} =`) && !rest.includes(`${name} +=`);
}

const textOf = ({ start, end }: Node, view: SourceView) => view.text.slice(start, end);
