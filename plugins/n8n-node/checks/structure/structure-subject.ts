import type { CheckContext } from '../../../../kernel/check.ts';
import { projectLayout } from '../../compile/project-layout.ts';
import { insidePath } from '../../compile/source-layout.ts';
import { type Declaration, declarationsOf } from '../../manifest-fields.ts';
import { type ManifestSubject, requireManifest } from '../manifest-subject.ts';
import { builtElsewhere } from './build-output.ts';
import { type Fate, fateInPackage, fateInProject } from './fate.ts';
import { packingOf } from './packing.ts';
import { SimilarFiles } from './similar-files.ts';

export interface Declared extends Declaration {
  /** The declared path, normalised. */
  file: string;
  /** What it is built from, where that is known. */
  source?: string;
  fate: Fate;
}

/** A project whose declared files have been followed to where they end up. */
export interface StructureSubject extends ManifestSubject {
  declared: readonly Declared[];
}

/** What is no path to a script inside the package is left out: the check `manifest` tells of it. */
export async function structureSubject(context: CheckContext): Promise<StructureSubject> {
  const subject = await requireManifest(context);
  const similar = new SimilarFiles(subject.files.list());
  if (context.mode === 'package') {
    const declared = declarationsOf(subject.manifest).flatMap((declaration): Declared[] => {
      const file = scriptPath(declaration.path);
      return file === undefined ? [] : [{ ...declaration, file, fate: fateInPackage(file, subject, similar) }];
    });
    return { ...subject, declared };
  }
  const project = await context.service(projectLayout);
  const { unknownStep } = project.build;
  if (unknownStep !== undefined)
    context.log(`what "${unknownStep}" writes is not known: where it writes to is not judged`);
  const judged = {
    project,
    similar,
    builtElsewhere: builtElsewhere(project, subject.manifest, subject.files),
    packing: await packingOfProject(subject),
  };
  const declared = project.layout.declared.flatMap((entry): Declared[] => {
    const file = scriptPath(entry.path);
    return file === undefined ? [] : [{ ...entry, file, fate: fateInProject(entry, file, judged) }];
  });
  return { ...subject, declared };
}

function scriptPath(declared: string): string | undefined {
  const file = declared.includes('\\') ? undefined : insidePath(declared);
  return file !== undefined && /\.[cm]?js$/.test(file) ? file : undefined;
}

async function packingOfProject({ manifest, files }: ManifestSubject) {
  const name = ['.npmignore', '.gitignore'].find((path) => files.exists(path));
  return packingOf(manifest, name === undefined ? undefined : { name, text: await files.read(name) });
}
