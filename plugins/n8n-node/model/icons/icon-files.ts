import { basename, dirname, extname } from 'node:path/posix';
import type { ProjectFiles } from '../../../../kernel/project-files.ts';
import type { LoadedPackage } from '../../loader/loaded-package.ts';
import { packingOf } from '../../packing/packing.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import { join } from '../../project/project-path.ts';
import type { BuiltFiles } from '../../typescript/built-files.ts';
import { insidePath } from '../../typescript/source-layout.ts';
import { isUnknown, type Plain, plainOf, textOf } from '../parameters/plain.ts';
import { readPng } from './png.ts';
import { readSvg, type SvgFacts } from './svg.ts';

/** A picture that a node or credential names. */
export interface IconFile extends SvgFacts {
  /** What `icon` says: `file:acme.svg`. */
  reference: string;
  /** Where it is; undefined when it is nowhere. */
  file: string | undefined;
  kind: 'svg' | 'png' | 'other';
  /** Bytes. */
  size: number;
  /** The build is not known to copy pictures, and copies nothing else. */
  leftOut: string | undefined;
}

/** Bytes that are read of a picture. */
const readLimit = 256 * 1024;
/** Pictures of one package that are looked at. */
const most = 1000;

interface Surroundings {
  files: ProjectFiles;
  manifest: Plain | undefined;
  project: LoadedPackage['project'];
  built?: BuiltFiles | undefined;
}

/** The pictures of a package, by what names them; each file is read once. */
export class IconFiles {
  readonly #read = new Map<string, Omit<IconFile, 'reference' | 'leftOut'>>();
  readonly #from: Surroundings;
  #names: ReadonlySet<string> | undefined;

  constructor(from: Surroundings) {
    this.#from = from;
  }

  /**
   * @param declaredPath of the file whose description it is
   * @returns undefined for pictures that are not in files, or whose file can't be told
   */
  async of(description: Plain, declaredPath: string): Promise<IconFile[]> {
    const icons: IconFile[] = [];
    for (const reference of iconReferences(description)) {
      if (!reference.startsWith('file:')) continue;
      const path = insidePath(join(dirname(declaredPath), reference.slice('file:'.length)));
      // One that leads out of the package is the load check's.
      if (path === undefined) continue;
      const place = this.#place(path, declaredPath);
      if (place === 'unclear') continue;
      icons.push({ reference, ...(await this.#look(place.file)), leftOut: place.leftOut });
    }
    return icons;
  }

  /** Before the build a picture is where the source of the node is. */
  #place(path: string, declaredPath: string): { file: string | undefined; leftOut: string | undefined } | 'unclear' {
    const { files, project } = this.#from;
    if (files.exists(path)) return { file: path, leftOut: undefined };
    if (!project) return { file: undefined, leftOut: undefined };
    const { rootDir, outDir } = project.layout;
    const below = outDir === '' ? path : path.startsWith(`${outDir}/`) ? path.slice(outDir.length + 1) : undefined;
    const source = below === undefined ? undefined : join(rootDir === '' ? '.' : rootDir, below);
    if (source !== undefined && files.exists(source))
      return { file: source, leftOut: whyLeftOut(path, declaredPath, this.#from) };
    // A build that moves pictures about may still put one there.
    const movesFiles = project.build.unclearCopy !== undefined || project.build.unknownStep !== undefined;
    if (movesFiles && this.#isAnywhere(basename(path))) return 'unclear';
    if (files.mayHave(source ?? path)) return 'unclear';
    return { file: undefined, leftOut: undefined };
  }

  #isAnywhere(name: string): boolean {
    this.#names ??= new Set(this.#from.files.list().map((path) => basename(path)));
    return this.#names.has(name);
  }

  async #look(file: string | undefined): Promise<Omit<IconFile, 'reference' | 'leftOut'>> {
    if (file === undefined) return { file, kind: 'other', size: 0 };
    const known = this.#read.get(file);
    if (known) return known;
    const bytes = this.#read.size < most ? await this.#from.files.bytes(file) : new Uint8Array();
    const kind = kindOf(file);
    const facts = { file, kind, size: bytes.length, ...(bytes.length > 0 && { ...contentOf(kind, bytes) }) };
    this.#read.set(file, facts);
    return facts;
  }
}

/** What `icon` names: one picture, or one for each theme. */
export function iconReferences(description: Plain): string[] {
  const { icon } = description;
  const themed = plainOf(icon);
  return [textOf(icon), textOf(themed?.['light']), textOf(themed?.['dark'])].filter((text) => text !== undefined);
}

/** Whether a description names no picture at all. */
export const hasNoIcon = ({ icon, iconUrl }: Plain): boolean =>
  !isUnknown(icon) && (icon === undefined || icon === '') && iconUrl === undefined;

function kindOf(file: string): IconFile['kind'] {
  const ending = extname(file).toLowerCase();
  return ending === '.svg' ? 'svg' : ending === '.png' ? 'png' : 'other';
}

function contentOf(kind: IconFile['kind'], bytes: Uint8Array): SvgFacts {
  if (kind === 'png') return readPng(bytes) ?? { fault: 'it is not a PNG, or is truncated' };
  if (kind === 'other' || bytes.length > readLimit) return {};
  return readSvg(new TextDecoder().decode(bytes));
}

/** Why a picture of the sources will not be in the package. What a script that is not read may copy is given the doubt. */
function whyLeftOut(path: string, declaredPath: string, { built, manifest = {} }: Surroundings): string | undefined {
  const packing = packingOf(manifest);
  const { packed, by } = packing(path);
  // Where the node itself is left out, that is the fault.
  if (packed === false)
    return packing(declaredPath).packed === false ? undefined : `excluded from the package by ${by}`;
  if (built?.of(path).made !== 'no') return undefined;
  const others = Object.entries(recordOf(manifest['scripts']) ?? {})
    .filter(([name]) => !/^(?:pre|post)?build$/.test(name))
    .map(([, script]) => (typeof script === 'string' ? script : ''))
    .join('\n')
    .slice(0, 50_000);
  const mayCopy =
    /gulp|cop|\bcp\b|\bmv\b|icon|svg|png|(?<![\w-])node [\w./]|shx|rsync|vite|webpack|rollup|esbuild|tsup|turbo|nx |make/;
  return mayCopy.test(others) ? undefined : 'not copied by the build';
}
