import type { Bind } from './module-folders.ts';

/** Absolute paths of the system programs that create mounts. */
export interface MountPrograms {
  shell: string;
  mount: string;
}

interface HostView {
  /** Read-only mounts in addition to the host's own files. */
  shown: readonly Bind[];
  optional: readonly Bind[];
  writable: readonly Bind[];
  /** Additional arguments for bubblewrap. */
  more: readonly string[];
  /** Mounts with special options, where they work. */
  mounts: { programs: MountPrograms; scratch: { size: number; inodes: number }; inert: readonly Bind[] } | undefined;
  /** The command to start in the view. */
  command: readonly string[];
}

/** Replaced in the view only; contains no system files. */
export const stageFolder = '/tmp';
/** The scratch folder of the process. */
export const scratchStaged = `${stageFolder}/scratch`;

/** Arguments: mount options and path of the scratch folder, folders to make noexec, `--`, a command. */
const script = `set -e
"$0" -t tmpfs -o "$1" tmpfs "$2"
shift 2
while [ "$1" != -- ]; do
  "$0" -o remount,bind,ro,nosuid,nodev,noexec "$1"
  shift
done
shift
exec "$@"`;

/**
 * Arguments of bwrap(1) for an outer sandbox that prepares mounts for the inner one, which bubblewrap has no flags for: the
 * folders in `inert` are noexec, so that nothing in them can be executed or mapped as code, and the scratch folder has a
 * limited number of inodes, each of which takes kernel memory.
 */
export function hostViewArguments({ shown, optional, writable, more, mounts, command }: HostView): string[] {
  const { programs, scratch, inert } = mounts ?? {};
  const options = `nosuid,nodev,noexec,mode=0777,size=${scratch?.size},nr_inodes=${scratch?.inodes}`;
  return [
    // The end of a PID namespace kills all processes in it, of whichever user.
    ...['--unshare-pid', '--die-with-parent', '--dev-bind', '/', '/', '--tmpfs', stageFolder],
    ...more,
    ...shown.flatMap(({ from, to }) => ['--ro-bind', from, to]),
    ...optional.flatMap(({ from, to }) => ['--ro-bind-try', from, to]),
    ...writable.flatMap(({ from, to }) => ['--bind', from, to]),
    ...(programs && inert
      ? [
          ...inert.flatMap(({ from, to }) => ['--ro-bind', from, to]),
          ...['--dir', scratchStaged, '--', programs.shell, '-c', script, programs.mount, options, scratchStaged],
          ...[...inert.map(({ to }) => to), '--'],
        ]
      : ['--']),
    ...command,
  ];
}
