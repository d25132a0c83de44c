import { gte, intersects, minVersion, validRange } from 'semver';
import type { Manifest } from '../../../kernel/check.ts';
import { dependencyFields, recordOf } from '../project/manifest/manifest-fields.ts';
import { normalize } from '../project/project-path.ts';
import { type Tsconfig, texts } from './tsconfig.ts';

/** Options for TypeScript 7 with the effect that the project's options have in its version. Paths are relative to the project. */
export interface CompilerOptions {
  options: Readonly<Record<string, unknown>>;
  /** Targets of `paths` by pattern. */
  paths: Readonly<Record<string, readonly string[]>>;
  /** Whether imports of CommonJS modules use TypeScript's helpers at run time. */
  esModuleInterop: boolean;
  /** Whether `exports` in package.json of packages is used. */
  seesExports: boolean;
  /** Packages whose types are included without an import, undefined for all below `@types`; and folders with more types. */
  types: readonly string[] | undefined;
  typeRoots: readonly string[];
}

/** Options that are kept if their values have this type. */
const kept = {
  boolean: [
    'strict',
    'strictBindCallApply',
    'strictBuiltinIteratorReturn',
    'strictFunctionTypes',
    'strictNullChecks',
    'strictPropertyInitialization',
    'noImplicitAny',
    'noImplicitOverride',
    'noImplicitReturns',
    'noImplicitThis',
    'noUnusedLocals',
    'noUnusedParameters',
    'noFallthroughCasesInSwitch',
    'noPropertyAccessFromIndexSignature',
    'noUncheckedIndexedAccess',
    'noUncheckedSideEffectImports',
    'exactOptionalPropertyTypes',
    'useUnknownInCatchVariables',
    'allowUnreachableCode',
    'allowUnusedLabels',
    'allowJs',
    'checkJs',
    'allowImportingTsExtensions',
    'rewriteRelativeImportExtensions',
    'erasableSyntaxOnly',
    'isolatedModules',
    'verbatimModuleSyntax',
    'experimentalDecorators',
    'emitDecoratorMetadata',
    'useDefineForClassFields',
    'importHelpers',
    'preserveConstEnums',
    'forceConsistentCasingInFileNames',
  ],
  string: ['jsx', 'jsxFactory', 'jsxFragmentFactory', 'jsxImportSource'],
} as const;

const esTargets = /^es(?:6|20\d\d|next)$/;
/** Formats whose module resolution TypeScript 7 supports. */
const nodeFormats = new Set(['node16', 'node18', 'node20', 'nodenext']);
const esFormats = new Set(['es6', 'es2015', 'es2020', 'es2022', 'esnext', 'preserve']);

/**
 * Translates a project's options: TypeScript 7 rejects options that many projects set, and its defaults differ from those
 * of the project's version.
 * https://github.com/microsoft/TypeScript/issues/54500
 */
export function translateOptions(tsconfig: Tsconfig, manifest: Manifest): CompilerOptions {
  const given = tsconfig.compilerOptions;
  // Options that may be set in a file that could not be read must not cause errors.
  const partial = tsconfig.faults.length > 0;
  // What changed with version 6: https://devblogs.microsoft.com/typescript/announcing-typescript-6-0/
  const modern = typescriptMajor(manifest) >= 6;
  const strict = modern && !partial;
  const options: Record<string, unknown> = { strict, noUncheckedSideEffectImports: strict };
  // Part of `strict` since that version.
  if (isOlderThan(manifest, '4.4.0')) options['useUnknownInCatchVariables'] = false;
  for (const [type, names] of Object.entries(kept)) {
    for (const name of names) {
      if (typeof given[name] === type) options[name] = given[name];
    }
  }
  // If n8n installs tslib, imported helpers work like inlined ones.
  if (Object.hasOwn(recordOf(manifest['dependencies']) ?? {}, 'tslib')) delete options['importHelpers'];
  const target = lowerCase(given['target']) ?? (partial ? 'esnext' : modern ? 'es2025' : 'es5');
  options['target'] = esTargets.test(target) ? target : 'es2015';
  const lib = texts(given['lib']);
  if (lib) options['lib'] = lib;
  const module =
    lowerCase(given['module']) ?? (modern && !partial ? 'esnext' : partial || target === 'es5' ? 'commonjs' : 'es2015');
  Object.assign(options, moduleOptions(module));
  const interop = given['esModuleInterop'];
  return {
    options: { ...options, resolveJsonModule: true },
    paths: pathsOf(tsconfig),
    esModuleInterop: typeof interop === 'boolean' ? interop : modern || partial || nodeFormats.has(module),
    seesExports: seesExports(lowerCase(given['moduleResolution']), module, modern || partial),
    types: texts(given['types']) ?? (modern && !partial ? [] : undefined),
    typeRoots: (texts(given['typeRoots']) ?? []).filter((path) => !path.startsWith('..') && !path.startsWith('/')),
  };
}

