/**
 * Options that tsc refuses without one of the others.
 * https://github.com/microsoft/TypeScript/blob/main/src/compiler/program.ts (verifyCompilerOptions)
 */
const partners: Readonly<Record<string, readonly string[]>> = {
  declarationMap: ['declaration', 'composite'],
  declarationDir: ['declaration', 'composite'],
  emitDeclarationOnly: ['declaration', 'composite'],
  isolatedDeclarations: ['declaration', 'composite'],
  inlineSources: ['sourceMap', 'inlineSourceMap'],
  sourceRoot: ['sourceMap', 'inlineSourceMap'],
  mapRoot: ['sourceMap', 'declarationMap'],
  emitDecoratorMetadata: ['experimentalDecorators'],
  allowImportingTsExtensions: ['noEmit', 'emitDeclarationOnly', 'rewriteRelativeImportExtensions'],
};

/** An option, and those of which it needs one. */
export interface MissingPartner {
  option: string;
  needs: readonly string[];
}

/** The options that lack what they need. TypeScript ignores the case of names. */
export function missingPartners(compilerOptions: Readonly<Record<string, unknown>>): MissingPartner[] {
  const set = new Map(Object.entries(compilerOptions).map(([name, value]) => [name.toLowerCase(), value]));
  const isOn = (name: string) => Boolean(set.get(name.toLowerCase()));
  return Object.entries(partners).flatMap(([option, needs]) =>
    isOn(option) && !needs.some(isOn) ? { option, needs } : [],
  );
}
