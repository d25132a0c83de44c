import type { Node } from 'oxc-parser';
import { memberName, unwrap } from '../../../ast/children.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';

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
  check({ node, view }) {
    if (node.type !== 'LogicalExpression' || node.operator !== '||') return undefined;
    const [value, other] = [unwrap(node.left), unwrap(node.right)];
    if (other.type !== 'Literal' || other.value !== true || !(isParameter(value) || isField(value, view)))
      return undefined;
    return [{ message: '`|| true` makes the parameter true whatever users select', start: node.start, end: node.end }];
  },
};

const isParameter = (value: Node): boolean =>
  value.type === 'CallExpression' && memberName(unwrap(value.callee)) === 'getNodeParameter';

/** Names of fields that may be a list, where `true` stands for all of it. */
const ofList = /s$|list|fields?|columns?|select/i;

/** A field of a collection: `options.notify` */
function isField(value: Node, view: SourceView): boolean {
  const collection = value.type === 'MemberExpression' ? unwrap(value.object) : undefined;
  const name = memberName(value) ?? '';
  if (ofList.test(name) && !/^(?:is|has|include|strip|add|keep|use|allow|enable|with)[A-Z_]/.test(name)) return false;
  if (collection?.type !== 'Identifier') return false;
  const options = view.constants.value(collection);
  return options !== undefined && isParameter(options);
}
