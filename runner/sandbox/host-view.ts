import type { Bind } from './module-folders.ts';

/** Programs of the system that mounts are made with: absolute paths. */
export interface MountPrograms {
  shell: string;
  mount: string;
}

export interface HostView {
  /** What is shown besides the host's own files. */
  shown: readonly Bind[];
  optional: readonly Bind[];
  writable: readonly Bind[];
  /** More of bubblewrap's arguments. */
  more: readonly string[];
  /** What is mounted in it, where that works. */
  mounts: { programs: MountPrograms; scratch: { size: number; inodes: number }; inert: readonly Bind[] } | undefined;
  /** What is started in it. */
  command: readonly string[];
}

/** Covered in the view only. Nothing of the system's own parts is in there. */
export const stageFolder = '/tmp';
/** Where the folder that the child may write to is made. */
export const scratchStaged = `${stageFolder}/scratch`;

/** Its arguments: options and place of the scratch folder, folders, `--`, a command. */
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
 * Arguments of bwrap(1) for a view of the host's files that only the next bubblewrap sees: the one that makes the child. It
 * is there for mounts that bubblewrap has no flags for: of `inert` nothing can be run, nor mapped as code, and there is an
 * end to the number of files in the scratch folder, each of which takes memory of the kernel.
 */
export function hostViewArguments({ shown, optional, writable, more, mounts, command }: HostView): string[] {
  const { programs, scratch, inert } = mounts ?? {};
  const options = `nosuid,nodev,noexec,mode=0777,size=${scratch?.size},nr_inodes=${scratch?.inodes}`;
  return [
    // The end of a namespace is the end of all that is in it, whoever they are.
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
