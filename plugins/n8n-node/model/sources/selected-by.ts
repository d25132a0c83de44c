import type { Node } from 'oxc-parser';
import { unwrap } from '../../ast/children.ts';

/** Variables with what the user selected. */
const selection = /^(?:resource|operation)(?:Name|Type|Value)?$/i;
const max = { conditions: 10, values: 40 };

/**
 * The resources and operations for which code runs: for each condition around it, the values of which one must be selected.
 * `if (resource === 'order' || resource === 'invoice')` and cases of a `switch` are such conditions.
 */
export function selectedBy(code: Node): string[][] {
  const conditions: string[][] = [];
  for (let node = code; node.parent && conditions.length < max.conditions; node = node.parent) {
    const { parent } = node;
    if (/Function/.test(parent.type)) break;
    const values =
      parent.type === 'IfStatement' && parent.consequent === node ? valuesIn(parent.test) : casesOf(parent);
    if (values) conditions.push(values.slice(0, max.values));
  }
  return conditions;
}

/** Undefined if the condition may hold for other values. */
function valuesIn(test: Node): string[] | undefined {
  const condition = unwrap(test);
  if (condition.type === 'LogicalExpression') {
    const [left, right] = [valuesIn(condition.left), valuesIn(condition.right)];
    if (condition.operator === '&&') return left ?? right;
    return condition.operator === '||' && left && right ? [...left, ...right] : undefined;
  }
  if (condition.type !== 'BinaryExpression' || !/^===?$/.test(condition.operator)) return undefined;
  const [left, right] = [unwrap(condition.left), unwrap(condition.right)];
  return selectedValue(left, right) ?? selectedValue(right, left);
}

const selectedValue = (variable: Node, value: Node): string[] | undefined =>
  variable.type === 'Identifier' &&
  selection.test(variable.name) &&
  value.type === 'Literal' &&
  typeof value.value === 'string'
    ? [value.value]
    : undefined;

/** The values of a `case`, and of those before it that fall through to it. */
function casesOf(entry: Node): string[] | undefined {
  if (entry.type !== 'SwitchCase' || entry.parent?.type !== 'SwitchStatement') return undefined;
  const { discriminant, cases } = entry.parent;
  const of = unwrap(discriminant);
  if (of.type !== 'Identifier' || !selection.test(of.name)) return undefined;
  const values: string[] = [];
  for (let at = cases.indexOf(entry); at >= 0; at--) {
    const one = cases[at];
    if (one !== entry && (one?.consequent.length ?? 0) > 0) break;
    if (one?.test?.type !== 'Literal' || typeof one.test.value !== 'string') return undefined;
    values.push(one.test.value);
  }
  return values;
}
