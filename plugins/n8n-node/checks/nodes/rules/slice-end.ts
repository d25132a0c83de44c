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
    if (stepOf(start, view) !== textOf(end, view) && !isStep(start.name, textOf(end, view), view)) return undefined;
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

/** Whether a loop of the file adds it to the variable, which starts at 0: `offset += part.size`. */
const isStep = (name: string, size: string, view: SourceView): boolean =>
  /^[\w.]{1,100}$/.test(size) &&
  /\D/.test(size) &&
  view.text.includes(`${name} += ${size};`) &&
  view.text.includes(`let ${name} = 0;`);

const textOf = ({ start, end }: Node, view: SourceView) => view.text.slice(start, end);
