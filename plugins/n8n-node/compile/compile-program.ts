import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SandboxPlace, SandboxProgram } from '../../../kernel/sandbox.ts';
import type { CompileOutput, Diagnostic } from './compile-output.ts';
import { withoutInterop } from './interop.ts';
import { type ScriptSurvey, surveyScripts, trimmedTypes } from './trimmed-types.ts';
import { missingModule, parseDiagnostics } from './typescript-output.ts';

export interface CompileInput {
  /** Sources to compile, with everything that they import; relative to the project. */
  roots: readonly string[];
  rootDir: string;
  options: Readonly<Record<string, unknown>>;
  paths: Readonly<Record<string, readonly string[]>>;
  esModuleInterop: boolean;
  /** Whether to look for type errors; without, what was compiled comes as fast as it can. */
  check: boolean;
  /** What is wanted of what is compiled; the code when absent. */
  emit?: 'code' | 'source maps' | 'nothing';
  /** Set to go on from where an earlier run ended, with what its state says; only what has to be is compiled then. */
  from?: { buildInfo?: string };
  /** The n8n-workflow whose types are used, by the name under which it is installed here. */
  host?: string;
}

/** Bytes that TypeScript may print: a project has thousands of errors when an option of it is not understood. */
const printLimit = 4 * 1024 * 1024;
/** Characters of all that is compiled, or of its source maps. */
const filesLimit = 16 * 1024 * 1024;

/** Type-checks and compiles a project's sources with TypeScript 7, in one run. */
const compileProgram: SandboxProgram<CompileInput, CompileOutput> = async (place, input) => {
  const at = {
    config: join(place.scratch, 'tsconfig.json'),
    outDir: join(place.scratch, 'out'),
    buildInfo: join(place.scratch, 'tsconfig.tsbuildinfo'),
  };
  const scripts = surveyScripts(place.project);
  writeFileSync(at.config, JSON.stringify(configuration(place, input, { ...at, scripts })));
  if (input.from?.buildInfo !== undefined) writeFileSync(at.buildInfo, input.from.buildInfo);
  const { stdout, cut, failure } = await typescript(['-p', at.config, '--pretty', 'false', ...threads()], {
    cwd: place.project,
    env: collection(scripts),
  });
  if (failure !== undefined) return { diagnostics: [], files: {}, failure };
  const sources = cut ? undefined : sourcesIn(stdout, place.project);
  const printed = parseDiagnostics(stdout.replaceAll(`${place.project}/`, ''));
  const diagnostics = await judged(printed, place, input, sources ?? scripts.own);
  const told = diagnostics.slice(0, 5000);
  const files = readOutput(place, at.outDir, input);
  const buildInfo = input.from && existsSync(at.buildInfo) ? readFileSync(at.buildInfo, 'utf8') : undefined;
  if (sizeOf(files) > filesLimit) {
    const unhanded = `what it compiles to is over ${filesLimit / 1024 / 1024} MiB`;
    return { diagnostics: told, files: {}, unhanded };
  }
  return { diagnostics: told, files, ...(sources && buildInfo !== undefined && { state: { sources, buildInfo } }) };
};
export default compileProgram;

/** The files of the project that were read, as `listFiles` prints them. */
function sourcesIn(stdout: string, project: string): string[] {
  const above = `${project}/`;
  return stdout
    .split('\n')
    .flatMap((line) => (line.startsWith(above) && existsSync(line) ? [line.slice(above.length)] : []));
}

/** Marks what follows from missing modules; the parser is loaded only when there are any. */
async function judged(
  diagnostics: Diagnostic[],
  { project }: SandboxPlace,
  { paths }: CompileInput,
  sources: readonly string[],
): Promise<Diagnostic[]> {
  if (diagnostics.every((diagnostic) => missingModule(diagnostic) === undefined)) return diagnostics;
  const { markFallout } = await import('./fallout/fallout.ts');
  return markFallout(diagnostics, {
    paths: sources.filter((path) => /(?<!\.d)\.[cm]?[jt]sx?$/.test(path)),
    read: (path) => readFileSync(join(project, path), 'utf8'),
    aliases: paths,
  });
}

