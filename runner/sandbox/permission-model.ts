import { chown } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Sandbox, SandboxJob, SandboxOutcome, SandboxPlace } from '../../kernel/sandbox.ts';
import { siblingModule } from '../../kernel/sibling-module.ts';
import { withChildrenFolder } from './children-folder.ts';
import type { Installation } from './installation.ts';
import { limitsOf } from './limits.ts';
import { nodeArguments } from './node-arguments.ts';
import { ProjectView, packagesBeside } from './project-view.ts';
import { resourceLimits } from './resource-limits.ts';
import { runChild } from './run-child.ts';
import type { Command } from './started-child.ts';
import { systemProgram } from './system-programs.ts';
import { inSlot } from './user-slots.ts';
import { withoutChild } from './without-child.ts';

const bootstrap = siblingModule(import.meta.url, 'bootstrap-program');

/**
 * Children under Node's permission model, for systems without bubblewrap. Node says of it that it "does not protect
 * against malicious code": it has no say over the network, and a hole in Node is a hole in it.
 * https://nodejs.org/docs/latest-v24.x/api/permissions.html
 */
export class PermissionModelSandbox implements Sandbox {
  readonly isolation = 'permission-model';
  readonly #installation: Installation;
  readonly #project: ProjectView;

  /** @param folder absolute path of the project */
  constructor(installation: Installation, folder: string) {
    this.#installation = installation;
    this.#project = new ProjectView(folder, 'path');
  }

  async run(job: SandboxJob): Promise<SandboxOutcome> {
    try {
      return await inSlot((uid) =>
        this.#project.with({ overlay: job.overlay, packages: job.packages, byOthers: uid !== undefined }, (project) =>
          withChildrenFolder((scratch) => this.#run(job, { project, scratch }, uid)),
        ),
      );
    } catch (error) {
      return withoutChild(error);
    }
  }

  async #run(job: SandboxJob, place: SandboxPlace, uid: number | undefined): Promise<SandboxOutcome> {
    const { input, background = false, profile, timeout, signal } = job;
    if (uid !== undefined) await chown(place.scratch, uid, uid);
    const ours = await this.#installation.modules(bootstrap);
    const program = await this.#installation.modules(job.program);
    const packages = job.packages === undefined ? [] : [packagesBeside(place.project), job.packages];
    const seen = [place.project, ...packages];
    const node = [
      await this.#installation.node(),
      '--permission',
      ...new Set([...seen, place.scratch, ...ours.folders, ...program.folders].map(mayRead)),
      // Who watches code of a project has it run in another thread.
      '--allow-worker',
      ...(profile === 'tool' ? toolMay(place.scratch) : []),
      ...nodeArguments(profile),
      ours.path,
    ];
    return runChild(limited(profile, uid, node), {
      order: { program: pathToFileURL(program.path).href, place, input, background },
      limits: limitsOf[profile],
      timeout,
      signal,
    });
  }
}

const mayRead = (path: string) => `--allow-fs-read=${path}`;

/** What the untrusted may not. They may write nothing at all: nothing here could bound how much. */
function toolMay(scratch: string): string[] {
  return [`--allow-fs-write=${scratch}`, '--allow-child-process', '--allow-addons'];
}

/** Puts a command under the limits that the system has programs for: Linux, mostly. */
function limited(profile: SandboxJob['profile'], uid: number | undefined, command: readonly string[]): Command {
  const [prlimit, setpriv] = [systemProgram('prlimit'), systemProgram('setpriv')];
  const [file = '', ...args] = [
    ...(setpriv === undefined ? [] : [setpriv, '--no-new-privs', '--pdeathsig', 'KILL', '--']),
    ...(prlimit === undefined ? [] : [prlimit, ...resourceLimits(profile, { processes: uid !== undefined }), '--']),
    ...command,
  ];
  return { file, args, uid };
}
