import type { Node } from 'oxc-parser';
import { unwrap } from './children.ts';
import type { ConstantFolder } from './fold.ts';
import type { SourceTree } from './scope.ts';

/** Names of the global object, other than through a function's `this`. */
const globalObjects = new Set(['globalThis', 'global']);
const maxDepth = 30;

/** Resolves expressions to paths of globals. */
export class GlobalPaths {
  readonly #tree: SourceTree;
  readonly #constants: ConstantFolder;

  constructor(tree: SourceTree, constants: ConstantFolder) {
    this.#tree = tree;
    this.#constants = constants;
  }

  /**
   * The path from the global object to the value of an expression: `['process', 'env']` for `process.env`, for
   * `globalThis['pro' + 'cess'].env` and for a constant with either; `[]` for the global object. Undefined for other
   * values.
   */
  of(node: Node, depth = 0): readonly string[] | undefined {
    if (depth > maxDepth) return undefined;
    const inner = unwrap(node);
    const next = depth + 1;
    switch (inner.type) {
      case 'Identifier':
        return this.#ofName(inner, inner.name, next);
      case 'MemberExpression': {
        const base = this.of(inner.object, next);
        const key = base && this.keyOf(inner);
        return key === undefined ? undefined : [...(base ?? []), key];
      }
      case 'LogicalExpression':
        return this.of(inner.left, next) ?? this.of(inner.right, next);
      case 'ConditionalExpression':
        return this.of(inner.consequent, next) ?? this.of(inner.alternate, next);
      case 'AssignmentExpression':
        return inner.operator === '=' ? this.of(inner.right, next) : undefined;
      case 'CallExpression':
        return this.#ofCall(inner.callee, inner.arguments, next);
      default:
        return undefined;
    }
  }

  /** The name of a member access, if it is constant. */
  keyOf(member: Extract<Node, { type: 'MemberExpression' }>): string | undefined {
    if (member.computed) return this.#constants.text(member.property)?.text;
    return member.property.type === 'Identifier' ? member.property.name : undefined;
  }

  #ofName(node: Node, name: string, depth: number): readonly string[] | undefined {
    const binding = this.#tree.scopeOf(node).lookup(name);
    if (!binding) return globalObjects.has(name) ? [] : [name];
    if (binding.writes !== 1 || !binding.value || binding.path.includes('*')) return undefined;
    const base = this.of(binding.value, depth);
    return base && [...base, ...binding.path];
  }

  #ofCall(callee: Node, args: readonly Node[], depth: number): readonly string[] | undefined {
    const target = unwrap(callee);
    if (target.type === 'FunctionExpression') return returnsThis(target) ? [] : undefined;
    // `Function('return this')()`
    if (target.type === 'CallExpression' || target.type === 'NewExpression') {
      const [code] = target.arguments;
      const made = this.of(target.callee, depth)?.join('.') === 'Function';
      return made && code && this.#constants.text(code)?.text.trim().replace(/;$/, '') === 'return this'
        ? []
        : undefined;
    }
    if (target.type === 'Identifier' && target.name === 'createRequire') return ['require'];
    if (target.type !== 'MemberExpression') return undefined;
    const method = this.keyOf(target);
    if (method === 'createRequire') return ['require'];
    // `(function () { return this }).call()`
    if ((method === 'call' || method === 'apply') && returnsThis(unwrap(target.object))) return [];
    const [object, key] = args;
    if (method === 'get' && object && key && this.of(target.object, depth)?.join('.') === 'Reflect') {
      const base = this.of(object, depth);
      const name = base && this.#constants.text(key)?.text;
      return name === undefined ? undefined : [...(base ?? []), name];
    }
    return undefined;
  }
}

/** Whether a sloppy function returns its `this`, which is the global object if it is called without one. */
function returnsThis(node: Node): boolean {
  if (node.type !== 'FunctionExpression' || node.body?.body.length !== 1) return false;
  const [only] = node.body.body;
  return only?.type === 'ReturnStatement' && only.argument?.type === 'ThisExpression';
}
