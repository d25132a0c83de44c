import type { Manifest } from '../../../kernel/check.ts';
import type { Observation } from '../../../kernel/finding.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import type { Diagnostic } from '../compile/compile-output.ts';
import type { ProjectLayout } from '../compile/project-layout.ts';
import { missingModule } from '../compile/typescript-output.ts';
import { unsentModule } from '../follow/unsent-modules.ts';
import { dependencyFields, recordOf } from '../manifest-fields.ts';
import { normalize } from '../project-path.ts';
import { typesError, unresolvedImport } from './types-rules.ts';

/** `Cannot find name`, `Cannot find namespace`, and the same with a guess at what is meant. */
const unknownName = new Set([2304, 2503, 2552, 2580, 2581, 2582, 2583, 2584, 2591, 2592, 2593, 2688]);
/** Packages of types whose names are not their own: test runners. */
const testRunners = ['jest', 'mocha', 'jasmine', 'vitest', 'bun'];
const testNames = /^(?:describe|it|test|expect|jest|vi|before|after|beforeEach|afterEach|beforeAll|afterAll|suite)$/;

/** What decides whose fault an error is. */
interface Judged extends Pick<ProjectLayout, 'tsconfig'> {
  files: ProjectFiles;
  manifest: Manifest;
  build: Pick<ProjectLayout['build'], 'unknownStep'>;
}

/**
 * What of TypeScript's output is a fault of the project. Modules that package.json names are not installed here, and
 * files that the build generates, or that were not sent, are not there; what TypeScript says about those, and what follows
 * from it, is not.
 * @param unsent gets the modules that were not sent, with the files that import them
 */
export function judgeDiagnostics(
  diagnostics: readonly Diagnostic[],
  { files, manifest, build, tsconfig }: Judged,
  unsent: (module: string, from: string) => void = () => {},
): Observation[] {
  const declared = new Set(dependencyFields.flatMap((field) => Object.keys(recordOf(manifest[field]) ?? {})));
  return diagnostics.flatMap((diagnostic): Observation[] => {
    const { code, message, line, column, fallout } = diagnostic;
    const file = diagnostic.file === undefined ? undefined : normalize(diagnostic.file);
    // What is not in the project is ours: n8n-workflow and the types of Node.js.
    if (fallout || file === undefined || !files.exists(file)) return [];
    const missing = missingModule(diagnostic);
    if (missing !== undefined) {
      const generated = build.unknownStep !== undefined && missing.startsWith('.');
      if (generated || isDeclared(missing, declared)) return [];
      const module = unsentModule(missing, file, { files, manifest, tsconfig });
      if (module !== undefined) {
        unsent(module, file);
        return [];
      }
    }
    if (isOfMissingTypes(diagnostic, declared)) return [];
    // Where files end up without a rootDir is for the check `structure` to say.
    if (code === 6059 && tsconfig.compilerOptions['rootDir'] === undefined) return [];
    const rule = missing === undefined ? typesError : unresolvedImport;
    return [{ code: rule.code, message: `TS${code}: ${message}`, file, line, column }];
  });
}

function isDeclared(specifier: string, declared: ReadonlySet<string>): boolean {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  // The one that is here: what it does not have, nobody has.
  if (name === 'n8n-workflow') return false;
  return declared.has(name) || declared.has(`@types/${name.replace(/^@/, '').replace('/', '__')}`);
}

/** A global name that packages of types bring, or a helper of tslib, where package.json names that package. */
function isOfMissingTypes({ code, message }: Diagnostic, declared: ReadonlySet<string>): boolean {
  if (code === 2354) return declared.has('tslib');
  const name = unknownName.has(code) ? /'([^']+)'/.exec(message)?.[1] : undefined;
  if (name === undefined) return false;
  if (testNames.test(name)) return testRunners.some((runner) => isDeclared(runner, declared));
  return declared.has(`@types/${name.toLowerCase()}`);
}
