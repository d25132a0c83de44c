import type { BuiltElsewhere } from '../../packing/build-output.ts';
import type { Packing } from '../../packing/packing.ts';
import type { ManifestSubject } from '../../project/manifest/manifest-subject.ts';
import { isCompiled, type ProjectLayout } from '../../typescript/project-layout.ts';
import type { DeclaredFile } from '../../typescript/source-layout.ts';
import type { NotCompiled, Uncompiled } from './not-compiled.ts';
import type { SimilarFiles } from './similar-files.ts';

/** What becomes of a declared file. Paths are relative to the project. */
export type Fate =
  | { kind: 'shipped' }
  /** Nothing that could be said without guessing. */
  | { kind: 'unknown' }
  /** `similar`: a file of that name elsewhere. */
  | { kind: 'missing'; similar: string | undefined }
  | { kind: 'other-case'; actual: string }
  | { kind: 'built-elsewhere'; source: string; output: string }
  /** The build makes nothing of its source. */
  | ({ kind: 'not-compiled' } & Uncompiled)
  | { kind: 'not-packed'; by: string };

/** A published package has a file, or it has not. */
export function fateInPackage(file: string, { files }: ManifestSubject, similar: SimilarFiles): Fate {
  if (files.exists(file)) return { kind: 'shipped' };
  const alike = similar.to(file);
  const actual = alike.find((path) => path.toLowerCase() === file.toLowerCase());
  return actual === undefined ? { kind: 'missing', similar: alike[0] } : { kind: 'other-case', actual };
}

export interface ProjectToJudge {
  project: ProjectLayout;
  similar: SimilarFiles;
  builtElsewhere: BuiltElsewhere;
  notCompiled: NotCompiled;
  packing(path: string): Packing;
  /** Whether the build certainly puts no file there that it has not compiled. */
  isLeftByBuild(path: string): boolean;
  /** Whether a declared file may have a source that was not sent. */
  mayBeUnsent(file: string): boolean;
}

/** Before publishing, a source has to be there, its build has to write to the declared path, and npm has to pack that. */
export function fateInProject({ source, present }: DeclaredFile, file: string, judged: ProjectToJudge): Fate {
  if (source === undefined && !present) return fateWithoutSource(file, judged);
  if (source !== undefined && !present && !/\.[cm]?tsx?$/.test(source) && judged.isLeftByBuild(file))
    return { kind: 'not-compiled', why: `the build copies ${source} nowhere` };
  const uncompiled = present || source === undefined ? undefined : judged.notCompiled(source);
  if (uncompiled !== undefined) return { kind: 'not-compiled', ...uncompiled };
  const output = present || source === undefined ? undefined : judged.builtElsewhere(source, file);
  if (source !== undefined && output !== undefined) return { kind: 'built-elsewhere', source, output };
  const { packed, by } = judged.packing(file);
  return packed === false ? { kind: 'not-packed', by } : { kind: 'shipped' };
}

function fateWithoutSource(file: string, { project, similar, builtElsewhere, mayBeUnsent }: ProjectToJudge): Fate {
  const { unknownStep } = project.build;
  // Who bundles names what comes out; what else runs beside the compiler does not rename what that writes.
  if (unknownStep !== undefined && !isCompiled(project)) return { kind: 'unknown' };
  const alike = similar.to(file);
  // `dist/nodes/Acme/Acme.node.js` is built from a path that ends in `nodes/Acme/Acme.node`.
  const ending = `/${withoutExtension(file).replace(/^[^/]*\//, '')}`;
  const source = alike.find((path) => `/${withoutExtension(path)}`.endsWith(ending));
  const output = source && builtElsewhere(source, file);
  if (source && output) return { kind: 'built-elsewhere', source, output };
  const actual = alike.find((path) => `/${withoutExtension(path)}`.toLowerCase().endsWith(ending.toLowerCase()));
  if (actual !== undefined && actual !== source) return { kind: 'other-case', actual };
  if (unknownStep !== undefined || mayBeUnsent(file)) return { kind: 'unknown' };
  return { kind: 'missing', similar: alike[0] };
}

const withoutExtension = (path: string) => path.replace(/\.[cm]?[jt]sx?$/, '');
