import type { CallExpression, Node } from 'oxc-parser';
import { memberName, unwrap } from '../../ast/children.ts';
import type { SourceView } from './source-view.ts';

/** What the user selected: the value of a parameter, the mode of a resource locator, or a field of a credential. */
interface Selection {
  kind: 'parameter' | 'mode' | 'field';
  name: string;
}

/** A constant with which code compares what the user selected. */
interface ComparisonSight extends Selection {
  value: string;
  start: number;
}

const maxDepth = 5;

/** `operation === 'get'`, the cases of `switch (operation)`, and `['get', 'getAll'].includes(operation)`. */
export function comparisonsIn(node: Node, view: SourceView): ComparisonSight[] {
  const [subject, constants] = comparedIn(node);
  const selection = subject && selectionOf(subject, view);
  if (!selection) return [];
  return constants.flatMap((constant) => {
    const { start } = constant;
    const value = view.constants.text(constant)?.text;
    return value === undefined ? [] : [{ ...selection, value, start }];
  });
}

/** A value that a parameter has where code runs, or has not. */
export interface RunsWhen {
  parameter: string;
  value: string;
  isValue: boolean;
}

const maxConditions = 10;

/** The conditions around code, up to its function, that compare a parameter: both branches of an `if` and of `? :`. */
export function conditionsAround(code: Node, view: SourceView): RunsWhen[] {
  const found: RunsWhen[] = [];
  for (let node = code; node.parent && found.length < maxConditions; node = node.parent) {
    const { parent } = node;
    if (/Function/.test(parent.type)) break;
    if (parent.type !== 'IfStatement' && parent.type !== 'ConditionalExpression') continue;
    const test = unwrap(parent.test);
    if (test.type !== 'BinaryExpression' || parent.test === node) continue;
    const [one, ...others] = comparisonsIn(test, view);
    if (one?.kind !== 'parameter' || others.length > 0) continue;
    const isValue = test.operator.startsWith('=') === (parent.consequent === node);
    found.push({ parameter: one.name, value: one.value, isValue });
  }
  return found;
}

function comparedIn(node: Node): [subject: Node | undefined, constants: Node[]] {
  if (node.type === 'SwitchStatement')
    return [node.discriminant, node.cases.flatMap(({ test }) => (test ? [test] : []))];
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator)) {
    const [left, right] = [unwrap(node.left), unwrap(node.right)];
    return left.type === 'Literal' ? [right, [left]] : [left, [right]];
  }
  if (node.type !== 'CallExpression') return [undefined, []];
  const callee = unwrap(node.callee);
  if (callee.type !== 'MemberExpression' || memberName(callee) !== 'includes') return [undefined, []];
  const list = unwrap(callee.object);
  const [subject] = node.arguments;
  return list.type === 'ArrayExpression'
    ? [subject, list.elements.flatMap((element) => (element ? [element] : []))]
    : [undefined, []];
}

function selectionOf(given: Node, view: SourceView, depth = 0): Selection | undefined {
  const node = withoutFallback(unwrap(given));
  if (depth > maxDepth) return undefined;
  if (node.type === 'CallExpression') {
    const name = asksParameter(node, view) && node.arguments[0];
    const text = name ? view.constants.text(name)?.text : undefined;
    return text === undefined ? undefined : { kind: 'parameter', name: text };
  }
  if (node.type === 'MemberExpression') {
    const key = memberName(node);
    return key === undefined ? undefined : partOf(node.object, key, view, depth);
  }
  if (node.type !== 'Identifier') return undefined;
  const binding = view.tree.scopeOf(node).lookup(node.name);
  if (binding?.writes !== 1 || !binding.value) return undefined;
  const [key, ...deeper] = binding.path;
  if (key === undefined) return selectionOf(binding.value, view, depth + 1);
  return deeper.length === 0 ? partOf(binding.value, key, view, depth) : undefined;
}

/** `this.getNodeParameter(name, i)`, or `param(name)` of code that has a short name for it. */
function asksParameter(node: CallExpression, view: SourceView): boolean {
  if (calledMethod(node) === 'getNodeParameter') return true;
  const callee = unwrap(node.callee);
  if (callee.type !== 'Identifier') return false;
  const { value, writes, path } = view.tree.scopeOf(node).lookup(callee.name) ?? {};
  if (value?.type !== 'ArrowFunctionExpression' || writes !== 1 || path?.length !== 0) return false;
  const [first] = value.params;
  const body = unwrap(value.body);
  if (first?.type !== 'Identifier' || body.type !== 'CallExpression') return false;
  const [name] = body.arguments;
  return calledMethod(body) === 'getNodeParameter' && name?.type === 'Identifier' && name.name === first.name;
}

function partOf(object: Node, key: string, view: SourceView, depth: number): Selection | undefined {
  if (isCredential(object, view, depth)) return { kind: 'field', name: key };
  const whole = key === 'mode' ? selectionOf(object, view, depth + 1) : undefined;
  return whole?.kind === 'parameter' ? { kind: 'mode', name: whole.name } : undefined;
}

/** What n8n gives as a credential: the result of `getCredentials`, and the argument of `authenticate`. */
function isCredential(given: Node, view: SourceView, depth: number): boolean {
  const node = withoutFallback(unwrap(given));
  if (depth > maxDepth) return false;
  if (node.type === 'AwaitExpression') return isCredential(node.argument, view, depth + 1);
  if (node.type === 'CallExpression') return calledMethod(node) === 'getCredentials';
  if (node.type !== 'Identifier') return false;
  const binding = view.tree.scopeOf(node).lookup(node.name);
  if (!binding) return false;
  if (binding.value)
    return binding.writes === 1 && binding.path.length === 0 && isCredential(binding.value, view, depth + 1);
  return /^credentials?$/i.test(node.name);
}

/** `value ?? 'none'` */
const withoutFallback = (node: Node): Node =>
  node.type === 'LogicalExpression' && node.operator !== '&&' ? unwrap(node.left) : node;

const calledMethod = ({ callee }: CallExpression) => memberName(unwrap(callee));
