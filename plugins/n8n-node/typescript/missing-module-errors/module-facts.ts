import { type Expression, parseSync, type Super, Visitor } from 'oxc-parser';

/** What decides, in one file, which of TypeScript's errors may follow from a module that is not there. */
export interface ModuleFacts {
  /** What it imports, and by which local names; exports from another module have none. */
  imports: { specifier: string; names: string[] }[];
  /** Its classes and interfaces that extend something, with the names that this refers to. */
  heirs: { name: string; bases: string[] }[];
  /** Names that get their value from an expression that begins with another name. */
  derived: { name: string; from: string }[];
  /** What it hands to functions: by the name that the call begins with, the texts of the arguments. */
  handed: { callee: string; texts: string[] }[];
  /** Names that calls begin with whose result is not used: they may be assertions, or never return. */
  bareCalls: string[];
  /** What it catches: always of type `unknown`. */
  caught: string[];
}

/** Reads the facts of a file; undefined when it can't be parsed. Runs nothing of it. */
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
      // What is unpacked by a pattern all comes from there.
      for (const name of id.type === 'Identifier' ? [id.name] : namesIn(id.start, id.end))
        facts.derived.push({ name, from });
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

/** The name that an expression begins with: `axios` of `(await axios.get(url)).data`. */
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

/** Names, and paths of names like `this.options.key`, in a piece of source. */
function namesAndPaths(text: string): string[] {
  return [
    ...text.matchAll(/(?:this|[\p{ID_Start}$_][\p{ID_Continue}$]*)(?:\??\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*/gu),
  ].map(String);
}
