import type { CheckContext } from '../../../../kernel/check.ts';
import { reachedFiles } from '../../follow/reached-files.ts';
import { scriptReach } from '../../follow/script-reach.ts';
import { currentRelease } from '../../n8n/kit.ts';
import { ownNames } from '../../n8n/own-names.ts';
import { builtElsewhere } from '../../packing/build-output.ts';
import { type Declaration, declarationsOf } from '../../project/manifest/manifest-fields.ts';
import { type ManifestSubject, requireManifest } from '../../project/manifest/manifest-subject.ts';
import { packingOfProject } from '../../project/packing/packing.ts';
import { join } from '../../project/project-path.ts';
import { builtFiles } from '../../typescript/built-files.ts';
import { projectLayout } from '../../typescript/project-layout.ts';
import { insidePath, type SourceLayout } from '../../typescript/source-layout.ts';
import { type FileStatus, statusInPackage, statusInProject } from './file-status.ts';
import { notCompiled } from './not-compiled.ts';
import { similarFiles } from './similar-files.ts';

export interface Declared extends Declaration {
  /** The declared path, normalized. */
  file: string;
  /** The file that it is built from, if known. */
  source?: string;
  status: FileStatus;
}

/** A project, with the status of its declared files. */
export interface StructureSubject extends ManifestSubject {
  declared: readonly Declared[];
  /** Whether n8n itself has a credential of that name. */
  isOfN8n(credential: string): boolean;
  /** The files that the declared ones import, directly or not, if that can be determined. */
  reached: ReadonlySet<string> | undefined;
  /** The folder that the build writes to; empty if unknown. */
  outDir: string;
}

/** Leaves out entries that are not paths to a script inside the package: the check `manifest` reports them. */
export async function structureSubject(context: CheckContext): Promise<StructureSubject> {
  const subject = await requireManifest(context);
  const similar = similarFiles(subject.files.list());
  const isOfN8n = (name: string) => ownNames(currentRelease(context.kits)).credentials?.has(name) === true;
  if (context.mode === 'package') {
    const declared = declarationsOf(subject.manifest).flatMap((declaration): Declared[] => {
      const file = scriptPath(declaration.path);
      return file === undefined ? [] : [{ ...declaration, file, status: statusInPackage(file, subject, similar) }];
    });
    return { ...subject, declared, isOfN8n, reached: undefined, outDir: '' };
  }
  const project = await context.service(projectLayout);
  const { unknownStep } = project.build;
  if (unknownStep !== undefined)
    context.notChecked(`output of the build step "${unknownStep}" is unknown`, 'the folders that it writes to');
  const built = await context.service(builtFiles);
  const { outDir } = project.layout;
  const copied = built.of(join(outDir, 'package.json'));
  const mayBeCopied =
    copied.made === 'yes' ? copied.by === 'copy' : copied.made === 'unknown' && project.build.main !== undefined;
  const judged = {
    project,
    similar,
    builtElsewhere: builtElsewhere(
      project,
      subject.manifest,
      subject.files,
      (await context.service(scriptReach))?.follow,
    ),
    notCompiled: await notCompiled(
      project,
      project.layout.declared.flatMap(({ source, present }) => (source === undefined || present ? [] : [source])),
      subject,
    ),
    packing: await packingOfProject(subject.manifest, subject.files),
    isLeftByBuild: (path: string) => project.compiler === undefined && built.of(path).made === 'no',
    publishedFolder: mayBeCopied ? outDir : '',
    mayBeUnsent: unsentSources(subject, project.layout),
  };
  const declared = project.layout.declared.flatMap((entry): Declared[] => {
    const file = scriptPath(entry.path);
    return file === undefined ? [] : [{ ...entry, file, status: statusInProject(entry, file, judged) }];
  });
  return { ...subject, declared, isOfN8n, reached: await context.service(reachedFiles), outDir };
}

function scriptPath(declared: string): string | undefined {
  const file = declared.includes('\\') ? undefined : insidePath(declared);
  return file !== undefined && /\.[cm]?js$/.test(file) ? file : undefined;
}

/** A source folder is uploaded whole, or not at all. */
function unsentSources({ files }: ManifestSubject, { rootDir, outDir }: SourceLayout): (file: string) => boolean {
  const uploaded = new Set(files.list().map((path) => path.slice(0, path.indexOf('/') + 1)));
  return (file) => {
    const stem = outDir !== '' && file.startsWith(`${outDir}/`) ? file.slice(outDir.length + 1) : file;
    return [join(rootDir, stem), stem, join('src', stem)].every(
      (path) => files.mayHave(path) && !uploaded.has(path.slice(0, path.indexOf('/') + 1)),
    );
  };
}
