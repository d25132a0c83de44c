import type { CatchClause, Node } from 'oxc-parser';
import { catchAround, childrenOf, isReference, memberName, unwrap } from '../../ast/children.ts';
import { keyName } from '../../ast/scope.ts';
import { memoize } from '../../memoize.ts';
import { selectedBy } from './selected-by.ts';
import type { SourceView } from './source-view.ts';

/** A parameter, a credential, or a field of a credential or of a collection that code gets from n8n by name. */
interface AskSight {
  kind: 'parameter' | 'credential' | 'field' | 'entry';
  name: string;
  /** The credential of a field. */
  credential?: string;
  /** The parameter of an entry, which has fields of its own. */
  collection?: string;
  /** Whether the code handles its absence. */
  fallback: boolean;
  /** The resources and operations for which it is asked for: see `selectedBy`. */
  selected?: string[][];
  start: number;
}

/** Functions of n8n that take the name of a credential, with `this` before it when they are called with `call`. */
const withCredential =
  /^(getCredentials|httpRequestWithAuthentication|requestWithAuthentication|requestOAuth1|requestOAuth2)$/;

/** None for other nodes than calls, members and patterns, and for names that are not constant. */
export function asksIn(node: Node, view: SourceView): AskSight[] {
  const ask = asked(node, view) ?? fieldAsked(node, view) ?? entryAsked(node, view);
  if (!ask) return [...fieldsAsked(node, view), ...entriesAsked(node, view)];
  const selected = selectedBy(node);
  const handler = catchAround(node);
  const isTried = handler !== undefined && goesOn(handler);
  return [{ ...ask, fallback: ask.fallback || isTried, ...(selected.length > 0 && { selected }) }];
}

function asked(node: Node, view: SourceView): AskSight | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = unwrap(node.callee);
  const method = memberName(callee);
  if (method === undefined) return undefined;
  if (method === 'getNodeParameter') return parameterAsked(node.arguments, view);
  if (withCredential.test(method)) return credentialAsked(node.arguments[0], view);
  if (method !== 'call' || callee.type !== 'MemberExpression') return undefined;
  const called = memberName(unwrap(callee.object));
  return called !== undefined && withCredential.test(called) ? credentialAsked(node.arguments[1], view) : undefined;
}

/** `credentials.apiKey`, of what `getCredentials` gives for a name. */
function fieldAsked(node: Node, view: SourceView): AskSight | undefined {
  const name = memberName(node);
  if (name === undefined || node.type !== 'MemberExpression' || isWritten(node)) return undefined;
  const credential = credentialIn(node.object, view);
  if (credential === undefined) return undefined;
  const fallback = isOptional(node) || isReplaced(name, view);
  return { kind: 'field', name, credential, fallback, start: node.property.start };
}

/** `options.note`, of what `getNodeParameter` gives for a name. */
function entryAsked(node: Node, view: SourceView): AskSight | undefined {
  const name = memberName(node);
  if (name === undefined || node.type !== 'MemberExpression' || isWritten(node)) return undefined;
  const collection = collectionIn(node.object, view);
  return collection === undefined ? undefined : entryOf(collection, name, node.property.start, view);
}

/** `const { note } = this.getNodeParameter('options', i)` */
function entriesAsked(node: Node, view: SourceView): AskSight[] {
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'ObjectPattern' || !node.init) return [];
  const collection = collectionIn(node.init, view);
  if (collection === undefined) return [];
  return node.id.properties.flatMap((one) => {
    const name = one.type === 'Property' ? keyName(one) : undefined;
    return (name !== undefined && entryOf(collection, name, one.start, view)) || [];
  });
}

/** Undefined where the code itself assigns to such a field. */
function entryOf(collection: string, name: string, start: number, view: SourceView): AskSight | undefined {
  const isAssigned = new RegExp(
    String.raw`(?:\.|\['?)${name.replaceAll('$', String.raw`\$`)}(?:'?\])?\s?[-+*]?=[^=]`,
  ).test(view.text);
  return isAssigned ? undefined : { kind: 'entry', name, collection, fallback: true, start };
}

/** The name of the parameter that a value is. */
function collectionIn(given: Node, view: SourceView): string | undefined {
  const call = valueBehind(given, view);
  if (call?.type !== 'CallExpression' || memberName(unwrap(call.callee)) !== 'getNodeParameter') return undefined;
  return parameterAsked(call.arguments, view)?.name;
}

