import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxPlace } from '../../../kernel/sandbox.ts';
import { recordOf } from '../manifest-fields.ts';
import { hasFewCores, printLimit } from './command-line.ts';
import { allowAlone, compileAlone, seenAlike } from './compile-alone.ts';
import type { CompileInput } from './compile-program.ts';
import { configuration } from './configuration.ts';
import { compilerPath } from './installed.ts';
import { printErrors } from './print-errors.ts';
import { trimmedTypes } from './trimmed-types.ts';
import { startServer, type TypeScriptServer } from './typescript-server.ts';

/**
 * TypeScript, kept from one project to the next: what it has read of its own libraries, of @types/node and of
 * n8n-workflow, most of its time, it need not read again. Its word is taken only where it is known to be that of the
 * command line.
 */
interface Kept {
  server: TypeScriptServer;
  /** The n8n-workflows that are open in it, by name. */
  hosts: Set<string>;
  /** How many projects it saw. */
  projects: number;
}
let kept: Kept | undefined;
/** It ended where it should not have: why ever that was, it may be so again. */
let failed = false;

/** Milliseconds for a project. The command line, which is asked then, has to have time left. */
const limit = 10_000;
/** After so many projects, or when it has so many bytes, it is started anew. */
const most = { projects: 100, bytes: 600 * 1024 * 1024 };
/** Nearly all of what it collects is needed again: rather seldom, then. Of this it takes 110 MiB for the first project. */
const memory = { GOGC: 'off', GOMEMLIMIT: '400MiB' };

/** What the command line would print, and the files that it would read: absolute paths. */
export interface Said {
  stdout: string;
  read: readonly string[];
}

/**
 * Checks a project's types and compiles it.
 * @returns undefined where only the command line can tell; the output folder is empty then
 */
export async function compileKept(place: SandboxPlace, input: CompileInput): Promise<Said | undefined> {
  const { check, emit, from, options } = input;
  if (failed || !check || from || emit === 'source maps' || 'declaration' in options) return undefined;
  if (emit === 'nothing') return ask(place, input);
  const seen = allowAlone(options) ? seenAlike(place, input) : undefined;
  const said = seen && (await ask(place, { ...input, options: { ...options, isolatedModules: true } }));
  return said && (await compileAlone(place, input, said, seen)) ? said : undefined;
}

async function ask(place: SandboxPlace, input: CompileInput): Promise<Said | undefined> {
  let timer: NodeJS.Timeout | undefined;
  try {
    kept ??= { server: startServer(await compilerPath(), environment()), hosts: new Set(), projects: 0 };
    timer = setTimeout(kept.server.end, limit);
    await openHost(kept, input.host ?? 'n8n-workflow');
    const said = await askAbout(kept.server, place, input);
    kept.projects += 1;
    if (isSpent(kept)) endKept();
    return said;
  } catch {
    // Should it be the project, the command line shows how.
    failed = true;
    endKept();
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Ends what is kept; the next project starts it anew. */
export function endKept(): void {
  kept?.server.end();
  kept = undefined;
}

function environment(): NodeJS.ProcessEnv {
  return hasFewCores() ? { ...memory, GOMAXPROCS: '1' } : memory;
}

function isSpent({ server, projects }: Kept): boolean {
  const kibibytes = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1];
  return projects >= most.projects || Number(kibibytes) * 1024 > most.bytes;
}

/**
 * What no open project reads any more is forgotten. So there is a small one of ours for each n8n-workflow, with the
 * libraries that projects name; it is open when its files are gone.
 */
async function openHost({ server, hosts }: Kept, host: string): Promise<void> {
  if (hosts.has(host)) return;
  const folder = mkdtempSync(join(tmpdir(), 'host-'));
  const options = { target: 'esnext', module: 'esnext', moduleResolution: 'bundler', lib: ['esnext', 'dom'] };
  const input = { rootDir: '', options, paths: {}, esModuleInterop: true, check: true, size: 0, host };
  try {
    writeFileSync(join(folder, 'host.ts'), "import 'n8n-workflow';");
    const place = { project: folder, scratch: folder };
    const { snapshot } = await open(server, place, { ...input, roots: ['host.ts'], trimmed: trimmedTypes([]) });
    await server.ask('release', { snapshot });
    hosts.add(host);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Where there are any of these, the command line does not print those of the types, or not only. */
const first = [
  'getConfigFileParsingDiagnostics',
  'getProgramDiagnostics',
  'getSyntacticDiagnostics',
  'getBindDiagnostics',
];

async function askAbout(server: TypeScriptServer, place: SandboxPlace, input: CompileInput): Promise<Said | undefined> {
  const { config, ...at } = await open(server, place, input);
  const errors = async (method: string) => listOf((await server.ask(method, at)) ?? []);
  const isTold = async () => {
    for (const method of first) if ((await errors(method)).length > 0) return undefined;
    const ofTypes = await errors('getSemanticDiagnostics');
    return (await errors('getGlobalDiagnostics')).length > 0 ? undefined : ofTypes;
  };
  const ofTypes = await isTold();
  const read = listOf(await server.ask('getSourceFileNames', at)).filter((path) => typeof path === 'string');
  const closed = recordOf(await server.ask('updateSnapshot', { closeProjects: [config] }));
  for (const snapshot of [at.snapshot, closed?.['snapshot']]) await server.ask('release', { snapshot });
  const stdout = ofTypes && printErrors(ofTypes, place.project);
  return stdout === undefined || stdout.length > printLimit ? undefined : { stdout, read };
}

/** Opens a project, by a configuration in its folder for what we write. */
async function open(server: TypeScriptServer, place: SandboxPlace, input: CompileInput) {
  const config = join(place.scratch, 'tsconfig.kept.json');
  writeFileSync(config, JSON.stringify(configuration(place, input, '')));
  const opened = recordOf(await server.ask('updateSnapshot', { openProjects: [config] }));
  const projects = opened?.['projects'];
  const project = Array.isArray(projects) && projects.map(recordOf).find((one) => one?.['configFileName'] === config);
  if (!opened || !project) throw new Error(`${config} is not open`);
  return { config, snapshot: opened['snapshot'], project: project['id'] };
}

function listOf(answer: unknown): readonly unknown[] {
  if (!Array.isArray(answer)) throw new Error('no list');
  return answer;
}
