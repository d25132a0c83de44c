import { type Expression, parseSync, type Super, Visitor } from 'oxc-parser';

/** Facts about a file that decide which errors may be due to a missing module. */
export interface ModuleFacts {
  /** Imports with their local names; exports from another module have none. */
  imports: { specifier: string; names: string[] }[];
  /** Classes and interfaces that extend something, with the names in the extended expression. */
  heirs: { name: string; bases: string[] }[];
  /** Variables whose initial value is an expression that starts with another name. */
  derived: { name: string; from: string }[];
  /**
   * Calls, `instanceof` and assignments: the name with which the called expression, the class or the value starts, and what is
   * given to it or gets it.
   */
  handed: { callee: string; texts: string[] }[];
  /** Names of called functions whose result is unused: they may be assertions, or never return. */
  bareCalls: string[];
  /** Variables of catch clauses, which are of type `unknown`. */
  caught: string[];
}

/** Reads the facts of a file without running it; undefined when it cannot be parsed. */
export function readModuleFacts(path: string, text: string): ModuleFacts | undefined {
  const facts: ModuleFacts = { imports: [], heirs: [], derived: [], handed: [], bareCalls: [], caught: [] };
  const parsed = parseSync(path, text);
  if (parsed.errors.length > 0) return undefined;
  for (const { moduleRequest, entries } of parsed.module.staticImports) {
    facts.imports.push({ specifier: moduleRequest.value, names: entries.map(({ localName }) => localName.value) });
  }
  for (const { entries } of parsed.module.staticExports) {
    for (const { moduleRequest } of entries)
      if (moduleRequest) facts.imports.push({ specifier: moduleRequest.value, names: [] });
  }
  const namesIn = (from: number, to: number) =>
    [...text.slice(from, to).matchAll(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu)].map(String);

  new Visitor({
    ImportExpression({ source }) {
      if (source.type === 'Literal' && typeof source.value === 'string')
        facts.imports.push({ specifier: source.value, names: [] });
    },
    TSImportType({ source }) {
      facts.imports.push({ specifier: source.value, names: [] });
    },
    TSImportEqualsDeclaration({ id, moduleReference }) {
      if (moduleReference.type !== 'TSExternalModuleReference') return;
      facts.imports.push({ specifier: moduleReference.expression.value, names: [id.name] });
    },
    ClassDeclaration({ id, superClass }) {
      if (id && superClass) facts.heirs.push({ name: id.name, bases: namesIn(superClass.start, superClass.end) });
    },
    ClassExpression({ id, superClass }) {
      if (id && superClass) facts.heirs.push({ name: id.name, bases: namesIn(superClass.start, superClass.end) });
    },
    TSInterfaceDeclaration({ id, extends: bases }) {
      const first = bases[0];
      const last = bases.at(-1);
      if (first && last) facts.heirs.push({ name: id.name, bases: namesIn(first.start, last.end) });
    },
    VariableDeclarator({ id, init }) {
      const from = init && rootName(init);
      if (!from) return;
      // All names of a pattern come from there.
      for (const name of id.type === 'Identifier' ? [id.name] : namesIn(id.start, id.end))
        facts.derived.push({ name, from });
    },
    BinaryExpression({ operator, left: { start, end }, right }) {
      const root = operator === 'instanceof' ? rootName(right) : undefined;
      if (root !== undefined) facts.handed.push({ callee: root, texts: namesAndPaths(text.slice(start, end)) });
    },
    // Of an unknown value, a variable has its declared type, of which a known one would have been a part.
    AssignmentExpression({ operator, left: { start, end }, right }) {
      const root = operator === '=' ? rootName(right) : undefined;
      if (root !== undefined) facts.handed.push({ callee: root, texts: namesAndPaths(text.slice(start, end)) });
    },
    CallExpression({ callee, arguments: given }) {
      const root = rootName(callee);
      const texts = given.flatMap(({ start, end }) => namesAndPaths(text.slice(start, Math.min(end, start + 10_000))));
      if (root !== undefined && texts.length > 0) facts.handed.push({ callee: root, texts });
    },
    ExpressionStatement({ expression }) {
      const root = rootName(expression);
      if (root !== undefined) facts.bareCalls.push(root);
    },
    CatchClause({ param }) {
      if (param?.type === 'Identifier') facts.caught.push(param.name);
    },
  }).visit(parsed.program);
  return facts;
}

/** The name with which an expression starts: `axios` of `(await axios.get(url)).data`. */
function rootName(expression: Expression | Super): string | undefined {
  let node = expression;
  for (;;) {
    switch (node.type) {
      case 'Identifier':
        return node.name;
      case 'MemberExpression':
        node = node.object;
        break;
      case 'CallExpression':
      case 'NewExpression':
        node = node.callee;
        break;
      case 'AwaitExpression':
        node = node.argument;
        break;
      case 'ChainExpression':
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSNonNullExpression':
        node = node.expression;
        break;
      default:
        return undefined;
    }
  }
}

/** Names, and paths of names such as `this.options.key`, in a piece of source. */
function namesAndPaths(text: string): string[] {
  return [
    ...text.matchAll(/(?:this|[\p{ID_Start}$_][\p{ID_Continue}$]*)(?:\??\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*/gu),
  ].map(String);
}
