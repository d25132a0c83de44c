import type { Observation } from '../../../kernel/finding.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import type { ManifestSubject } from '../checks/manifest-subject.ts';
import type { CompiledProject } from '../compile/compiled-project.ts';
import { dependencyFields, recordOf } from '../manifest-fields.ts';
import { classNameOf } from './class-name.ts';
import type { LoadProblem } from './load-output.ts';
import { problemRules } from './load-rules.ts';
import type { LoadedFile, LoadedPackage } from './loaded-package.ts';
import { packageOfSpecifier } from './package-of-specifier.ts';
import { positionInStack, type SourcePosition } from './source-position.ts';

/** A finding, or why the file could not be judged. */
type Seen = Observation | { unchecked: string };

/** What to say of a file that n8n would refuse; undefined for one that it would load. */
export function observeProblem(
  file: LoadedFile,
  { project }: LoadedPackage,
  files: ProjectFiles,
  subject: ManifestSubject,
): Seen | undefined {
  const { problem, path, list, index } = file;
  if (!problem) return undefined;
  const { code } = problemRules[problem.kind];
  if (problem.kind === 'file-missing') {
    if (project && (project.build.unknownStep !== undefined || file.source !== undefined)) {
      return { unchecked: notBuilt(file, project) };
    }
    return { code, message: `n8n: ${problem.n8n}`, ...subject.at('n8n', list, index), evidence: path };
  }
  if (file.standIns.length > 0 && problem.kind !== 'class-missing') {
    return {
      unchecked: `${path} could not be loaded without ${file.standIns.join(', ')}, which is not here: ${problem.n8n}`,
    };
  }
  const maps = project?.compiled?.maps ?? {};
  const place: SourcePosition | undefined =
    problem.cause && positionInStack(problem.cause.stack, { has: (name) => files.exists(name), maps });
  return {
    code,
    message: messageOf(file, problem, subject),
    ...(place ?? { file: file.source ?? file.file }),
  };
}

function notBuilt({ path, source }: LoadedFile, { build, compiled }: CompiledProject): string {
  if (source !== undefined) {
    return `${path} could not be compiled from ${source}: ${compiled?.uncheckedBecause ?? 'TypeScript wrote no such file'}`;
  }
  return `${path} is not there and has no source that it could be compiled from: the build script makes it with \`${build.unknownStep}\`, which this check does not run`;
}

function messageOf({ path }: LoadedFile, problem: LoadProblem, { manifest }: ManifestSubject): string {
  const { kind, n8n, cause, module: missing, exports: exported = [] } = problem;
  // What follows the first line of a missing module is a list of paths.
  const [firstLine = ''] = n8n.split('\n');
  if (kind === 'class-missing') {
    const instead = exported.length === 0 ? 'exports nothing' : `exports ${exported.slice(0, 10).join(', ')}`;
    return `n8n looks for the class "${classNameOf(path)}" in ${path}, which ${instead} (n8n: ${firstLine})`;
  }
  if (kind === 'module-missing' && missing !== undefined) return `${whyMissing(missing, manifest)} (n8n: ${firstLine})`;
  if (kind === 'threw' && cause && cause.message !== n8n) {
    return `${path} throws ${cause.name}: ${cause.message} (n8n: ${n8n})`;
  }
  if (kind === 'timeout') return `${path} does not come to an end when it is loaded`;
  if (kind === 'exited') return `${path} ends the process that loads it: ${n8n}`;
  return `${path} fails to load (n8n: ${n8n})`;
}

function whyMissing(specifier: string, manifest: ManifestSubject['manifest']): string {
  const name = packageOfSpecifier(specifier);
  if (name === undefined) return `"${specifier}" is imported and is no file of the package`;
  const fields = dependencyFields.filter((field) => Object.hasOwn(recordOf(manifest[field]) ?? {}, name));
  if (fields.length === 0) return `"${name}" is imported and package.json does not name it`;
  return `"${name}" is imported and stands only in ${fields.join(' and ')}, which n8n does not install`;
}
