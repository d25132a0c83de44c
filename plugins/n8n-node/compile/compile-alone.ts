import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SandboxPlace } from '../../../kernel/sandbox.ts';
import { isDeclarationFile } from '../declaration-file.ts';
import { commandLine } from './command-line.ts';
import type { CompileInput } from './compile-program.ts';
import { outputFolder } from './read-output.ts';
import { parseDiagnostics } from './typescript-output.ts';

/** Options that are about errors, and those under which a file compiles to the same whatever it imports. */
const harmless = new Set([
  ...['strict', 'strictBindCallApply', 'strictBuiltinIteratorReturn', 'strictFunctionTypes', 'strictNullChecks'],
  ...['strictPropertyInitialization', 'noImplicitAny', 'noImplicitOverride', 'noImplicitReturns', 'noImplicitThis'],
  ...['noUnusedLocals', 'noUnusedParameters', 'noFallthroughCasesInSwitch', 'noPropertyAccessFromIndexSignature'],
  ...['noUncheckedIndexedAccess', 'noUncheckedSideEffectImports', 'exactOptionalPropertyTypes'],
  ...['useUnknownInCatchVariables', 'allowUnreachableCode', 'allowUnusedLabels', 'erasableSyntaxOnly'],
  ...['forceConsistentCasingInFileNames', 'resolveJsonModule', 'preserveConstEnums', 'isolatedModules'],
  ...['useDefineForClassFields', 'experimentalDecorators'],
  ...['target', 'lib', 'module', 'moduleResolution'],
]);

/** Whether a project's options allow each file to be compiled alone. */
export function allowAlone(options: CompileInput['options']): boolean {
  return Object.entries(options).every(([name, value]) => value === false || harmless.has(name));
}

/**
 * Looks through the files that a project seems to consist of, before anything is asked about it.
 * @returns those that compile to the same alone, absolute paths; undefined when there is another
 */
