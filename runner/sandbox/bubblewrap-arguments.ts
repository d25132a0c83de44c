import type { SandboxJob } from '../../kernel/sandbox.ts';
import { limitsOf } from './limits.ts';
import type { Bind } from './module-folders.ts';
import { resourceLimits } from './resource-limits.ts';
import { startDescriptors } from './started-child.ts';
import type { SystemParts } from './system-parts.ts';

export interface Inside {
  profile: SandboxJob['profile'];
  /** What is seen read-only besides the system's parts: our modules. */
  binds: readonly Bind[];
  /** The same, of the project: its files, and packages. */
  project: readonly Bind[];
  /** What may have gone in the meantime. */
  optional?: readonly Bind[];
  /** What it may write to: in a rehearsal only. */
  writable?: readonly Bind[];
  /** The folder to write to; where there is none, only tools get one. */
  scratch?: string;
  nodeBinary: string;
  /** Node's flags and the module to run, as the child sees it. */
  node: readonly string[];
}

const ownNode = '/bin/node';
const ownPrlimit = '/bin/prlimit';

/** Path of the writable folder, as the child sees it. */
export const scratchInside = '/tmp';

/**
 * The arguments of bwrap(1) for one child.
 * https://github.com/containers/bubblewrap/blob/v0.8.0/bwrap.xml
 */
export function bubblewrapArguments(
  parts: SystemParts,
  { profile, binds, project, optional = [], writable = [], scratch, nodeBinary, node }: Inside,
): string[] {
  const readOnly = (from: string, to: string) => ['--ro-bind', from, to];
  const device = (path: string) => ['--dev-bind', path, path];
  return [
    ...['user', 'pid', 'net', 'ipc', 'uts', 'cgroup'].map((namespace) => `--unshare-${namespace}`),
    ...['--hostname', 'sandbox', '--disable-userns'],
    ...['--uid', '65534', '--gid', '65534', '--cap-drop', 'ALL'],
    // The child is process 1 of its namespace: when it dies, or we do, the kernel ends all that are in there.
    ...['--new-session', '--die-with-parent', '--as-pid-1', '--clearenv'],
    ...['--seccomp', String(startDescriptors.seccomp)],
    ...parts.libraries.flatMap((path) => readOnly(path, path)),
    ...readOnly(nodeBinary, ownNode),
    ...readOnly(parts.prlimit, ownPrlimit),
    ...[...binds, ...project].flatMap(({ from, to }) => readOnly(from, to)),
    ...optional.flatMap(({ from, to }) => ['--ro-bind-try', from, to]),
    ...writable.flatMap(({ from, to }) => ['--bind', from, to]),
    // No --dev: its /dev/shm is a writable folder without a limit.
    ...device('/dev/null'),
    ...device('/dev/urandom'),
    // TypeScript's binary finds its own libraries through /proc/self/exe.
    ...(profile === 'tool' ? ['--proc', '/proc'] : []),
    ...(scratch === undefined ? ownScratch(profile) : ['--bind', scratch, scratchInside]),
    // The root itself is a file system in memory, without a limit.
    ...['--remount-ro', '/', '--chdir', '/', '--'],
    // Inside, for the number of processes is to be counted in the child's own user namespace.
    ...[ownPrlimit, ...resourceLimits(profile, { processes: parts.countsByNamespace }), '--', ownNode, ...node],
  ];
}

/** Its size has a limit, and neither the number of files nor what can be run of them: that is for our own tools only. */
function ownScratch(profile: Inside['profile']): string[] {
  const { size } = limitsOf[profile].scratch;
  const closed = profile === 'untrusted' ? ['--remount-ro', scratchInside] : [];
  return ['--size', String(size), '--tmpfs', scratchInside, ...closed];
}
