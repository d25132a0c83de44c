import { didYouMean, isTypo } from '../../../kernel/suggestion.ts';

type Kind = 'boolean' | 'string' | 'number' | 'list' | 'object';

/** The compiler options of TypeScript 2 to 7, by the kind of their values. */
const byKind = new Map<Kind, string>([
  [
    'boolean',
    `
    all allowArbitraryExtensions allowImportingTsExtensions allowJs allowSyntheticDefaultImports allowUmdGlobalAccess
    allowUnreachableCode allowUnusedLabels alwaysStrict assumeChangesOnlyAffectDirectDependencies checkJs composite
    declaration declarationMap diagnostics disableReferencedProjectLoad disableSizeLimit disableSolutionSearching
    disableSourceOfProjectReferenceRedirect downlevelIteration emitBOM emitDeclarationOnly emitDecoratorMetadata
    erasableSyntaxOnly esModuleInterop exactOptionalPropertyTypes experimentalDecorators explainFiles extendedDiagnostics
    forceConsistentCasingInFileNames help importHelpers incremental init inlineSourceMap inlineSources
    isolatedDeclarations isolatedModules keyofStringsOnly libReplacement listEmittedFiles listFiles noCheck noEmit
    noEmitHelpers noEmitOnError noErrorTruncation noFallthroughCasesInSwitch noImplicitAny noImplicitOverride
    noImplicitReturns noImplicitThis noImplicitUseStrict noLib noPropertyAccessFromIndexSignature noResolve
    noStrictGenericChecks noUncheckedIndexedAccess noUncheckedSideEffectImports noUnusedLocals noUnusedParameters
    preserveConstEnums preserveSymlinks preserveValueImports preserveWatchOutput pretty quiet removeComments
    resolveJsonModule resolvePackageJsonExports resolvePackageJsonImports rewriteRelativeImportExtensions singleThreaded
    skipDefaultLibCheck skipLibCheck sourceMap stableTypeOrdering strict strictBindCallApply
    strictBuiltinIteratorReturn strictFunctionTypes strictNullChecks strictPropertyInitialization stripInternal
    suppressExcessPropertyErrors suppressImplicitAnyIndexErrors traceResolution useDefineForClassFields
    useUnknownInCatchVariables verbatimModuleSyntax version watch ignoreConfig listFilesOnly showConfig`,
  ],
  [
    'string',
    `
    baseUrl charset declarationDir generateCpuProfile generateTrace ignoreDeprecations importsNotUsedAsValues jsx
    jsxFactory jsxFragmentFactory jsxImportSource locale mapRoot module moduleDetection moduleResolution newLine out
    outDir outFile pprofDir project reactNamespace rootDir sourceRoot target tsBuildInfoFile`,
  ],
  ['number', 'builders checkers maxNodeModuleJsDepth'],
  ['list', 'customConditions lib moduleSuffixes plugins rootDirs typeRoots types'],
  ['object', 'paths'],
]);

const kinds: ReadonlyMap<string, Kind> = new Map(
  [...byKind].flatMap(([kind, list]) =>
    list
      .trim()
      .split(/\s+/)
      .map((name) => [name, kind] as const),
  ),
);
/** TypeScript ignores the case of option names. */
const names: ReadonlyMap<string, string> = new Map([...kinds.keys()].map((name) => [name.toLowerCase(), name]));

/** What tsc rejects about an option, and what it should be if there is one right answer. */
interface OptionFault {
  message: string;
  right?: { name: string } | { value: boolean };
}

/** Why tsc rejects an option, and ends with an error; undefined for a valid one. */
export function optionFault(name: string, value: unknown): OptionFault | undefined {
  const known = names.get(name.toLowerCase());
  const kind = known === undefined ? undefined : kinds.get(known);
  if (kind === undefined) {
    const message = `Unknown compiler option "${name}"${didYouMean(name, kinds.keys())}`;
    const [meant, ...others] = [...kinds.keys()].filter((one) => isTypo(one, name));
    const isRight = meant !== undefined && others.length === 0 && isOf(kinds.get(meant) ?? 'object', value);
    return { message, ...(isRight && { right: { name: meant } }) };
  }
  // null unsets an inherited option.
  if (value === null || isOf(kind, value)) return undefined;
  const message = `Compiler option "${name}" must be a ${kind}, not a ${Array.isArray(value) ? 'list' : typeof value}`;
  const isRight = kind === 'boolean' && (value === 'true' || value === 'false');
  return { message, ...(isRight && { right: { value: value === 'true' } }) };
}

function isOf(kind: Kind, value: unknown): boolean {
  if (kind === 'list') return Array.isArray(value);
  return kind === 'object' ? typeof value === 'object' && !Array.isArray(value) : typeof value === kind;
}
