import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  /** Whether what is compiled is wanted; true when absent. */
  emit?: boolean;
  /** The n8n-workflow whose types are used, by the name under which it is installed here. */
  host?: string;
}

/** Bytes that TypeScript may print: a project has thousands of errors when an option of it is not understood. */
const printLimit = 4 * 1024 * 1024;
/** Characters of all that is compiled, and of that with its source maps, which are left out first. */
const filesLimit = 16 * 1024 * 1024;
const mapsLimit = 24 * 1024 * 1024;

/** Type-checks and compiles a project's sources with TypeScript 7, in one run. */
const compileProgram: SandboxProgram<CompileInput, CompileOutput> = async (place, input) => {
  const config = join(place.scratch, 'tsconfig.json');
  const outDir = join(place.scratch, 'out');
  const scripts = surveyScripts(place.project);
  writeFileSync(config, JSON.stringify(configuration(place, input, { outDir, scripts })));
  const { stdout, failure } = await typescript(['-p', config, '--pretty', 'false'], {
    cwd: place.project,
    env: collection(scripts),
  });
  if (failure !== undefined) return { diagnostics: [], files: {}, maps: {}, failure };
  const { files, maps } = readOutput(place, outDir, input.esModuleInterop);
  const diagnostics = await judged(parseDiagnostics(stdout.replaceAll(`${place.project}/`, '')), place, input, maps);
  const told = diagnostics.slice(0, 5000);
  if (sizeOf(files) > filesLimit) {
    const unhanded = `what it compiles to is over ${filesLimit / 1024 / 1024} MiB`;
    return { diagnostics: told, files: {}, maps: {}, unhanded };
  }
  return { diagnostics: told, files, maps: sizeOf(files) + sizeOf(maps) > mapsLimit ? {} : maps };
};
export default compileProgram;

/** Marks what follows from missing modules; the parser is loaded only when there are any. */
async function judged(
  diagnostics: Diagnostic[],
  { project }: SandboxPlace,
  { paths }: CompileInput,
  maps: CompileOutput['maps'],
): Promise<Diagnostic[]> {
  if (diagnostics.every((diagnostic) => missingModule(diagnostic) === undefined)) return diagnostics;
  const { markFallout } = await import('./fallout/fallout.ts');
  const sources = Object.values(maps).flatMap((map): string[] => JSON.parse(map).sources);
  return markFallout(diagnostics, {
    paths: [...new Set(sources)],
    read: (path) => readFileSync(join(project, path), 'utf8'),
    aliases: paths,
  });
}

function configuration(
  { project, scratch }: SandboxPlace,
  input: CompileInput,
  { outDir, scripts }: { outDir: string; scripts: ScriptSurvey },
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
      sourceMap: true,
      skipLibCheck: true,
      noCheck: !input.check,
      noEmit: input.emit === false,
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
): Promise<{ stdout: string; failure?: string }> {
  const { default: getExePath }: { default: () => string } = await import(
    new URL('./lib/getExePath.js', import.meta.resolve('typescript-native/package.json')).href
  );
  return new Promise((resolve) => {
    execFile(getExePath(), args, { ...place, maxBuffer: printLimit }, (error, stdout, stderr) => {
      // It exits with 1 or 2 when it found errors. It has written all files before it prints any.
      const ended = !error || (typeof error.code === 'number' && error.code <= 2);
      const finished = ended || error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
      const crashed = /^(?:panic|fatal error|runtime error): .*/m.exec(stderr)?.[0];
      if (finished && crashed === undefined) return resolve({ stdout });
      resolve({ stdout, failure: crashed ?? error?.signal ?? error?.message ?? 'it ended early' });
    });
  });
}

function readOutput(
  { project }: SandboxPlace,
  outDir: string,
  esModuleInterop: boolean,
): Pick<CompileOutput, 'files' | 'maps'> {
  const files: CompileOutput['files'] = {};
  const maps: CompileOutput['maps'] = {};
  const entries = existsSync(outDir) ? readdirSync(outDir, { recursive: true, withFileTypes: true }) : [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const absolute = join(entry.parentPath, entry.name);
    const path = slashed(relative(outDir, absolute));
    const text = readFileSync(absolute, 'utf8');
    if (!path.endsWith('.map')) files[path] = esModuleInterop ? text : withoutInterop(text);
    else {
      const map: { sources: string[] } = JSON.parse(text);
      map.sources = map.sources.map((source) => slashed(relative(project, resolve(entry.parentPath, source))));
      maps[path.slice(0, -'.map'.length)] = JSON.stringify(map);
    }
  }
  return { files, maps };
}

function sizeOf(texts: Readonly<Record<string, string>>): number {
  return Object.values(texts).reduce((sum, text) => sum + text.length, 0);
}

const slashed = (path: string) => path.split(sep).join('/');
