import { chown } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Sandbox, SandboxFolders, SandboxJob, SandboxOutcome } from '../../kernel/sandbox.ts';
import { siblingModule } from '../../kernel/sibling-module.ts';
import { withChildrenFolder } from './children-folder.ts';
import type { Installation } from './installation.ts';
import { limitsOf } from './limits.ts';
import { nodeArguments } from './node-arguments.ts';
import { ProjectView, packagesFolderOf } from './project-view.ts';
import { resourceLimits } from './resource-limits.ts';
import { runChild } from './run-child.ts';
import { outcomeOfStartFailure } from './start-failure.ts';
import type { Command } from './started-child.ts';
import { setprivCommand, systemProgram } from './system-programs.ts';
import { inSlot } from './user-slots.ts';

const bootstrap = siblingModule(import.meta.url, 'bootstrap-program');

/**
 * Runs programs under Node's permission model, where bubblewrap does not work. As Node's documentation says, it "does not
 * protect against malicious code": it does not restrict the network, and any hole in Node is a hole in the sandbox.
 * https://nodejs.org/docs/latest-v24.x/api/permissions.html
 */
export class PermissionModelSandbox implements Sandbox {
  readonly isolation = 'permission-model';
  readonly #installation: Installation;
  readonly #project: ProjectView;

  /** @param folder absolute path of the project; see `Isolation.sandbox` */
  constructor(installation: Installation, folder: string | Promise<string>) {
    this.#installation = installation;
    this.#project = new ProjectView(folder, 'path');
  }

  async run(job: SandboxJob): Promise<SandboxOutcome> {
    try {
      return await inSlot((uid) =>
        this.#project.with(
          { overlay: job.overlay, packages: job.packages, byOthers: uid !== undefined },
          (project, _, filled) =>
            withChildrenFolder((scratch) =>
              this.#run(
                filled ? { ...job, input: filled.then(() => job.input) } : job,
                { project, scratch, ...(job.kit !== undefined && { kit: job.kit }) },
                uid,
              ),
            ),
        ),
      );
    } catch (error) {
      return outcomeOfStartFailure(error);
    }
  }

  async #run(job: SandboxJob, place: SandboxFolders, uid: number | undefined): Promise<SandboxOutcome> {
    const { input, background = false, profile, timeout, signal } = job;
    if (uid !== undefined) await chown(place.scratch, uid, uid);
    const ours = await this.#installation.modules(bootstrap);
    const program = await this.#installation.modules(job.program);
    const packages = job.packages === undefined ? [] : [packagesFolderOf(place.project), job.packages];
    const readable = [place.project, ...packages, ...(job.kit === undefined ? [] : [job.kit])];
    const node = [
      await this.#installation.node(),
      '--permission',
      ...new Set([...readable, place.scratch, ...ours.folders, ...program.folders].map(allowRead)),
      // Programs run code of the project in another thread, to watch it.
      '--allow-worker',
      ...(profile === 'tool' ? toolPermissions(place.scratch) : []),
      ...nodeArguments(profile),
      ours.path,
    ];
    return runChild(withResourceLimits(profile, uid, node), {
      request: { program: pathToFileURL(program.path).href, place, background },
      input,
      limits: limitsOf[profile],
      timeout,
      signal,
    });
  }
}

const allowRead = (path: string) => `--allow-fs-read=${path}`;

/** Untrusted programs get none of these; in particular they cannot write, because the amount cannot be limited here. */
function toolPermissions(scratch: string): string[] {
  return [`--allow-fs-write=${scratch}`, '--allow-child-process', '--allow-addons'];
}

/** Adds the resource limits that the system has programs for, mostly on Linux. */
function withResourceLimits(
  profile: SandboxJob['profile'],
  uid: number | undefined,
  command: readonly string[],
): Command {
  const prlimit = systemProgram('prlimit');
  const [file = '', ...args] = [
    ...setprivCommand(['--no-new-privs', '--pdeathsig', 'KILL']),
    ...(prlimit === undefined ? [] : [prlimit, ...resourceLimits(profile, { processes: uid !== undefined }), '--']),
    ...command,
  ];
  return { file, args, uid };
}
