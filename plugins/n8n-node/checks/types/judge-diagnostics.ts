import type { Manifest } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import type { MissingPackage } from '../../../../kernel/packages.ts';
import type { ProjectFiles } from '../../../../kernel/project-files.ts';
import { packageOfSpecifier } from '../../project/package-of-specifier.ts';
import { normalize } from '../../project/project-path.ts';
import type { Diagnostic } from '../../typescript/compile-output.ts';
import { isTypescriptFrom } from '../../typescript/compiler-options.ts';
import type { ProjectLayout } from '../../typescript/project-layout.ts';
import { missingModule } from '../../typescript/typescript-output.ts';
import { unsentModule } from '../../typescript/unsent-modules.ts';
import { typesError, unresolvedImport } from './rules/types-rules.ts';

/** `Cannot find name`, `Cannot find namespace`, and the same with a guess at what is meant. */
const unknownName = new Set([2304, 2503, 2552, 2580, 2581, 2582, 2583, 2584, 2591, 2592, 2593, 2688]);
/** Packages of types whose names are not their own: test runners. */
const testRunners = ['jest', 'mocha', 'jasmine', 'vitest', 'bun'];
const testNames = /^(?:describe|it|test|expect|jest|vi|before|after|beforeEach|afterEach|beforeAll|afterAll|suite)$/;

/** Operands that are never nullish, and expressions that are always true: https://devblogs.microsoft.com/typescript/announcing-typescript-5-6/ */
const sinceFiveSix = new Set([2869, 2870, 2871, 2872, 2873, 2881]);

/** What decides whose fault an error is. */
export interface Judged extends Pick<ProjectLayout, 'tsconfig'> {
  files: ProjectFiles;
  manifest: Manifest;
  build: Pick<ProjectLayout['build'], 'unknownStep'>;
  /** Packages whose types could not be had. */
  missing: readonly MissingPackage[];
  /** Whether the project's own TypeScript has been asked which errors it knows. */
  ownLibrary?: boolean;
}

export interface JudgedErrors {
  errors: readonly Observation[];
  /** Modules that were not sent, with the files that import them. */
  unsent: readonly { module: string; from: string }[];
}

/**
 * What of TypeScript's output is a fault of the project. Some packages could not be had, and files that the build
 * generates, or that were not sent, are not there; what TypeScript says about those, and what follows from it, is not.
 */
export function judgeDiagnostics(diagnostics: readonly Diagnostic[], judged: Judged): JudgedErrors {
  const { files, manifest, build, tsconfig } = judged;
  const needing = new Set(judged.missing.flatMap(({ neededBy }) => neededBy));
  const unsent: { module: string; from: string }[] = [];
  const errors = diagnostics.flatMap((diagnostic): Observation[] => {
    const { code, message, line, column, fallout } = diagnostic;
    const file = diagnostic.file === undefined ? undefined : normalize(diagnostic.file);
    // What is not in the project is ours, or of the packages that it is built with.
    if (fallout || file === undefined || !files.exists(file)) return [];
    const missing = missingModule(diagnostic);
    const named = packageOfSpecifier(missing ?? untypedModule(diagnostic) ?? '.');
    if (named !== undefined && needing.has(named)) return [];
    if (missing !== undefined) {
      const generated = build.unknownStep !== undefined && missing.startsWith('.');
      if (generated) return [];
      const module = unsentModule(missing, file, { files, manifest, tsconfig });
      if (module !== undefined) {
        unsent.push({ module, from: file });
        return [];
      }
    }
    if (isOfMissingTypes(diagnostic, needing)) return [];
    if (sinceFiveSix.has(code) && !judged.ownLibrary && !isTypescriptFrom(manifest, '5.6.0')) return [];
    // Where files end up without a rootDir is for the check `structure` to say.
    if (code === 6059 && tsconfig.compilerOptions['rootDir'] === undefined) return [];
    const rule = missing === undefined ? typesError : unresolvedImport;
    return [{ code: rule.code, message: `TS${code}: ${message}`, file, line, column }];
  });
  return { errors, unsent };
}

/** The specifier of a module that is there and has no types. */
function untypedModule({ code, message }: Diagnostic): string | undefined {
  return code === 7016 ? /'([^']+)'/.exec(message)?.[1] : undefined;
}

/** A global name that packages of types bring, or a helper of tslib, where that package could not be had. */
function isOfMissingTypes({ code, message }: Diagnostic, needing: ReadonlySet<string>): boolean {
  if (code === 2354) return needing.has('tslib');
  const name = unknownName.has(code) ? /'([^']+)'/.exec(message)?.[1] : undefined;
  if (name === undefined) return false;
  if (testNames.test(name)) return testRunners.some((runner) => needing.has(runner) || needing.has(`@types/${runner}`));
  return needing.has(`@types/${name.toLowerCase()}`);
}
