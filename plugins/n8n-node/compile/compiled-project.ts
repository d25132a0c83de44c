import { normalize } from 'node:path/posix';
import { Value } from 'typebox/value';
import type { Service, ServiceContext } from '../../../kernel/check.ts';
import { siblingModule } from '../../../kernel/sibling-module.ts';
import { declarationsOf } from '../manifest-fields.ts';
import { type BuildScript, readBuildScript } from './build-script.ts';
import { CompileOutput } from './compile-output.ts';
import type { CompileInput } from './compile-program.ts';
import { translateOptions } from './compiler-options.ts';
import { findSources, type SourceLayout } from './source-layout.ts';
import { readTsconfig, type Tsconfig } from './tsconfig.ts';
import type { Diagnostic } from './typescript-output.ts';

/** A project's sources after TypeScript: what the checks `types` and `load` both start from. */
export interface CompiledProject {
  tsconfig: Tsconfig;
  build: BuildScript;
  layout: SourceLayout;
  /** Undefined when there is nothing to compile. */
  compiled: Compiled | undefined;
}

export interface Compiled {
  /** Files of the project that were compiled, those that the roots import excepted. */
  roots: readonly string[];
  diagnostics: readonly Diagnostic[];
  /** Compiled text by path in the project, in the folder where the build would write it. */
  files: Readonly<Record<string, string>>;
  /** Source maps, as JSON, by the same paths. */
  maps: Readonly<Record<string, string>>;
  /** Why the types could not be checked; what was compiled may be there all the same. */
  uncheckedBecause?: string;
}

/** Seconds. */
const checkLimit = 40;
const emitLimit = 15;

export const compiledProject: Service<CompiledProject> = {
  name: 'TypeScript over what package.json declares',
  async create(context) {
    const { files, manifest = {} } = context;
    const build = readBuildScript(manifest);
    const named = build.tsconfig !== undefined && files.exists(build.tsconfig) ? build.tsconfig : 'tsconfig.json';
    const tsconfig = await readTsconfig(files, named);
    const layout = findSources(declarationsOf(manifest), files, foldersOf(tsconfig, build));
    const roots = [
      ...new Set(layout.declared.flatMap(({ source }) => (source && isTypeScript(source) ? [source] : []))),
    ];
    if (roots.length === 0) return { tsconfig, build, layout, compiled: undefined };
    const input = {
      ...translateOptions(tsconfig, manifest),
      roots: [
        ...roots,
        ...files.list().filter((path) => /\.d\.[cm]?ts$/.test(path) && !path.includes('node_modules/')),
      ],
      rootDir: layout.rootDir,
    };
    const checked = await compile(context, { ...input, check: true }, checkLimit);
    // Types that never end must not keep the nodes from being loaded.
    const output =
      checked.failure === undefined
        ? checked
        : { ...(await compile(context, { ...input, check: false }, emitLimit)), diagnostics: [] };
    const place = (path: string) => normalize(`${layout.outDir}/${path}`);
    const placed = (texts: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(texts).map(([path, text]) => [place(path), text]));
    return {
      tsconfig,
      build,
      layout,
      compiled: {
        roots,
        diagnostics: output.diagnostics,
        files: placed(output.files),
        maps: placed(output.maps),
        ...(checked.failure !== undefined && { uncheckedBecause: checked.failure }),
      },
    };
  },
};

function foldersOf({ compilerOptions }: Tsconfig, build: BuildScript) {
  const clean = (folder: unknown) => {
    const path = typeof folder === 'string' ? normalize(folder).replace(/\/$/, '') : undefined;
    return path === undefined || path.startsWith('..') || path.startsWith('/') ? undefined : path.replace(/^\.$/, '');
  };
  return { outDir: clean(build.outDir ?? compilerOptions['outDir']), rootDir: clean(compilerOptions['rootDir']) };
}

export const isTypeScript = (path: string) => /\.[cm]?tsx?$/.test(path);

async function compile(context: ServiceContext, input: CompileInput, timeout: number): Promise<CompileOutput> {
  const outcome = await context.sandbox.run({
    program: siblingModule(import.meta.url, 'compile-program'),
    input,
    profile: 'tool',
    timeout,
    signal: context.signal,
  });
  const failed = (failure: string) => ({ diagnostics: [], files: {}, maps: {}, failure });
  switch (outcome.kind) {
    case 'done':
      return Value.Check(CompileOutput, outcome.result) ? outcome.result : failed('its answer was not understood');
    case 'threw':
      return failed(outcome.message);
    case 'timeout':
      return failed(`it did not end within ${outcome.seconds} s`);
    case 'ended':
      return failed(outcome.reason);
  }
}
