import { memberName, unwrap } from '../../../ast/children.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';

export const booleanAlwaysTrue: NodeRule = {
  code: 'nodes-boolean-always-true',
  title: 'Boolean parameter is always true',
  severity: 'error',
  why: '`false || true` is true: what users switch off stays on.',
  fix: 'Use the value as it is, with `true` as `default` of the parameter, or `?? true` for a field of a collection.',
  bad: "const notify = (this.getNodeParameter('notify', i) as boolean) || true;",
  good: "const notify = this.getNodeParameter('notify', i, true) as boolean;",
  docs: docs.nodeMethods,
  types: ['LogicalExpression'],
  check({ node }) {
    if (node.type !== 'LogicalExpression' || node.operator !== '||') return undefined;
    const [value, other] = [unwrap(node.left), unwrap(node.right)];
    const isCall = value.type === 'CallExpression' && memberName(unwrap(value.callee)) === 'getNodeParameter';
    if (!isCall || other.type !== 'Literal' || other.value !== true) return undefined;
    return [{ message: '`|| true` makes the parameter true whatever users select', start: node.start, end: node.end }];
  },
};
