import { symlinkSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, parse } from 'node:path';
import type { SandboxFolders, SandboxProgram } from '../../../../kernel/index.ts';
import { kitOf } from '../../n8n/kit-folder.ts';
import { eachInTime } from '../../sandbox/each-in-time.ts';
import type { LintFinding, LintOutput } from './lint-output.ts';
import { LintThread, tooLong, usualLimits } from './lint-thread.ts';
import { packFindings } from './pack-findings.ts';
import { startLinter } from './start-linter.ts';

export interface LintInput {
  /** What to lint, relative to the project, with `/`. */
  files: readonly string[];
  /** Without the native parser, which a source nested too deeply makes crash. */
  careful?: boolean;
}

/** A thread compiles the rules anew, and as much processor time goes into that as into linting hundreds of files. */
const filesPerThread = 1000;

/** Lints files of the project with n8n's own rules; see flat-config.ts. */
const lintProgram: SandboxProgram<LintInput, LintOutput> = async (place, { files, careful = false }) => {
  const folder = folderOf(place);
  const kit = kitOf(place);
  const found = new Map<string, LintFinding[]>();
  const queue = new Set(files);
  const threads = Math.min(availableParallelism(), Math.ceil(files.length / filesPerThread));
  // A file on which the process dies is for the second, careful run.
  if (threads === 1 && !careful && (await lintAllHere({ folder, kit, queue, found }))) return packed(files, found);
  const lintQueue = async () => {
    let thread = await LintThread.start({ folder, kit, careful });
    for (const file of queue) {
      queue.delete(file);
      if (thread.dead) thread = await LintThread.start({ folder, kit, careful });
      found.set(file, await thread.lint(file));
    }
    await thread.finish();
  };
  await Promise.all(Array.from({ length: Math.max(1, threads) }, lintQueue));
  return packed(files, found);
};
export default lintProgram;

/** Lints without a thread of its own. false when a file took too long: then the rest is left in the queue. */
async function lintAllHere(work: {
  folder: string;
  kit: string;
  queue: Set<string>;
  found: Map<string, LintFinding[]>;
}): Promise<boolean> {
  const { folder, kit, queue, found } = work;
  const { seconds } = usualLimits;
  const lint = await startLinter({ folder, kit, careful: false });
  let ended = true;
  eachInTime(
    queue,
    { each: seconds * 1000, all: Number.POSITIVE_INFINITY },
    {
      work: (file) => {
        found.set(file, lint(file));
        queue.delete(file);
      },
      // A linter that was stopped in the middle must not be used again: what is left is for a thread, which can tell how
      // much of its time a file has had.
      late: (file, _error, starved) => {
        if (!starved) {
          found.set(file, [tooLong(file, seconds)]);
          queue.delete(file);
        }
        ended = false;
        return 'stop';
      },
    },
  );
  return ended;
}

function packed(files: readonly string[], found: ReadonlyMap<string, readonly LintFinding[]>): LintOutput {
  return packFindings(files.flatMap((file) => found.get(file) ?? []));
}

/**
 * The rules look for the manifest in the folders above a file and stop short of a folder that lies in the root of the
 * file system: a project there is shown to them through a link one level deeper.
 */
function folderOf({ project, scratch }: SandboxFolders): string {
  const { dir, root } = parse(project);
  if (dir !== root) return project;
  const link = join(scratch, 'project');
  symlinkSync(project, link);
  return link;
}