function configuration(
  { project, scratch }: SandboxPlace,
  input: CompileInput,
  { outDir, buildInfo, scripts }: { outDir: string; buildInfo: string; scripts: ScriptSurvey },
) {
  const absolute = (path: string) => join(project, path);
  const typesOfNode = folderOf('@types/node/package.json');
  const n8nWorkflow = folderOf(`${input.host ?? 'n8n-workflow'}/package.json`);
  return {
    files: input.roots.map(absolute),
    compilerOptions: {
      ...input.options,
      rootDir: absolute(input.rootDir),
      outDir,
      sourceMap: input.emit === 'source maps',
      ...(input.from && { incremental: true, tsBuildInfoFile: buildInfo }),
      listFiles: true,
      skipLibCheck: true,
      noCheck: !input.check,
      noEmit: input.emit === 'nothing',
      noErrorTruncation: false,
      types: ['node'],
      typeRoots: [join(typesOfNode, '..')],
      paths: {
        ...trimmedTypes(scripts, scratch),
        ...Object.fromEntries(
          Object.entries(input.paths).map(([pattern, targets]) => [pattern, targets.map(absolute)]),
        ),
        'n8n-workflow': [n8nWorkflow],
        'n8n-workflow/common': [join(n8nWorkflow, 'dist/esm/common/index.d.ts')],
        'n8n-workflow/*': [join(n8nWorkflow, '*')],
      },
    },
  };
}

/** The folder of an installed package of ours. */
function folderOf(manifest: string): string {
  return fileURLToPath(new URL('.', import.meta.resolve(manifest)));
}

/**
 * Two run at a time, beside the linter. On few cores their threads only get in each other's way: a fifth more processor
 * time.
 */
function threads(): string[] {
  return availableParallelism() <= 4 ? ['--singleThreaded'] : [];
}

/** Characters of a project that compiles within a few hundred MB. */
const usual = 3_000_000;

/**
 * How the memory of TypeScript, a Go program, is collected: nearly all that it allocates it needs to the end, so up to
 * a size that most projects stay below it need not be looked through, which is a third of the time.
 * https://go.dev/doc/gc-guide#Memory_limit
 */
function collection({ size }: ScriptSurvey): NodeJS.ProcessEnv {
  return size > usual ? {} : { GOGC: 'off', GOMEMLIMIT: '400MiB' };
}

async function typescript(
  args: string[],
  place: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<{ stdout: string; cut: boolean; failure?: string }> {
  const { default: getExePath }: { default: () => string } = await import(
    new URL('./lib/getExePath.js', import.meta.resolve('typescript-native/package.json')).href
  );
  return new Promise((resolve) => {
    execFile(getExePath(), args, { ...place, maxBuffer: printLimit }, (error, stdout, stderr) => {
      // It exits with 1 or 2 when it found errors. It has written all files before it prints any.
      const ended = !error || (typeof error.code === 'number' && error.code <= 2);
      const cut = error?.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
      const crashed = /^(?:panic|fatal error|runtime error): .*/m.exec(stderr)?.[0];
      if ((ended || cut) && crashed === undefined) return resolve({ stdout, cut });
      resolve({ stdout, cut, failure: crashed ?? error?.signal ?? error?.message ?? 'it ended early' });
    });
  });
}

function readOutput({ project }: SandboxPlace, outDir: string, { emit, esModuleInterop }: CompileInput) {
  const files: CompileOutput['files'] = {};
  const entries = existsSync(outDir) ? readdirSync(outDir, { recursive: true, withFileTypes: true }) : [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const absolute = join(entry.parentPath, entry.name);
    const path = slashed(relative(outDir, absolute));
    const isMap = path.endsWith('.map');
    if (isMap !== (emit === 'source maps')) continue;
    const text = readFileSync(absolute, 'utf8');
    if (!isMap) files[path] = esModuleInterop ? text : withoutInterop(text);
    else {
      const map: { sources: string[] } = JSON.parse(text);
      map.sources = map.sources.map((source) => slashed(relative(project, resolve(entry.parentPath, source))));
      files[path.slice(0, -'.map'.length)] = JSON.stringify(map);
    }
  }
  return files;
}

function sizeOf(texts: Readonly<Record<string, string>>): number {
  return Object.values(texts).reduce((sum, text) => sum + text.length, 0);
}

const slashed = (path: string) => path.split(sep).join('/');
