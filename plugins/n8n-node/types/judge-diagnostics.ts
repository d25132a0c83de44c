import { normalize } from 'node:path/posix';
import type { CheckContext } from '../../../kernel/check.ts';
import type { Observation } from '../../../kernel/finding.ts';
import type { CompiledProject } from '../compile/compiled-project.ts';
import { type Diagnostic, missingModule } from '../compile/typescript-output.ts';
import { dependencyFields, recordOf } from '../manifest-fields.ts';
import { typesError, undeclaredImport } from './types-rules.ts';

/**
 * What of TypeScript's output is a fault of the project. Modules that package.json names are not installed here; what
 * TypeScript says about them, and what follows from their types being unknown, is not.
 */
export function judgeDiagnostics(
  diagnostics: readonly Diagnostic[],
  { files, manifest = {} }: Pick<CheckContext, 'files' | 'manifest'>,
  _project: CompiledProject,
): Observation[] {
  const declared = new Set(dependencyFields.flatMap((field) => Object.keys(recordOf(manifest[field]) ?? {})));
  return diagnostics.flatMap((diagnostic) => {
    const { code, message, line, column } = diagnostic;
    const file = diagnostic.file === undefined ? undefined : normalize(diagnostic.file);
    if (diagnostic.fallout || file === undefined || !files.exists(file)) return [];
    const missing = missingModule(diagnostic);
    if (missing !== undefined && isDeclared(missing, declared)) return [];
    return [
      {
        code: missing === undefined ? typesError.code : undeclaredImport.code,
        message: `TS${code}: ${message}`,
        file,
        line,
        column,
      },
    ];
  });
}

function isDeclared(specifier: string, declared: ReadonlySet<string>): boolean {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const types = `@types/${name.startsWith('@') ? name.slice(1).replace('/', '__') : name}`;
  return declared.has(name) || declared.has(types);
}
