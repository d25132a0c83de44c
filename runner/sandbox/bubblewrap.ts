import { pathToFileURL } from 'node:url';
import { reasonOf } from '../../kernel/errors.ts';
import type { Sandbox, SandboxJob, SandboxOutcome } from '../../kernel/sandbox.ts';
import { siblingModule } from '../../kernel/sibling-module.ts';
import { scratchInside } from './bubblewrap-arguments.ts';
import { bubblewrapCommand } from './bubblewrap-command.ts';
import { limitsOf } from './limits.ts';
import { type Bind, moduleFolders } from './module-folders.ts';
import { nodeArguments } from './node-arguments.ts';
import { ProjectView } from './project-view.ts';
import { runChild } from './run-child.ts';
import type { SystemParts } from './system-parts.ts';
import { inSlot } from './user-slots.ts';

const bootstrap = siblingModule(import.meta.url, 'bootstrap-program');

/** The paths that a child sees: no name of the host among them. */
const inside = { ours: '/service', others: '/program', project: '/project' };

/** Children in namespaces of their own, made by bubblewrap: Linux. */
export class BubblewrapSandbox implements Sandbox {
  readonly isolation = 'bubblewrap';
  readonly #parts: SystemParts;
  readonly #project: ProjectView;

  /** @param folder absolute path of the project */
  constructor(parts: SystemParts, folder: string) {
    this.#parts = parts;
    this.#project = new ProjectView(folder, 'bind');
  }

  async run(job: SandboxJob): Promise<SandboxOutcome> {
    try {
      return await inSlot((uid) =>
        this.#project.with({ overlay: job.overlay, byOthers: uid !== undefined }, (folder, within) =>
          this.#run(job, uid, [
            { from: folder, to: inside.project },
            ...within.map(({ from, to }) => ({ from, to: `${inside.project}/${to}` })),
          ]),
        ),
      );
    } catch (error) {
      return { kind: 'ended', reason: reasonOf(error), output: '' };
    }
  }

  async #run(
    { program, input, profile, timeout, signal }: SandboxJob,
    uid: number | undefined,
    project: readonly Bind[],
  ): Promise<SandboxOutcome> {
    const ours = moduleFolders(bootstrap, inside.ours);
    const near = moduleFolders(program, inside.ours);
    const modules = near.home === ours.home ? near : moduleFolders(program, inside.others);
    const binds = new Map([...ours.binds, ...modules.binds].map((bind) => [bind.to, bind]));
    const command = await bubblewrapCommand(this.#parts, {
      profile,
      uid,
      binds: [...binds.values(), ...project],
      node: [...nodeArguments(profile), ours.inside(bootstrap)],
    });
    return runChild(command, {
      order: {
        program: pathToFileURL(modules.inside(program)).href,
        place: { project: inside.project, scratch: scratchInside },
        input,
      },
      resultLimit: limitsOf[profile].result,
      timeout,
      signal,
    });
  }
}