export function seenAlike({ project }: SandboxPlace, { roots }: CompileInput): ReadonlySet<string> | undefined {
  const seen = new Set(roots.filter((root) => !isDeclarationFile(root)).map((root) => join(project, root)));
  for (const path of seen) {
    const text = readFileSync(path, 'utf8');
    if (!isAlike(path, text, project)) return undefined;
    for (const [, named = ''] of text.matchAll(/['"](\.[./][^'"\n]*)['"]/g)) {
      const target = join(dirname(path), named.replace(/\.js$/, ''));
      if (target.endsWith('.json') && existsSync(target)) return undefined;
      const found = [`${target}.ts`, join(target, 'index.ts')].find(isFile);
      if (found !== undefined) seen.add(found);
    }
  }
  return seen;
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/**
 * Errors about types, and names that lead nowhere; they leave what a name stands for as it is. The others may not: of a
 * type that is used as a value, what it is imported from decides whether the import stays.
 */
const harmlessErrors = new Set([
  ...[
    1501, 1503, 2304, 2305, 2307, 2322, 2339, 2345, 2353, 2531, 2532, 2533, 2551, 2554, 2571, 2724, 2739, 2740, 2741,
    2769,
  ],
  ...[6133, 6192, 6196, 7006, 7016, 7031, 7053, 18046, 18047, 18048, 18049],
]);

/**
 * Compiles each file of a project without a look at any other, nor at the libraries: most of the time goes there.
 * @param said of the whole project, with `isolatedModules`: this tells of imports and exports for which others have to be
 *   known
 * @param seen files that were looked through
 * @returns whether it is done; the output folder is empty where it is not
 */
export async function compileAlone(
  place: SandboxPlace,
  { options, rootDir, size }: CompileInput,
  { stdout, read }: { stdout: string; read: readonly string[] },
  seen: ReadonlySet<string>,
): Promise<boolean> {
  const sources = read.filter((path) => !isDeclarationFile(path));
  const root = join(place.project, rootDir);
  if (!parseDiagnostics(stdout).every(({ code }) => harmlessErrors.has(code))) return false;
  const isSeen = (path: string) => seen.has(path) || isAlike(path, readFileSync(path, 'utf8'), place.project);
  if (!sources.every(isSeen)) return false;
  const config = join(place.scratch, 'tsconfig.alone.json');
  const outDir = outputFolder(place.scratch);
  const { lib: _, ...rest } = options;
  const alone = { isolatedModules: true, noCheck: true, noResolve: true, noLib: true, types: [] };
  const compilerOptions = { ...rest, ...alone, rootDir: root, outDir };
  writeFileSync(config, JSON.stringify({ files: sources, compilerOptions }));
  const run = await commandLine(config, place, size);
  const compiled = sources.map((path) => join(outDir, path.slice(root.length)).replace(/ts$/, 'js'));
  const isDone =
    run.failure === undefined && parseDiagnostics(run.stdout).every(isOfLibraries) && compiled.every(existsSync);
  if (!isDone) rmSync(outDir, { recursive: true, force: true });
  return isDone;
}

/** `Cannot find global type`, of which there are some in the libraries. */
const isOfLibraries = ({ code }: { code: number }) => code === 2318;

/** Whether a file compiles to the same alone, as far as no error of `isolatedModules` says so. */
function isAlike(path: string, text: string, project: string): boolean {
  if (!path.startsWith(`${project}/`) || path.includes('/node_modules/') || !/\.[cm]?ts$/.test(path)) return false;
  // One that takes long to look through; one in UTF-16; one that is no module, of which others see everything.
  if (text.length > 500_000 || text.includes('\0') || !/\b(?:import|export)\b/.test(text)) return false;
  return exportsItsOwn(text) && hasOnlyPlainEnums(text);
}

/**
 * Whether what a file exports as a whole is seen to be a value, or something that is imported. It may be a type of the
 * libraries: `export default Partial`.
 */
function exportsItsOwn(text: string): boolean {
  const starts = [...text.matchAll(/\bexport\s*(?:default\b|=)\s*(\S[\w$]*)/g)].map(([, start = '']) => start);
  if (/\bexport\s*\//.test(text) || starts.length > 1) return false;
  return starts.every((start) => {
    if (/^(?:(?:async|function|abstract|class|interface|new)$|[{[('"`\d])/.test(start)) return true;
    const declared = String.raw`(?:(?:export |abstract |async )*(?:class|const|function\*?|let|var) |import\b[^;'"=(.]{0,999}\b)`;
    const own = new RegExp(`^${declared}${start.replaceAll('$', '\\$')}(?![\\w$])`, 'm');
    return /^[\w$]+$/.test(start) && own.test(text);
  });
}

/**
 * What members of an enum stand for is worked out across files and, of a `const` one, written where they are used. So each
 * has to be of numbers and texts, or of nothing; what may be an enum is taken for one.
 */
function hasOnlyPlainEnums(text: string): boolean {
  const enums = text.match(/\benum\b(?:\s*\/|\s+[^\s{/]+\s*[{/])/g) ?? [];
  if (enums.length === 0) return true;
  if (enums.length > 100 || /\bconst\s*(?:\/[/*]|enum\b)/.test(text)) return false;
  return enums.length === text.match(plainEnum)?.length;
}

const comment = String.raw`\/\/[^\n\r\u2028\u2029]*(?=[\n\r\u2028\u2029])|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/`;
const gap = String.raw`(?:\s|${comment})*`;
const value = String.raw`(?:-?\d+|'[^'\\\n]*'|"[^"\\\n]*")`;
const member = String.raw`${gap}[\w$]+(?:${gap}=${gap}${value})?`;
const plainEnum = new RegExp(String.raw`^(?:export )?enum [\w$]+ \{(?:${member}${gap},)*(?:${member})?${gap}\}`, 'gm');
