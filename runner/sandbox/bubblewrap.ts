import { chown } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { reasonOf } from '../../kernel/errors.ts';
import type { Sandbox, SandboxJob, SandboxOutcome } from '../../kernel/sandbox.ts';
import { siblingModule } from '../../kernel/sibling-module.ts';
import type { Inside } from './bubblewrap-arguments.ts';
import { scratchInside } from './bubblewrap-arguments.ts';
import { bubblewrapCommand } from './bubblewrap-command.ts';
import type { CompileCache } from './compile-cache.ts';
import type { KeptChildren } from './kept-children.ts';
import { limitsOf } from './limits.ts';
import { type Bind, moduleFolders } from './module-folders.ts';
import { nodeArguments } from './node-arguments.ts';
import { type PackedProject, packProject } from './packed-project.ts';
import { ProjectView } from './project-view.ts';
import { endOfChild, runChild } from './run-child.ts';
import type { SystemParts } from './system-parts.ts';
import { inSlot } from './user-slots.ts';

const bootstrap = siblingModule(import.meta.url, 'bootstrap-program');
const keptBootstrap = siblingModule(import.meta.url, 'kept-bootstrap-program');

/** The paths that a child sees: no name of the host among them. */
const inside = { ours: '/service', others: '/program', project: '/project', compileCache: '/compiled' };

/** What of a job counts once it is known whether it is rehearsed. */
type Started = Pick<SandboxJob, 'program' | 'profile' | 'timeout' | 'input' | 'background'> & {
  overlay?: SandboxJob['overlay'];
  signal?: AbortSignal | undefined;
};
type Compiled = Pick<Inside, 'optional' | 'writable'>;

/** Where processes are kept, and for whom. */
export interface KeptFor {
  children: KeptChildren;
  account: string;
}

/** Children in namespaces of their own, made by bubblewrap: Linux. */
export class BubblewrapSandbox implements Sandbox {
  readonly isolation = 'bubblewrap';
  readonly #parts: SystemParts;
  readonly #project: ProjectView;
  readonly #compiled: CompileCache | undefined;
  readonly #endOf: typeof endOfChild;
  readonly #kept: KeptFor | undefined;
  readonly #packed: () => PackedProject | undefined;

  /**
   * @param folder absolute path of the project
   * @param options.endOf starts children, where that is not here
   * @param options.kept processes for jobs that are reusable
   */
  constructor(
    parts: SystemParts,
    folder: string,
    options: { compiled?: CompileCache | undefined; endOf?: typeof endOfChild; kept?: KeptFor | undefined } = {},
  ) {
    const { compiled, endOf = endOfChild, kept } = options;
    this.#parts = parts;
    this.#endOf = endOf;
    this.#kept = kept;
    this.#packed = once(() => packed(folder));
    this.#project = new ProjectView(folder, 'bind');
    this.#compiled = compiled;
  }

  /** Whether Node itself comes up: a fifth of what a program takes. It ends with exit code 0 and no message if so. */
  async start(profile: SandboxJob['profile'], timeout: number): Promise<SandboxOutcome> {
    const { binds } = moduleFolders(bootstrap, inside.ours);
    return inSlot((uid) =>
      runChild(bubblewrapCommand(this.#parts, { profile, uid, binds, node: ['--version'] }), {
        order: { program: '', place: { project: '', scratch: '' }, input: null },
        resultLimit: 0,
        timeout,
      }),
    );
  }

  async run(job: SandboxJob): Promise<SandboxOutcome> {
    const from = this.#compiled?.folderFor(job);
    const compiled = from === undefined ? {} : { optional: [{ from, to: inside.compileCache }] };
    const { reusable, profile, overlay, signal } = job;
    const isForKept = reusable && profile === 'tool' && !overlay && !signal?.aborted;
    const project = this.#kept && isForKept ? this.#packed() : undefined;
    return this.#kept && project ? this.#runKept(job, this.#kept, project, compiled) : this.#start(job, compiled);
  }

  /** Runs the rehearsal of a job; what it compiles goes into `folder`. The project of this sandbox has to be empty. */
  async rehearse(job: SandboxJob, folder: string): Promise<SandboxOutcome> {
    const rehearsal = { ...job, input: null, overlay: undefined, signal: undefined, ...job.rehearsal?.() };
    return this.#start(rehearsal, { writable: [{ from: folder, to: inside.compileCache }] });
  }

