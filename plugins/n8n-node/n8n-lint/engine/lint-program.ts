import { symlinkSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, parse } from 'node:path';
import type { SandboxFolders, SandboxProgram } from '../../../../kernel/index.ts';
import { kitOf } from '../../n8n/kit-folder.ts';
import { eachInTime, isStarved } from '../../sandbox/each-in-time.ts';
import type { LintFinding, LintOutput } from './lint-output.ts';
import { LintThread, tooLong, usualLimits } from './lint-thread.ts';
import { packFindings } from './pack-findings.ts';
import { startLinter } from './start-linter.ts';

export interface LintInput {
  /** The files to lint, relative to the project, with `/`. */
  files: readonly string[];
  /** Uses TypeScript's parser: the native one crashes for sources that are nested too deeply. */
  careful?: boolean;
}

/** A thread compiles the rules again, which takes as much processor time as linting hundreds of files. */
const filesPerThread = 1000;

/** Lints files of the project with n8n's own rules; see flat-config.ts. */
const lintProgram: SandboxProgram<LintInput, LintOutput> = async (place, { files, careful = false }) => {
  const folder = folderOf(place);
  const kit = kitOf(place);
  const found = new Map<string, LintFinding[]>();
  const queue = new Set(files);
  const threads = Math.min(availableParallelism(), Math.ceil(files.length / filesPerThread));
  // A file that crashes the process is linted in a second, careful run.
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

/** Lints in this thread; returns false when a file takes too long, with the other files still in the queue. */
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
      // A linter that was interrupted must not be used again. The rest is for a thread, whose processor time can be
      // measured per file.
      late: (file, _error, spent) => {
        if (!isStarved(spent)) {
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
 * The rules search for the manifest in the parent folders of a file, but not in a folder in the root of the file system:
 * such a project is linked one level deeper.
 */
function folderOf({ project, scratch }: SandboxFolders): string {
  const { dir, root } = parse(project);
  if (dir !== root) return project;
  const link = join(scratch, 'project');
  symlinkSync(project, link);
  return link;
}
