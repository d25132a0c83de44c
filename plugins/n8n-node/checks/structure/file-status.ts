import { closest } from '../../../../kernel/index.ts';
import { copiesOf } from '../../build-script/copy-rule.ts';
import type { BuiltElsewhere } from '../../packing/build-output.ts';
import type { ManifestSubject } from '../../project/manifest/manifest-subject.ts';
import type { Packing } from '../../project/packing/packing.ts';
import { join } from '../../project/project-path.ts';
import { isCompiled, type ProjectLayout } from '../../typescript/project-layout.ts';
import type { DeclaredFile } from '../../typescript/source-layout.ts';
import type { NotCompiled, Uncompiled } from './not-compiled.ts';
import type { similarFiles } from './similar-files.ts';

/** What happens to a declared file. Paths are relative to the project. */
export type FileStatus =
  | { kind: 'shipped' }
  /** Cannot be determined. */
  | { kind: 'unknown' }
  /** `similar`: a file of the same name in another folder. */
  | { kind: 'missing'; similar: string | undefined }
  | { kind: 'other-case'; actual: string }
  | { kind: 'built-elsewhere'; source: string; output: string }
  /** The build produces nothing from its source. */
  | ({ kind: 'not-compiled' } & Uncompiled)
  | { kind: 'not-packed'; by: string };

/** In a published package, the file exists or not. */
export function statusInPackage(
  file: string,
  { files }: ManifestSubject,
  similar: ReturnType<typeof similarFiles>,
): FileStatus {
  if (files.exists(file)) return { kind: 'shipped' };
  const alike = similar(file);
  const actual = alike.find((path) => path.toLowerCase() === file.toLowerCase());
  return actual === undefined ? { kind: 'missing', similar: alike[0] } : { kind: 'other-case', actual };
}

interface ProjectToJudge {
  project: ProjectLayout;
  similar: ReturnType<typeof similarFiles>;
  builtElsewhere: BuiltElsewhere;
  notCompiled: NotCompiled;
  packing(path: string): Packing;
  /** Whether it is certain that the build copies no file to this path. */
  isLeftByBuild(path: string): boolean;
  /** The output folder if the build may copy a package.json there, to publish the package from it; else empty. */
  publishedFolder: string;
  /** Whether a declared file may have a source that was not uploaded. */
  mayBeUnsent(file: string): boolean;
}

/** Before publishing, a source must exist, its build must write to the declared path, and npm must pack that file. */
export function statusInProject({ source, present }: DeclaredFile, file: string, judged: ProjectToJudge): FileStatus {
  if (source === undefined && !present) return statusWithoutSource(file, judged);
  if (source !== undefined && !present && !/\.[cm]?tsx?$/.test(source) && judged.isLeftByBuild(file))
    return { kind: 'not-compiled', why: `the build does not copy ${source}` };
  const uncompiled = present || source === undefined ? undefined : judged.notCompiled(source);
  if (uncompiled !== undefined) return { kind: 'not-compiled', ...uncompiled };
  const output = present || source === undefined ? undefined : judged.builtElsewhere(source, file);
  if (source !== undefined && output !== undefined) return builtTo(output, { source, file, judged });
  const { packed, by } = judged.packing(file);
  return packed === false ? { kind: 'not-packed', by } : { kind: 'shipped' };
}

function builtTo(
  output: string,
  { source, file, judged }: { source: string; file: string; judged: ProjectToJudge },
): FileStatus {
  const { publishedFolder, project } = judged;
  const isMoved = copiesOf(project.build.copies, [output]).sources.has(file);
  if (isMoved || (publishedFolder !== '' && output === join(publishedFolder, file))) return { kind: 'unknown' };
  return { kind: 'built-elsewhere', source, output };
}

function statusWithoutSource(file: string, judged: ProjectToJudge): FileStatus {
  const { project, similar, builtElsewhere, mayBeUnsent } = judged;
  const { unknownStep } = project.build;
  // A bundler chooses its output names; other steps do not rename the output of the compiler.
  if (unknownStep !== undefined && !isCompiled(project)) return { kind: 'unknown' };
  const alike = similar(file);
  // `dist/nodes/Acme/Acme.node.js` is built from a path that ends in `nodes/Acme/Acme.node`.
  const ending = `/${withoutExtension(file).replace(/^[^/]*\//, '')}`;
  const source = alike.find((path) => `/${withoutExtension(path)}`.endsWith(ending));
  const output = source && builtElsewhere(source, file);
  if (source && output) return builtTo(output, { source, file, judged });
  const actual = alike.find((path) => `/${withoutExtension(path)}`.toLowerCase().endsWith(ending.toLowerCase()));
  if (actual !== undefined && actual !== source) return { kind: 'other-case', actual };
  if (unknownStep !== undefined) return { kind: 'unknown' };
  // A misspelled folder was not sent, for there is none.
  const meant = alike.find((path) => differsInFolder(ending, `/${withoutExtension(path)}`));
  if (meant === undefined && mayBeUnsent(file)) return { kind: 'unknown' };
  return { kind: 'missing', similar: meant ?? alike[0] };
}

/** Whether a path ends as another one does but for a misspelled folder: `/credetnials/Acme` and `/src/credentials/Acme`. */
function differsInFolder(ending: string, path: string): boolean {
  const wanted = ending.split('/').slice(1);
  const found = path.split('/').slice(1).slice(-wanted.length);
  const differing = wanted.flatMap((name, at) => (name === found[at] ? [] : [at]));
  const [at = wanted.length, ...others] = differing;
  const [name, other] = [wanted[at], found[at]];
  return (
    others.length === 0 &&
    at < wanted.length - 1 &&
    name !== undefined &&
    other !== undefined &&
    closest(name, [other]) !== undefined
  );
}

const withoutExtension = (path: string) => path.replace(/\.[cm]?[jt]sx?$/, '');
