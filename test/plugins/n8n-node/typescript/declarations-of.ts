import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** The declarations of an installed package, for questions that only its types can answer. */
export interface Declarations {
  exported: readonly { name: string; isValue: boolean }[];
  /**
   * The files of other packages that they lead to: every name is followed, those of members that nobody may use, too.
   * @param but names, and parts of the paths of files, that are left out
   * @returns relative to where the package is installed, sorted
   */
  leadTo(but: readonly string[]): string[];
}

/**
 * @param folder of the package
 * @param into the files of other packages that are looked into
 */
export function declarationsOf(folder: string, into: RegExp): Declarations {
  const paths = globSync('dist/**/*.d.ts', { cwd: folder }).map((path) => join(folder, path));
  const program = ts.createProgram(paths, {
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    types: [],
  });
  const checker = program.getTypeChecker();
  const files = paths.flatMap((path) => program.getSourceFile(path) ?? []);
  const main = program.getSourceFile(join(folder, 'dist/esm/index.d.ts'));
  const module = main && checker.getSymbolAtLocation(main);
  if (!module) throw new Error(`${folder} has no main module`);
  const unaliased = (symbol: ts.Symbol) =>
    (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
  return {
    exported: checker.getExportsOfModule(module).map((symbol) => {
      return { name: symbol.name, isValue: (unaliased(symbol).flags & ts.SymbolFlags.Value) !== 0 };
    }),
    leadTo(but) {
      const reached = new Set<ts.Node>();
      const follow = (name: ts.Node) => {
        const symbol = checker.getSymbolAtLocation(name);
        for (const declaration of symbol ? (unaliased(symbol).declarations ?? []) : []) {
          const { fileName } = declaration.getSourceFile();
          if (into.test(fileName) && !paths.includes(fileName)) reached.add(declaration);
        }
      };
      const visit = (node: ts.Node) => {
        // What is imported leads somewhere where it is used.
        if (ts.isImportDeclaration(node)) return;
        if ('name' in node && but.includes(String(Object(node.name).text))) return;
        if (ts.isIdentifier(node)) follow(node);
        if (ts.isExportDeclaration(node) && !node.exportClause && node.moduleSpecifier) follow(node.moduleSpecifier);
        ts.forEachChild(node, visit);
      };
      for (const file of files) if (!but.some((part) => file.fileName.includes(part))) visit(file);
      for (const declaration of reached) visit(declaration);
      const outside = [...reached].map((node) => relative(join(folder, '..'), node.getSourceFile().fileName));
      return [...new Set(outside)].sort();
    },
  };
}
