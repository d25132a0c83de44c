import type { CheckContext } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { type ProjectFiles, positionAt } from '../../../../kernel/project-files.ts';
import { classNameOf, classNotFound } from '../../loader/class-name.ts';
import { type LoadProblem, loopBlocked } from '../../loader/load-output.ts';
import { isAlias, type LoadedFile, type LoadedPackage } from '../../loader/loaded-package.ts';
import { positionInStack, type SourcePosition } from '../../loader/source-position.ts';
import { sourceTree } from '../../loader/source-tree.ts';
import { useConnectionTypes } from '../../n8n/connection-types.ts';
import { dependencyFields, recordOf } from '../../project/manifest/manifest-fields.ts';
import type { ManifestSubject } from '../../project/manifest/manifest-subject.ts';
import { packageOfSpecifier } from '../../project/package-of-specifier.ts';
import { problemRules } from './rules/load-rules.ts';

interface Setting extends Pick<ManifestSubject, 'manifest'> {
  loaded: LoadedPackage;
  context: Pick<CheckContext, 'files' | 'service'>;
}

/** The finding for a file that n8n would refuse. */
export async function observeProblem(
  file: LoadedFile,
  problem: LoadProblem,
  { loaded, manifest, context }: Setting,
): Promise<Observation> {
  const { files } = context;
  const thrown = problem.cause && positionInStack(problem.cause.stack, await sourceTree(context, loaded));
  const location = thrown ?? (await ownLocation(file, problem, files));
  const { code } = problemRules[problem.kind];
  const fix = (await readsConnectionType(location, files)) ? useConnectionTypes : fixOf(problem);
  return {
    code,
    message: messageOf(file, problem, { loaded, manifest, context }),
    ...location,
    ...(fix !== undefined && { fix }),
  };
}

/** The message of V8 or Node.js, and what to do about its cause. */
const knownCauses: readonly { kind: LoadProblem['kind']; error: RegExp; fix: string }[] = [
  { kind: 'threw', error: /^SyntaxError: /, fix: 'Correct the syntax.' },
  {
    kind: 'threw',
    error: /^ReferenceError: .* is not defined/,
    fix: 'Import or declare the name. n8n runs in Node.js, without the globals of a browser.',
  },
  {
    kind: 'threw',
    error: /^ReferenceError: Cannot access .* before initialization|^TypeError: Class extends value undefined/,
    fix: 'Export what is used from the file that is imported. If two files import each other, move what both need to a third file.',
  },
  {
    kind: 'threw',
    error:
      /^TypeError: (?:Cannot (?:read properties of undefined|destructure property)|.* is not (?:a function|a constructor|iterable)|undefined is not)/,
    fix: 'Find out what is undefined at this line while the file loads: a name that the imported file does not export, or one of a file that imports this one. Move what two files need from each other to a third file, and code that can fail to execute().',
  },
  {
    kind: 'module-format',
    error: /with top-level await/,
    fix: 'Move "await" from the top level of the file into execute(): n8n loads files with require(), which cannot wait.',
  },
];

function fixOf({ kind, n8n, cause }: LoadProblem): string | undefined {
  const error = cause ? `${cause.name}: ${cause.message}` : n8n;
  return knownCauses.find((known) => known.kind === kind && known.error.test(error))?.fix;
}

/** Whether a line reads a value of what is only a type. */
async function readsConnectionType(at: SourcePosition | undefined, files: ProjectFiles): Promise<boolean> {
  if (at?.line === undefined || !files.exists(at.file)) return false;
  return /\bNodeConnectionType\b/.test((await files.read(at.file)).split('\n')[at.line - 1] ?? '');
}

/** The file itself, or the location of a class with the wrong name. */
async function ownLocation(
  { source, file }: LoadedFile,
  { exports: exported = [] }: LoadProblem,
  files: ProjectFiles,
): Promise<SourcePosition | undefined> {
  const own = source ?? file;
  if (own === undefined || !files.exists(own)) return undefined;
  const text = exported.length === 0 ? '' : await files.read(own);
  const declared = /\bclass\s+([\w$]+)/g;
  const match = [...text.matchAll(declared)].find(([, name = '']) => exported.includes(name));
  return { file: own, ...(match && positionAt(text, match.index)) };
}

function messageOf({ path }: LoadedFile, problem: LoadProblem, { loaded, manifest }: Setting): string {
  const { kind, n8n, cause, module: missing, exports: exported = [] } = problem;
  switch (kind) {
    case 'class-missing': {
      const instead = exported.length === 0 ? 'it has no exports' : `it exports ${exported.slice(0, 10).join(', ')}`;
      // Which of the two messages n8n shows depends on its version.
      return `${path} exports no class "${classNameOf(path)}": ${instead} (n8n: ${firstLine(n8n)}, or: ${classNotFound})`;
    }
    case 'module-missing':
      return `${path} fails to load: ${whyMissing(missing ?? '', loaded, manifest)} (n8n: ${firstLine(n8n)})`;
    case 'module-format':
      return `${path} fails to load: ${whyFormat(missing, n8n)} (n8n: ${firstLine(n8n)})`;
    case 'version-unknown':
      return `${path} fails to load: ${cause?.message ?? 'the current version is not among the versions'} (n8n: ${firstLine(n8n)})`;
    case 'timeout':
      if (n8n === loopBlocked) return `${path} blocks the event loop after it is loaded: n8n hangs`;
      return `${path} does not finish loading`;
    case 'exited':
      return `${path} ends the process that loads it: ${n8n}`;
    default:
      if (cause && cause.message !== n8n) return `${path} throws ${cause.name}: ${cause.message} (n8n: ${n8n})`;
      return `${path} fails to load (n8n: ${n8n})`;
  }
}

function whyMissing(specifier: string, { project }: LoadedPackage, manifest: ManifestSubject['manifest']): string {
  const name = packageOfSpecifier(specifier);
  if (name === undefined) return `"${specifier}" is not a file of the package`;
  if (name === 'n8n-workflow') return `n8n-workflow has no file "${specifier}"`;
  if (project && isAlias(specifier, project.tsconfig))
    return `"${specifier}" is an alias of tsconfig.json, and tsc does not rewrite "paths" and "baseUrl" in its output`;
  const fields = dependencyFields.filter((field) => Object.hasOwn(recordOf(manifest[field]) ?? {}, name));
  if (fields.length === 0) return `"${name}" is not in "dependencies" of package.json`;
  return `"${name}" is only in ${fields.join(' and ')}, which n8n does not install`;
}

function whyFormat(specifier: string | undefined, n8n: string): string {
  if (specifier?.startsWith('.'))
    return `it is an ES module, and only require() resolves "${specifier}" without its file extension`;
  if (specifier !== undefined) return `it is an ES module, and n8n provides "${specifier}" to require() only`;
  if (n8n.includes('top-level await'))
    return 'it, or an ES module that it imports, has an "await" outside of functions';
  if (n8n.includes('ES module scope'))
    return 'it is CommonJS, but Node.js treats it as an ES module because of "type": "module"';
  return 'it is an ES module, but n8n loads it with require()';
}

/** The error of a missing module continues with a list of paths. */
const firstLine = (text: string) => text.split('\n')[0] ?? '';
