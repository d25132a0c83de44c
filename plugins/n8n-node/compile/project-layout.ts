import { normalize } from 'node:path/posix';
import type { Service } from '../../../kernel/check.ts';
import { declarationsOf } from '../manifest-fields.ts';
import { type BuildScript, readBuildScript } from './build-script.ts';
import { findSources, type SourceLayout } from './source-layout.ts';
import { readTsconfig, type Tsconfig } from './tsconfig.ts';

/** How a project is built, as far as its files tell without running anything. */
export interface ProjectLayout {
  tsconfig: Tsconfig;
  build: BuildScript;
  layout: SourceLayout;
}

/** Shared by all checks that go from a declared file to its source. */
export const projectLayout: Service<ProjectLayout> = {
  name: 'where package.json, the build script and tsconfig.json say what is built from what',
  async create({ files, manifest = {} }) {
    const build = readBuildScript(manifest);
    const named = build.tsconfig !== undefined && files.exists(build.tsconfig) ? build.tsconfig : 'tsconfig.json';
    const tsconfig = await readTsconfig(files, named);
    return { tsconfig, build, layout: findSources(declarationsOf(manifest), files, foldersOf(tsconfig, build)) };
  },
};

function foldersOf({ compilerOptions }: Tsconfig, build: BuildScript) {
  const clean = (folder: unknown) => {
    const path = typeof folder === 'string' ? normalize(folder).replace(/\/$/, '') : undefined;
    return path === undefined || path.startsWith('..') || path.startsWith('/') ? undefined : path.replace(/^\.$/, '');
  };
  return { outDir: clean(build.outDir ?? compilerOptions['outDir']), rootDir: clean(compilerOptions['rootDir']) };
}
