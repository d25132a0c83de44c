import type { Node, Program } from 'oxc-parser';
import { childrenOf } from './children.ts';

/** A variable, and what is known of its value without running code. */
interface Binding {
  name: string;
  scope: Scope;
  /** The expression that is assigned to it, or to the pattern that contains it. */
  value?: Node;
  /** The path in that value, for patterns: `['a', 'b']` for `const { a: { b } } = value`. */
  path: readonly string[];
  /** Number of assignments; `value` is its only value if there is one. */
  writes: number;
}

/** The variables of a block, function or module. */
class Scope {
  readonly parent: Scope | undefined;
  /** Whether `var` declarations belong to it. */
  readonly isFunction: boolean;
  readonly #bindings = new Map<string, Binding>();

  constructor(parent: Scope | undefined, isFunction: boolean) {
    this.parent = parent;
    this.isFunction = isFunction;
  }

  declare(name: string, value?: Node, path: readonly string[] = []): void {
    const known = this.#bindings.get(name);
    const binding = known ?? { name, scope: this, path, writes: 0 };
    if (!known) this.#bindings.set(name, binding);
    if (value) assign(binding, value, path);
  }

  /** Undefined for a global. */
  lookup(name: string): Binding | undefined {
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      const binding = scope.#bindings.get(name);
      if (binding) return binding;
    }
    return undefined;
  }
}

/** A parsed file with resolved names; all nodes below `program` have a `parent`. */
export interface SourceTree {
  program: Program;
  /** The program and all nodes with code, in the order of the source, parents first. */
  nodes: readonly Node[];
  scopeOf(node: Node): Scope;
}

/** @throws {RangeError} for a program that is nested too deeply */
export function resolveNames(program: Program): SourceTree {
  const scopes = new Map<Node, Scope>();
  const top = new Scope(undefined, true);
  scopes.set(program, top);
  const assignments: [target: Node, value: Node | undefined, scope: Scope][] = [];
  const nodes: Node[] = [program];

  const enter = (node: Node, outer: Scope) => {
    nodes.push(node);
    const scope = openScope(node, outer);
    if (scope !== outer) scopes.set(node, scope);
    declareNames(node, scope, outer);
    if (node.type === 'AssignmentExpression') {
      assignments.push([node.left, node.operator === '=' ? node.right : undefined, scope]);
    } else if (node.type === 'UpdateExpression') {
      assignments.push([node.argument, undefined, scope]);
    } else if (node.type === 'ForInStatement' || node.type === 'ForOfStatement') {
      assignments.push([node.left, undefined, scope]);
    }
    for (const child of childrenOf(node)) {
      child.parent = node;
      enter(child, scope);
    }
  };
  for (const child of childrenOf(program)) {
    child.parent = program;
    enter(child, top);
  }
  // All names are declared now.
  for (const [target, value, scope] of assignments) {
    for (const { name, path } of namesIn(target)) {
      const binding = scope.lookup(name);
      if (binding) assign(binding, value, path);
    }
  }
  return {
    program,
    nodes,
    scopeOf(node) {
      for (let at: Node | null | undefined = node; at; at = at.parent) {
        const scope = scopes.get(at);
        if (scope) return scope;
      }
      return top;
    },
  };
}

function assign(binding: Binding, value: Node | undefined, path: readonly string[]): void {
  binding.writes += 1;
  if (binding.writes > 1 || !value) {
    delete binding.value;
    binding.writes = Math.max(binding.writes, 2);
  } else {
    binding.value = value;
    binding.path = path;
  }
}

function openScope(node: Node, outer: Scope): Scope {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'TSModuleBlock':
    case 'StaticBlock':
      return new Scope(outer, true);
    case 'BlockStatement':
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'SwitchStatement':
    case 'CatchClause':
    case 'ClassExpression':
      return new Scope(outer, false);
    default:
      return outer;
  }
}

function declareNames(node: Node, scope: Scope, outer: Scope): void {
  switch (node.type) {
    case 'VariableDeclaration': {
      let home = scope;
      if (node.kind === 'var') while (!home.isFunction && home.parent) home = home.parent;
      const { parent } = node;
      const looped = parent?.type === 'ForInStatement' || parent?.type === 'ForOfStatement';
      for (const { id, init } of node.declarations) {
        for (const { name, path } of namesIn(id)) home.declare(name, looped ? undefined : (init ?? undefined), path);
      }
      return;
    }
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      if (node.id) (node.type === 'FunctionDeclaration' ? outer : scope).declare(node.id.name, node);
      for (const param of node.params) for (const { name } of namesIn(param)) scope.declare(name);
      if (node.type !== 'ArrowFunctionExpression') scope.declare('arguments');
      return;
    case 'ClassDeclaration':
    case 'ClassExpression':
      if (node.id) scope.declare(node.id.name, node);
      return;
    case 'CatchClause':
      if (node.param) for (const { name } of namesIn(node.param)) scope.declare(name);
      return;
    case 'ImportDeclaration':
      for (const specifier of node.specifiers) scope.declare(specifier.local.name, node);
      return;
    case 'TSImportEqualsDeclaration':
      scope.declare(node.id.name, node);
      return;
    case 'TSEnumDeclaration':
      scope.declare(node.id.name, node);
      return;
    case 'TSModuleDeclaration':
      if (node.id.type === 'Identifier') scope.declare(node.id.name, node);
      return;
  }
}

interface NameInPattern {
  name: string;
  path: readonly string[];
}

/** The names in a pattern. The paths of rest elements, defaults and computed keys end with `*`. */
function namesIn(pattern: Node, path: readonly string[] = []): NameInPattern[] {
  switch (pattern.type) {
    case 'Identifier':
      return [{ name: pattern.name, path }];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        property.type === 'RestElement'
          ? namesIn(property.argument, [...path, '*'])
          : namesIn(property.value, [...path, keyName(property) ?? '*']),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((element, index) => (element ? namesIn(element, [...path, String(index)]) : []));
    case 'AssignmentPattern':
      return namesIn(pattern.left, path);
    case 'RestElement':
      return namesIn(pattern.argument, [...path, '*']);
    case 'TSParameterProperty':
      return namesIn(pattern.parameter, path);
    case 'VariableDeclaration':
      return pattern.declarations.flatMap(({ id }) => namesIn(id, path));
    default:
      return [];
  }
}

/** The name of a property, class member or pattern entry, if it is not computed. */
export function keyName({ key, computed }: { key: Node; computed: boolean }): string | undefined {
  if (!computed && (key.type === 'Identifier' || key.type === 'PrivateIdentifier')) return key.name;
  return key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number')
    ? String(key.value)
    : undefined;
}