/** https://www.typescriptlang.org/tsconfig/#moduleResolution */
function seesExports(resolution: string | undefined, module: string, modern: boolean): boolean {
  if (resolution !== undefined) return !['node', 'node10', 'classic'].includes(resolution);
  return modern || module === 'preserve' || nodeFormats.has(module);
}

function moduleOptions(module: string): Record<string, string> {
  if (nodeFormats.has(module)) return { module, moduleResolution: module === 'nodenext' ? 'nodenext' : 'node16' };
  return { module: esFormats.has(module) ? module : 'commonjs', moduleResolution: 'bundler' };
}

/** `paths`, and `baseUrl` as a pattern of it, because TypeScript 7 has no `baseUrl`. */
function pathsOf({ compilerOptions, pathsFolder }: Tsconfig): Record<string, readonly string[]> {
  const { baseUrl } = compilerOptions;
  const folder = typeof baseUrl === 'string' ? baseUrl : (pathsFolder ?? '.');
  const inside = (target: unknown) => {
    const path = typeof target === 'string' && !target.startsWith('/') ? normalize(`${folder}/${target}`) : '..';
    return path.startsWith('..') ? [] : [path];
  };
  const translated = Object.entries(recordOf(compilerOptions['paths']) ?? {}).flatMap(([pattern, targets]) => {
    const kept = Array.isArray(targets) ? targets.flatMap(inside) : [];
    return kept.length > 0 && pattern.split('*').length <= 2 ? [[pattern, kept] as const] : [];
  });
  const base = typeof baseUrl === 'string' ? inside('*') : [];
  return { ...(base.length > 0 && { '*': base }), ...Object.fromEntries(translated) };
}

/** The major version of the project's TypeScript; 5 if it is not specified. */
export function typescriptMajor(manifest: Manifest): number {
  for (const range of typescriptRanges(manifest)) {
    const lowest = minVersion(range);
    // `*` does not count.
    if (lowest && lowest.major > 0) return lowest.major;
  }
  return 5;
}

/** Whether all versions of TypeScript that the manifest allows are older. */
export function isOlderThan(manifest: Manifest, version: string): boolean {
  const ranges = typescriptRanges(manifest);
  return ranges.length > 0 && ranges.every((range) => !intersects(range, `>=${version}`));
}

/** Whether none of the versions that the manifest allows is older. */
export function isTypescriptFrom(manifest: Manifest, version: string): boolean {
  const ranges = typescriptRanges(manifest);
  return ranges.length > 0 && ranges.every((range) => gte(minVersion(range) ?? '0.0.0', version));
}

function typescriptRanges(manifest: Manifest): string[] {
  return dependencyFields.flatMap((field) => {
    const range = recordOf(manifest[field])?.['typescript'];
    return typeof range === 'string' && validRange(range) !== null ? [range] : [];
  });
}

const lowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : undefined);