  async #start({ overlay, ...job }: Started, compiled: Compiled): Promise<SandboxOutcome> {
    try {
      return await inSlot(async (uid) => {
        for (const { from } of compiled.writable ?? []) if (uid !== undefined) await chown(from, uid, uid);
        return this.#project.with({ overlay, byOthers: uid !== undefined }, (folder, within) =>
          this.#run(job, uid, {
            ...compiled,
            binds: [
              { from: folder, to: inside.project },
              ...within.map(({ from, to }) => ({ from, to: `${inside.project}/${to}` })),
            ],
          }),
        );
      });
    } catch (error) {
      return { kind: 'ended', reason: reasonOf(error), output: '' };
    }
  }

  async #run(
    { program, input, background = false, profile, timeout, signal }: Started,
    uid: number | undefined,
    { binds: project, ...compiled }: Compiled & { binds: readonly Bind[] },
  ): Promise<SandboxOutcome> {
    const { binds, node, href } = modulesOf(program, bootstrap, profile);
    const command = bubblewrapCommand(this.#parts, { profile, uid, binds: [...binds, ...project], ...compiled, node });
    const run = {
      order: {
        program: href,
        place: { project: inside.project, scratch: scratchInside },
        input,
        background,
        ...(compiled.optional && { compileCache: { folder: inside.compileCache, fill: false } }),
        ...(compiled.writable && { compileCache: { folder: inside.compileCache, fill: true } }),
      },
      resultLimit: limitsOf[profile].result,
      timeout,
      signal,
    };
    return runChild(command, run, this.#endOf);
  }

  /** In a process that sees the files that it is given, and no folder of a project. */
  async #runKept(
    { program, input, background = false, profile, timeout, signal }: SandboxJob,
    { children, account }: KeptFor,
    { files, bytes }: PackedProject,
    compiled: Compiled,
  ): Promise<SandboxOutcome> {
    const { binds, node, href } = modulesOf(program, keptBootstrap, profile);
    try {
      return await children.run({
        account,
        // By its place here: programs of two plugins may have one path in their sandboxes.
        kind: JSON.stringify([program.href, profile, background, compiled]),
        command: (uid) => bubblewrapCommand(this.#parts, { profile, uid, binds, ...compiled, node }),
        order: {
          program: href,
          input,
          background,
          folder: scratchInside,
          files,
          ...(compiled.optional && { compileCache: { folder: inside.compileCache, fill: false } }),
        },
        files: bytes,
        resultLimit: limitsOf[profile].result,
        timeout,
        signal,
      });
    } catch (error) {
      return { kind: 'ended', reason: reasonOf(error), output: '' };
    } finally {
      // Who cancels wants an end of everything.
      if (signal?.aborted) await children.dismiss(account);
    }
  }
}

interface Modules {
  binds: readonly Bind[];
  node: readonly string[];
  href: string;
}

/** What was found out before: an installation stays where it is for as long as we run. */
const known = new Map<string, Modules>();

/** Where a program and its first module are in a child, what that has to see of ours, and how Node.js is started. */
function modulesOf(program: URL, first: URL, profile: SandboxJob['profile']): Modules {
  const key = [program.href, first.href, profile].join('\n');
  const modules = known.get(key) ?? findModules(program, first, profile);
  known.set(key, modules);
  return modules;
}

function findModules(program: URL, first: URL, profile: SandboxJob['profile']): Modules {
  const ours = moduleFolders(first, inside.ours);
  const near = moduleFolders(program, inside.ours);
  const modules = near.home === ours.home ? near : moduleFolders(program, inside.others);
  const binds = new Map([...ours.binds, ...modules.binds].map((bind) => [bind.to, bind]));
  return {
    binds: [...binds.values()],
    node: [...nodeArguments(profile), ours.inside(first)],
    href: pathToFileURL(modules.inside(program)).href,
  };
}

/** Undefined also for what can't be read: how it can't, the child tells that sees it. */
function packed(folder: string): PackedProject | undefined {
  try {
    return packProject(folder);
  } catch {
    return undefined;
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
