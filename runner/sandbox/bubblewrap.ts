import { chown } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Sandbox, SandboxJob, SandboxOutcome } from '../../kernel/sandbox.ts';
import { siblingModule } from '../../kernel/sibling-module.ts';
import type { Inside } from './bubblewrap-arguments.ts';
import { scratchInside } from './bubblewrap-arguments.ts';
import { bubblewrapCommand } from './bubblewrap-command.ts';
import type { CompileCache } from './compile-cache.ts';
import { limitsOf } from './limits.ts';
import { type Bind, moduleFolders } from './module-folders.ts';
import { nodeArguments } from './node-arguments.ts';
import { ProjectView } from './project-view.ts';
import { runChild, tryCommand } from './run-child.ts';
import type { SystemParts } from './system-parts.ts';
import { inSlot } from './user-slots.ts';
import { withoutChild } from './without-child.ts';

const bootstrap = siblingModule(import.meta.url, 'bootstrap-program');

/** The paths that a child sees: no name of the host among them. */
const inside = {
  ours: '/service',
  others: '/program',
  project: '/project',
  /** Where whatever is in the project looks for packages in the end. */
  packages: '/node_modules',
  compileCache: '/compiled',
};

/** What of a job counts once it is known whether it is rehearsed. */
type Started = Pick<SandboxJob, 'program' | 'profile' | 'timeout' | 'input' | 'background' | 'packages'> & {
  overlay?: SandboxJob['overlay'];
  signal?: AbortSignal | undefined;
};
type Compiled = Pick<Inside, 'optional' | 'writable'>;

/** Children in namespaces of their own, made by bubblewrap: Linux. */
export class BubblewrapSandbox implements Sandbox {
  readonly isolation = 'bubblewrap';
  readonly #parts: SystemParts;
  readonly #project: ProjectView;
  readonly #compiled: CompileCache | undefined;

  /** @param folder absolute path of the project */
  constructor(parts: SystemParts, folder: string, compiled?: CompileCache) {
    this.#parts = parts;
    this.#project = new ProjectView(folder, 'bind');
    this.#compiled = compiled;
  }

  /** Whether Node itself comes up, or what was said instead: a fifth of what a program takes. */
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

  /** Runs the rehearsal of a job; what it compiles goes into `folder`. The project of this sandbox has to be empty. */
  async rehearse(job: SandboxJob, folder: string): Promise<SandboxOutcome> {
    const rehearsal = { ...job, input: null, overlay: undefined, signal: undefined, ...job.rehearsal?.() };
    return this.#start(rehearsal, { writable: [{ from: folder, to: inside.compileCache }] });
  }

  async #start({ overlay, packages, ...job }: Started, compiled: Compiled): Promise<SandboxOutcome> {
    try {
      return await inSlot(async (uid) => {
        for (const { from } of compiled.writable ?? []) if (uid !== undefined) await chown(from, uid, uid);
        return this.#project.with({ overlay, byOthers: uid !== undefined }, (folder, within) =>
          this.#run(job, uid, {
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
      return withoutChild(error);
    }
  }

  async #run(
    { program, input, background = false, profile, timeout, signal }: Started,
    uid: number | undefined,
    { project, ...compiled }: Compiled & Pick<Inside, 'project'>,
  ): Promise<SandboxOutcome> {
    const { binds, node: flags, href } = modulesOf(program, profile);
    const node = this.#parts.mounts || profile === 'tool' ? flags : [...withoutEngines, ...flags];
    const command = bubblewrapCommand(this.#parts, { profile, uid, binds, project, ...compiled, node });
    const run = {
      order: {
        program: href,
        place: { project: inside.project, scratch: scratchInside },
        input,
        background,
        ...(compiled.optional && { compileCache: { folder: inside.compileCache, fill: false } }),
        ...(compiled.writable && { compileCache: { folder: inside.compileCache, fill: true } }),
      },
      limits: limitsOf[profile],
      timeout,
      signal,
    };
    return runChild(command, run);
  }
}

/** OpenSSL loads libraries that a project names, unless Node.js is under its permission model: where these can be run. */
const withoutEngines = ['--permission', '--allow-fs-read=*', '--allow-fs-write=*', '--allow-worker'];

interface Modules {
  binds: readonly Bind[];
  node: readonly string[];
  href: string;
}

/** What was found out before: an installation stays where it is for as long as we run. */
const known = new Map<string, Modules>();

/** Where a program and its first module are in a child, what that has to see of ours, and how Node.js is started. */
function modulesOf(program: URL, profile: SandboxJob['profile']): Modules {
  const key = [program.href, profile].join('\n');
  const modules = known.get(key) ?? findModules(program, profile);
  known.set(key, modules);
  return modules;
}

function findModules(program: URL, profile: SandboxJob['profile']): Modules {
  const ours = moduleFolders(bootstrap, inside.ours);
  const near = moduleFolders(program, inside.ours);
  const modules = near.home === ours.home ? near : moduleFolders(program, inside.others);
  const binds = new Map([...ours.binds, ...modules.binds].map((bind) => [bind.to, bind]));
  return {
    binds: [...binds.values()],
    node: [...nodeArguments(profile), ours.inside(bootstrap)],
    href: pathToFileURL(modules.inside(program)).href,
  };
}
