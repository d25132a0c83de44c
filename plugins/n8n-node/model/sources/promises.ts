import type { Node, TSType } from 'oxc-parser';
import { functionAround, memberName, outermost, unwrap } from '../../ast/children.ts';
import { isHelper } from '../../ast/helper-call.ts';
import { referencesTo } from './exports-to.ts';
import type { SourceView } from './source-view.ts';

/** A result that is used as a value, although a promise may have been returned. */
interface UnawaitedSight {
  /** What has the result: a variable, or the call itself. */
  name: string;
  /** The imported function that is called; absent where it is known to return a promise. */
  callee?: string;
  /** What it is imported from: `./verify`. */
  from?: string;
  start: number;
}

/** Methods of n8n that return a promise. */
const promises = /^(?:httpRequest|request)\w*$|^(?:getBinaryDataBuffer|prepareBinaryData|binaryToBuffer)$/;

/** Results that are used without `await`. */
export function unawaitedIn(node: Node, view: SourceView): UnawaitedSight[] {
  if (node.type === 'VariableDeclarator') return unawaitedVariable(node, view);
  const called = isTested(node) ? calledBy(node, view) : undefined;
  return called ? [{ name: `${called.local}(…)`, ...called.of, start: node.start }] : [];
}

function unawaitedVariable(node: Node, view: SourceView): UnawaitedSight[] {
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) return [];
  const { name } = node.id;
  const { start } = node;
  const value = unwrap(node.init);
  if (value.type === 'CallExpression' && isHelper(value.callee, promises)) {
    const after = view.text.slice(value.end, functionAround(node)?.end ?? view.text.length);
    return isWaitedFor(name, after) ? [] : [{ name, start }];
  }
  const called = calledBy(value, view);
  if (!called) return [];
  const declared = view.tree.scopeOf(node.id).lookup(name);
  const uses = referencesTo(name, view).filter((one) => view.tree.scopeOf(one).lookup(name) === declared);
  const isValue = declared?.writes === 1 && uses.length > 0 && uses.every((use) => isTested(use) || isRead(use));
  return isValue ? [{ name, ...called.of, start }] : [];
}

/** The function that `verify(…)` or `verify.call(this, …)` calls, if it is imported from the package or asynchronous. */
function calledBy(
  node: Node,
  view: SourceView,
): { local: string; of: Pick<UnawaitedSight, 'callee' | 'from'> } | undefined {
  if (node.type !== 'CallExpression') return undefined;
  let callee = unwrap(node.callee);
  if (callee.type === 'MemberExpression' && memberName(callee) === 'call') callee = unwrap(callee.object);
  if (callee.type !== 'Identifier') return undefined;
  const { name: local } = callee;
  const declared = view.tree.scopeOf(callee).lookup(local);
  if (declared?.writes !== 1 || !declared.value || declared.path.length > 0) return undefined;
  const { value } = declared;
  if (value.type !== 'ImportDeclaration') return isAsync(value) ? { local, of: {} } : undefined;
  const imported = value.source.value.startsWith('.') && value.specifiers.find((one) => one.local.name === local);
  return imported && imported.type === 'ImportSpecifier' && imported.imported.type === 'Identifier'
    ? { local, of: { callee: imported.imported.name, from: value.source.value } }
    : undefined;
}

/** Whether code decides by it: a promise is always true. */
function isTested(node: Node): boolean {
  const outer = outermost(node);
  const { parent } = outer;
  switch (parent?.type) {
    case 'UnaryExpression':
      return parent.operator === '!';
    case 'IfStatement':
    case 'ConditionalExpression':
      return parent.test === outer;
    case 'LogicalExpression':
      return parent.operator !== '??' && (parent.left === outer || isTested(parent));
    default:
      return false;
  }
}

/** Whether code reads a field of it. */
function isRead(use: Node): boolean {
  const outer = outermost(use);
  const { parent } = outer;
  if (parent?.type !== 'MemberExpression' || parent.object !== outer) return false;
  return !/^(?:then|catch|finally)$/.test(memberName(parent) ?? '');
}

/** Whether a text may wait for a variable later, or hand it on on purpose, or has nothing of it. */
function isWaitedFor(name: string, whole: string): boolean {
  const text = whole.slice(0, 20_000);
  const word = `\\b${name.replaceAll('$', '\\$')}\\b`;
  if (!new RegExp(`(?<![.'"\`])${word}`).test(text)) return true;
  const waits = [
    `\\b(?:await|yield|Promise)\\b[^;]{0,1000}${word}`,
    `\\breturn\\s+${word}(?!\\s*[?.[])`,
    `(?:\\bpush\\(|\\bset\\([^;)]{0,200},|[\\[=?])\\s*${word}`,
    `\\?[^;?]{0,200}:\\s*${word}`,
    `${word}\\s*\\.\\s*(?:then|catch|finally)\\b`,
  ];
  return new RegExp(waits.join('|')).test(text);
}

/** A function that other files may import. */
interface FunctionSight {
  name: string;
  /** Whether it returns a promise. */
  isAsync: boolean;
  start: number;
}

/** The function that a file declares with a node, outside of others. */
export function functionsIn(node: Node): FunctionSight[] {
  const { parent, start } = node.type === 'VariableDeclarator' && node.parent ? node.parent : node;
  if (parent?.type !== 'Program' && parent?.type !== 'ExportNamedDeclaration') return [];
  if (node.type === 'FunctionDeclaration')
    return node.id ? [{ name: node.id.name, isAsync: isAsync(node), start }] : [];
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) return [];
  const value = unwrap(node.init);
  return /Function/.test(value.type) ? [{ name: node.id.name, isAsync: isAsync(value), start }] : [];
}

function isAsync(value: Node): boolean {
  const called = unwrap(value);
  switch (called.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression': {
      const { returnType, generator } = called;
      return !generator && (called.async || (!!returnType && isPromise(returnType.typeAnnotation)));
    }
    default:
      return false;
  }
}

/** Whether a type is a promise, and nothing else: `Promise<Token>`, but not `Promise<Token> | undefined`. */
function isPromise(type: TSType): boolean {
  if (type.type !== 'TSTypeReference' || !type.typeArguments) return false;
  return type.typeName.type === 'Identifier' && type.typeName.name === 'Promise';
}
