import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dir } from 'tmp-promise';
import { reasonOf } from '../../kernel/errors.ts';
import type { Sandbox, SandboxJob, SandboxOutcome, SandboxPlace } from '../../kernel/sandbox.ts';
import { siblingModule } from '../../kernel/sibling-module.ts';
import { composeProject } from './compose-project.ts';
import { limitsOf } from './limits.ts';
import { moduleFolders } from './module-folders.ts';
import { type Command, runChild } from './run-child.ts';

const bootstrap = siblingModule(import.meta.url, 'bootstrap-program');

/**
 * Children under Node's permission model, for systems without bubblewrap. Node says of it that it "does not protect
 * against malicious code": it has no say over the network.
 * https://nodejs.org/docs/latest-v24.x/api/permissions.html
 */
export class PermissionModelSandbox implements Sandbox {
  readonly isolation = 'permission-model';
  readonly #folder: string;

  /** @param folder absolute path of the project */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async run(job: SandboxJob): Promise<SandboxOutcome> {
    try {
      const temporary = await dir({ prefix: 'service-sandbox-', unsafeCleanup: true });
      try {
        const place = { project: this.#folder, scratch: join(temporary.path, 'scratch') };
        await mkdir(place.scratch);
        if (job.overlay) {
          place.project = join(temporary.path, 'project');
          await mkdir(place.project);
          await composeProject(place.project, this.#folder, job.overlay);
        }
        return await runChild(this.#command(job, place), {
          order: { program: job.program.href, place, input: job.input },
          resultLimit: limitsOf[job.profile].result,
          timeout: job.timeout,
          signal: job.signal,
        });
      } finally {
        await temporary.cleanup();
      }
    } catch (error) {
      return { kind: 'ended', reason: reasonOf(error), output: '' };
    }
  }

  #command({ program, profile }: SandboxJob, { project, scratch }: SandboxPlace): Command {
    const readable = [project, scratch, ...moduleFolders(bootstrap), ...moduleFolders(program)];
    return {
      file: process.execPath,
      args: [
        '--permission',
        ...[...new Set(readable)].map((path) => `--allow-fs-read=${path}`),
        `--allow-fs-write=${scratch}`,
        ...(profile === 'tool' ? ['--allow-child-process', '--allow-addons', '--allow-worker'] : ['--no-addons']),
        '--disable-warning=SecurityWarning',
        `--max-old-space-size=${limitsOf[profile].heap}`,
        fileURLToPath(bootstrap),
      ],
    };
  }
}
