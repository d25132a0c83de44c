import type { CheckContext } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { type ProjectFiles, positionAt } from '../../../../kernel/project-files.ts';
import { classNameOf, classNotFound } from '../../loader/class-name.ts';
import type { LoadProblem } from '../../loader/load-output.ts';
import type { LoadedFile, LoadedPackage } from '../../loader/loaded-package.ts';
import { isAlias } from '../../loader/not-loaded.ts';
import { positionInStack, type SourcePosition } from '../../loader/source-position.ts';
import { sourceTree } from '../../loader/source-tree.ts';
import { dependencyFields, recordOf } from '../../project/manifest/manifest-fields.ts';
import type { ManifestSubject } from '../../project/manifest/manifest-subject.ts';
import { packageOfSpecifier } from '../../project/package-of-specifier.ts';
import { problemRules } from './rules/load-rules.ts';

interface Setting extends Pick<ManifestSubject, 'manifest'> {
  loaded: LoadedPackage;
  context: Pick<CheckContext, 'files' | 'service'>;
}

/** What to say of a file that n8n would refuse for a problem of its own. */
export async function observeProblem(
  file: LoadedFile,
  problem: LoadProblem,
  { loaded, manifest, context }: Setting,
): Promise<Observation> {
  const { files } = context;
  const thrown = problem.cause && positionInStack(problem.cause.stack, await sourceTree(context, loaded));
  const place = thrown ?? (await ownPlace(file, problem, files));
  const { code } = problemRules[problem.kind];
  return {
    code,
    message: messageOf(file, problem, { loaded, manifest, context }),
    ...place,
  };
}

/** The file itself; for a class of the wrong name, where that is. */
async function ownPlace(
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
      const instead = exported.length === 0 ? 'exports nothing' : `exports ${exported.slice(0, 10).join(', ')}`;
      // The second text is the one that n8n has for this; whether it shows depends on its version.
      return `n8n looks for the class "${classNameOf(path)}" in ${path}, which ${instead} (n8n: ${firstLine(n8n)}, or: ${classNotFound})`;
    }
    case 'module-missing':
      return `${path} fails to load: ${whyMissing(missing ?? '', loaded, manifest)} (n8n: ${firstLine(n8n)})`;
    case 'module-format':
      return `${path} fails to load: ${whyFormat(missing, n8n)} (n8n: ${firstLine(n8n)})`;
    case 'timeout':
      if (n8n.startsWith('the event loop')) return `${path} is loaded, and then ${n8n}: n8n hangs`;
      return `${path} does not come to an end when it is loaded`;
    case 'exited':
      return `${path} keeps the process that loads it from going on: ${n8n}`;
    default:
      if (cause && cause.message !== n8n) return `${path} throws ${cause.name}: ${cause.message} (n8n: ${n8n})`;
      return `${path} fails to load (n8n: ${n8n})`;
  }
}

function whyMissing(specifier: string, { project }: LoadedPackage, manifest: ManifestSubject['manifest']): string {
  const name = packageOfSpecifier(specifier);
  if (name === undefined) return `"${specifier}" is no file of the package`;
  if (name === 'n8n-workflow') return `n8n-workflow has no file "${specifier}"`;
  if (project && isAlias(specifier, project.tsconfig))
    return `"${specifier}" is known to the compiler only: tsc leaves the names of "paths" and "baseUrl" as they are`;
  const fields = dependencyFields.filter((field) => Object.hasOwn(recordOf(manifest[field]) ?? {}, name));
  if (fields.length === 0) return `"${name}" is imported and package.json does not name it`;
  return `"${name}" is imported and stands only in ${fields.join(' and ')}, which n8n does not install`;
}

function whyFormat(specifier: string | undefined, n8n: string): string {
  if (specifier?.startsWith('.'))
    return `it is an ECMAScript module, for which "${specifier}" is no file: only require() looks for endings`;
  if (specifier !== undefined) return `it is an ECMAScript module, and n8n has "${specifier}" for require() only`;
  if (n8n.includes('ES module scope'))
    return 'it is CommonJS, and "type": "module" makes Node.js take it for an ECMAScript module';
  return 'n8n requires it, and it is an ECMAScript module';
}

/** What follows the first line of a missing module is a list of paths. */
const firstLine = (text: string) => text.split('\n')[0] ?? '';
