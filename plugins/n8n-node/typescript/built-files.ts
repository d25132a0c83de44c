import { extname } from 'node:path/posix';
import type { Service } from '../../../kernel/check.ts';
import { copiesOf } from '../build-script/copy-rule.ts';
import { compilerPlaces } from './compiler-locations.ts';
import { projectLayout } from './project-layout.ts';

/** Whether a file exists after the build, and its source. Paths are relative to the project. */
export type BuiltFile =
  /** `from`: its source; `by`: the command, undefined if the file exists without a build. */
  // `isRemoved`: it is copied, and removed after that.
  | { made: 'yes'; from: string; by: string | undefined }
  | { made: 'no'; isRemoved?: true }
  | { made: 'unknown'; why: string };

export interface BuiltFiles {
  /** @param path for example `dist/nodes/Acme/acme.svg`; not of a compiled script */
  of(path: string): BuiltFile;
  /** A command of a script beside the build that may copy files, as written. */
  otherCopy: string | undefined;
  /** Sources of the files that are certainly copied, by path. */
  copied: ReadonlyMap<string, string>;
}

/**
 * The files that the build puts into the output folder besides compiled scripts: those that its commands or tsc copy. For
 * checks of icons and codex files.
 */
export const builtFiles: Service<BuiltFiles> = {
  name: 'copied files',
  async create({ files, manifest = {}, service }) {
    const project = await service(projectLayout);
    const { build, compiler, tsconfig } = project;
    const copies = copiesOf(build.copies, files.list());
    const lost = copiesOf(build.lostCopies, files.list()).sources;
    const places = compilerPlaces(project, manifest, files);
    const json = new Map<string, string>();
    if (compiler !== undefined && tsconfig.compilerOptions['resolveJsonModule'] === true) {
      for (const path of places?.inputs ?? []) {
        const output = path.endsWith('.json') ? places?.outputOf(path) : undefined;
        if (output !== undefined) json.set(output, path);
      }
    }
    const whyUnknown = unknownBecause(build.unclearCopy);
    const whyOtherUnknown = unknownBecause(undefined);
    return {
      otherCopy: build.otherCopy,
      copied: new Map([...json, ...copies.sources]),
      of(path) {
        if (files.exists(path)) return { made: 'yes', from: path, by: undefined };
        const copied = copies.sources.get(path);
        if (copied !== undefined) return { made: 'yes', from: copied, by: 'copy' };
        const taken = json.get(path);
        if (taken !== undefined) return { made: 'yes', from: taken, by: compiler?.shown };
        const isOther = build.unclearEndings?.has(extname(path)) === false;
        const why = isOther ? whyOtherUnknown : whyUnknown;
        return why === undefined
          ? { made: 'no', ...(lost.has(path) && { isRemoved: true }) }
          : { made: 'unknown', why };
      },
    };

    function unknownBecause(unclearCopy: string | undefined): string | undefined {
      const { unknownStep } = build;
      if (unknownStep !== undefined) return `the build step \`${unknownStep}\` is not run`;
      if (unclearCopy !== undefined) return `the files that \`${unclearCopy}\` copies are unknown`;
      if (copies.unclear !== undefined) return `the files that the build copies are unknown: ${copies.unclear}`;
      if (build.main === undefined) return 'package.json has no build script';
      if (compiler !== undefined && (tsconfig.faults.length > 0 || !places))
        return 'the files that tsc copies are unknown';
      return undefined;
    }
  },
};