/** The name of the credential that a value is. */
function credentialIn(given: Node, view: SourceView): string | undefined {
  const value = valueBehind(given, view);
  const call = value?.type === 'AwaitExpression' ? unwrap(value.argument) : undefined;
  if (call?.type !== 'CallExpression' || memberName(unwrap(call.callee)) !== 'getCredentials') return undefined;
  return credentialAsked(call.arguments[0], view)?.name;
}

/** What a variable holds that is written once, or the expression itself. */
function valueBehind(given: Node, view: SourceView): Node | undefined {
  const node = unwrap(given);
  if (node.type !== 'Identifier') return node;
  const binding = view.tree.scopeOf(node).lookup(node.name);
  return binding?.writes === 1 && binding.value && binding.path.length === 0 ? unwrap(binding.value) : undefined;
}

/** Whether the file assigns to such a field, or has another value in the place of one: it is not only n8n's. */
function isReplaced(name: string, view: SourceView): boolean {
  const known = replaced(view);
  const word = name.replaceAll('$', String.raw`\$`);
  const pattern = String.raw`\.\s?${word}\s?=[^=]|\b${word}\s?(?:\?\?|\|\|)|(?:\?\?|\|\|)\s?${word}\b`;
  const isSo = known.get(name) ?? new RegExp(pattern).test(view.text);
  known.set(name, isSo);
  return isSo;
}

const replaced = memoize((_: SourceView) => new Map<string, boolean>());

const isWritten = (node: Node) => node.parent?.type === 'AssignmentExpression' && node.parent.left === node;

/** `const { apiKey } = await this.getCredentials('acmeApi')` */
function fieldsAsked(node: Node, view: SourceView): AskSight[] {
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'ObjectPattern' || !node.init) return [];
  const credential = credentialIn(node.init, view);
  if (credential === undefined) return [];
  return node.id.properties.flatMap((one) => {
    const name = one.type === 'Property' ? keyName(one) : undefined;
    if (name === undefined || one.type !== 'Property' || one.value.type === 'AssignmentPattern') return [];
    return [{ kind: 'field', name, credential, fallback: isReplaced(name, view), start: one.start } as const];
  });
}

/** Whether the code asks if a value is there, or has another one in its place. */
function isOptional(node: Node): boolean {
  for (let one = node; one.parent; one = one.parent) {
    const { parent } = one;
    if (/^(?:Logical|Binary|Unary)Expression$/.test(parent.type)) return true;
    if (parent.type === 'MemberExpression' && parent.optional && parent.object === one) return true;
    if (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') return parent.test === one;
    if (!parent.type.startsWith('TS') && !/^(?:Chain|Parenthesized)Expression$/.test(parent.type)) return false;
  }
  return false;
}

/** Whether the code continues without the value, `try { … } catch { }`: a clause neither throws nor uses the error. */
const goesOn = memoize(({ param, body }: CatchClause): boolean => {
  if (param && param.type !== 'Identifier') return false;
  const todo: Node[] = [body];
  for (let node = todo.pop(); node; node = todo.pop()) {
    if (node.type === 'ThrowStatement') return false;
    if (node.type === 'Identifier' && node.name === param?.name && isReference(node)) return false;
    todo.push(...childrenOf(node));
  }
  return true;
});

function parameterAsked([name, second, third]: readonly Node[], view: SourceView): AskSight | undefined {
  const text = name && view.constants.text(name)?.text;
  if (!name || text === undefined) return undefined;
  const { start } = name;
  // In `execute`, the second argument is the index of the item; elsewhere it is the fallback value.
  const fallback = third !== undefined || (second !== undefined && isValue(unwrap(second)));
  return { kind: 'parameter', name: text, fallback, start };
}

function isValue(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value !== 'number';
  return ['ArrayExpression', 'ObjectExpression', 'TemplateLiteral'].includes(node.type) || isUndefined(node);
}

const isUndefined = (node: Node) => node.type === 'Identifier' && node.name === 'undefined';

function credentialAsked(name: Node | undefined, view: SourceView): AskSight | undefined {
  const text = name && view.constants.text(name)?.text;
  if (!name || text === undefined || text === '') return undefined;
  return { kind: 'credential', name: text, fallback: false, start: name.start };
}
