import type { Node } from 'oxc-parser';
import { memberName, unwrap } from '../../ast/children.ts';
import type { SourceView } from '../../model/sources/source-view.ts';
import { join, normalize } from '../../project/project-path.ts';
import { moduleOf } from './module-of.ts';

/** A path that starts with `__dirname`, as far as it is constant. */
interface OwnPath {
  /** In the project. */
  path: string;
  isWhole: boolean;
}

const maxDepth = 20;
const ofPaths = /^(?:node:)?path(?:\/posix)?$/;

/** Whether an expression is a path in the package: all of it, or as far as it is constant. Undefined if it is not known. */
export function placeInPackage(node: Node, view: SourceView): 'certain' | 'probable' | undefined {
  const own = ownPath(node, view, 0);
  const [first, ...others] = own ? normalize(own.path).split('/') : ['..'];
  if (first === '..' || [first, ...others].includes('node_modules')) return undefined;
  return own?.isWhole ? 'certain' : 'probable';
}

function ownPath(node: Node, view: SourceView, depth: number): OwnPath | undefined {
  const inner = unwrap(node);
  if (depth > maxDepth) return undefined;
  switch (inner.type) {
    case 'Identifier': {
      const isGlobal = !view.tree.scopeOf(inner).lookup(inner.name);
      if (isGlobal) return inner.name === '__dirname' ? { path: join(view.path, '..'), isWhole: true } : undefined;
      const value = view.constants.value(inner);
      return value && ownPath(value, view, depth + 1);
    }
    case 'BinaryExpression': {
      if (inner.operator !== '+') return undefined;
      return extended(ownPath(inner.left, view, depth + 1), [textOf(inner.right, view)], concatenated);
    }
    case 'TemplateLiteral': {
      const [start, ...expressions] = inner.expressions;
      const [before, after, ...quasis] = inner.quasis.map(({ value }) => value.cooked ?? undefined);
      if (!start || before !== '') return undefined;
      const rest = expressions.flatMap((expression, index) => [textOf(expression, view), quasis[index]]);
      return extended(ownPath(start, view, depth + 1), [after, ...rest], concatenated);
    }
    case 'CallExpression': {
      const [start, ...others] = inner.arguments;
      const method = start && pathMethod(inner.callee, view);
      if (!start || method === undefined) return undefined;
      const parts = others.map((part) => (method === 'relative' ? undefined : textOf(part, view)));
      // For `resolve`, an absolute path replaces those before it.
      const joined = parts.map((part) => (part !== undefined && isAbsolute(part) ? undefined : part));
      return extended(ownPath(start, view, depth + 1), joined, join);
    }
    default:
      return undefined;
  }
}

/** `join` of `path.join(…)`, and of the function itself. */
function pathMethod(callee: Node, view: SourceView): string | undefined {
  const target = unwrap(callee);
  if (!ofPaths.test(moduleOf(target, view) ?? moduleOfCopy(target, view) ?? '')) return undefined;
  const method = target.type === 'Identifier' ? target.name : memberName(target);
  return method !== undefined && /^(?:join|resolve|relative)$/.test(method) ? method : undefined;
}

/** `path` of `const path = __importStar(require('path'))`, as TypeScript compiles an import. */
function moduleOfCopy(node: Node, view: SourceView): string | undefined {
  const inner = unwrap(node);
  if (inner.type === 'MemberExpression') return moduleOfCopy(inner.object, view);
  const value = inner.type === 'Identifier' ? view.tree.scopeOf(inner).lookup(inner.name)?.value : undefined;
  if (value?.type !== 'CallExpression' || !value.arguments[0]) return undefined;
  const helper = value.callee.type === 'Identifier' ? value.callee.name : memberName(value.callee);
  return /^__import(?:Default|Star)$/.test(helper ?? '') ? moduleOf(value.arguments[0], view) : undefined;
}

const textOf = (node: Node, view: SourceView) => {
  const constant = view.constants.text(node);
  return constant?.how === 'plain' ? constant.text : undefined;
};

const concatenated = (path: string, text: string) => path + text;
const isAbsolute = (path: string) => /^(?:[/\\]|[a-z]:)/i.test(path);

/** @param parts undefined for those that are not constant */
function extended(
  start: OwnPath | undefined,
  parts: readonly (string | undefined)[],
  link: (path: string, text: string) => string,
): OwnPath | undefined {
  if (!start?.isWhole) return start;
  let { path } = start;
  for (const part of parts) {
    if (part === undefined) return { path, isWhole: false };
    path = link(path, part);
  }
  return { path, isWhole: true };
}
