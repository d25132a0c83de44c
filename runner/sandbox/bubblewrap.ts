import { chown } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Sandbox, SandboxJob, SandboxOutcome } from '../../kernel/sandbox.ts';
import { siblingModule } from '../../kernel/sibling-module.ts';
import type { SandboxView } from './bubblewrap-arguments.ts';
import { scratchInside } from './bubblewrap-arguments.ts';
import { bubblewrapCommand } from './bubblewrap-command.ts';
import type { CompileCache } from './compile-cache.ts';
import { limitsOf } from './limits.ts';
import { type Bind, moduleFolders } from './module-folders.ts';
import { nodeArguments } from './node-arguments.ts';
import { ProjectView } from './project-view.ts';
import { runChild, tryCommand } from './run-child.ts';
import { outcomeOfStartFailure } from './start-failure.ts';
import type { SystemParts } from './system-parts.ts';
import { inSlot } from './user-slots.ts';

const bootstrap = siblingModule(import.meta.url, 'bootstrap-program');

/** Paths inside of the sandbox; they reveal none of the host. */
const inside = {
  ours: '/service',
  others: '/program',
  project: '/project',
  /** Where modules in /project resolve packages. */
  packages: '/node_modules',
  compileCache: '/compiled',
  kits: '/kits',
};

/** The parts of a job that a warm-up may replace. */
type Started = Pick<SandboxJob, 'program' | 'profile' | 'timeout' | 'input' | 'background' | 'packages' | 'kit'> & {
  overlay?: SandboxJob['overlay'];
  signal?: AbortSignal | undefined;
};
type Compiled = Pick<SandboxView, 'optional' | 'writable'>;

/** Runs programs in their own namespaces with bubblewrap, on Linux. */
export class BubblewrapSandbox implements Sandbox {
  readonly isolation = 'bubblewrap';
  readonly #parts: SystemParts;
  readonly #project: ProjectView;
  readonly #compiled: CompileCache | undefined;

  /** @param folder absolute path of the project; see `Isolation.sandbox` */
  constructor(parts: SystemParts, folder: string | Promise<string>, compiled?: CompileCache) {
    this.#parts = parts;
    this.#project = new ProjectView(folder, 'bind');
    this.#compiled = compiled;
  }

  /** Checks that Node starts, which takes a fifth of the time of a program; returns the error output if it does not. */
  async start(profile: SandboxJob['profile'], timeout: number): Promise<string | undefined> {
    const { binds } = moduleFolders(bootstrap, inside.ours);
    return inSlot((uid) =>
      tryCommand(bubblewrapCommand(this.#parts, { profile, uid, binds, project: [], node: ['--version'] }), {
        limits: limitsOf[profile],
        timeout,
      }),
    );
  }

  async run(job: SandboxJob): Promise<SandboxOutcome> {
    const from = this.#compiled?.folderFor(job);
    return this.#start(job, from === undefined ? {} : { optional: [{ from, to: inside.compileCache }] });
  }

  /** Warms up a job's program; the compiled code goes into `folder`. The project of this sandbox must be empty. */
  async warmUp(job: SandboxJob, folder: string): Promise<SandboxOutcome> {
    const warmUp = { ...job, input: null, overlay: undefined, signal: undefined, ...job.warmUp?.() };
    return this.#start(warmUp, { writable: [{ from: folder, to: inside.compileCache }] });
  }

  async #start({ overlay, packages, ...job }: Started, compiled: Compiled): Promise<SandboxOutcome> {
    try {
      return await inSlot(async (uid) => {
        for (const { from } of compiled.writable ?? []) if (uid !== undefined) await chown(from, uid, uid);
        return this.#project.with({ overlay, byOthers: uid !== undefined }, (folder, within, filled) =>
          this.#run(filled ? { ...job, input: filled.then(() => job.input) } : job, uid, {
            ...compiled,
            project: [
              ...(packages === undefined ? [] : [{ from: packages, to: inside.packages }]),
              { from: folder, to: inside.project },
              ...within.map(({ from, to }) => ({ from, to: `${inside.project}/${to}` })),
            ],
          }),
        );
      });
    } catch (error) {
      return outcomeOfStartFailure(error);
    }
  }

  async #run(
    { program, input, background = false, profile, timeout, signal, kit }: Started,
    uid: number | undefined,
    { project, ...compiled }: Compiled & Pick<SandboxView, 'project'>,
  ): Promise<SandboxOutcome> {
    const { binds, node: flags, href } = modulesOf(program, profile);
    // Compiled code is cached by path: kits have different ones.
    const shownKit = kit === undefined ? [] : [{ from: kit, to: `${inside.kits}/${basename(kit)}` }];
    const node = this.#parts.mounts || profile === 'tool' ? flags : [...withoutEngines, ...flags];
    const command = bubblewrapCommand(this.#parts, {
      profile,
      uid,
      binds: [...binds, ...shownKit],
      project,
      ...compiled,
      node,
    });
    const run = {
      request: {
        program: href,
        place: { project: inside.project, scratch: scratchInside, ...(shownKit[0] && { kit: shownKit[0].to }) },
        background,
        ...(compiled.optional && { compileCache: { folder: inside.compileCache, fill: false } }),
        ...(compiled.writable && { compileCache: { folder: inside.compileCache, fill: true } }),
      },
      input,
      limits: limitsOf[profile],
      timeout,
      signal,
    };
    return runChild(command, run);
  }
}

/** Without noexec mounts: OpenSSL would load engine libraries from the project, except under Node's permission model. */
const withoutEngines = ['--permission', '--allow-fs-read=*', '--allow-fs-write=*', '--allow-worker'];

interface Modules {
  binds: readonly Bind[];
  node: readonly string[];
  href: string;
}

/** An installation does not move while we run. */
const modulesCache = new Map<string, Modules>();

/** The mounts, paths and Node flags for a program. */
function modulesOf(program: URL, profile: SandboxJob['profile']): Modules {
  const key = [program.href, profile].join('\n');
  const modules = modulesCache.get(key) ?? findModules(program, profile);
  modulesCache.set(key, modules);
  return modules;
}

function findModules(program: URL, profile: SandboxJob['profile']): Modules {
  const ours = moduleFolders(bootstrap, inside.ours);
  const shared = moduleFolders(program, inside.ours);
  const modules = shared.home === ours.home ? shared : moduleFolders(program, inside.others);
  const binds = new Map([...ours.binds, ...modules.binds].map((bind) => [bind.to, bind]));
  return {
    binds: [...binds.values()],
    node: [...nodeArguments(profile), ours.inside(bootstrap)],
    href: pathToFileURL(modules.inside(program)).href,
  };
}
