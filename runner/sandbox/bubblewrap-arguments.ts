import type { SandboxJob } from '../../kernel/sandbox.ts';
import { limitsOf } from './limits.ts';
import type { Bind } from './module-folders.ts';
import { resourceLimits } from './resource-limits.ts';
import { startDescriptors } from './started-child.ts';
import type { SystemParts } from './system-parts.ts';

/** What a sandboxed process sees and runs. */
export interface SandboxView {
  profile: SandboxJob['profile'];
  /** Read-only mounts of our modules. */
  binds: readonly Bind[];
  /** Read-only mounts of the project and its packages. */
  project: readonly Bind[];
  /** Read-only mounts whose source may have been removed. */
  optional?: readonly Bind[];
  /** Writable mounts, in a warm-up only. */
  writable?: readonly Bind[];
  /** A mounted scratch folder; without it, a tmpfs of its own is used. */
  scratch?: string;
  nodeBinary: string;
  /** Node's flags and the path of the module inside of the sandbox. */
  node: readonly string[];
}

const nodeInside = '/bin/node';
const prlimitInside = '/bin/prlimit';

/** Path of the scratch folder inside of the sandbox. */
export const scratchInside = '/tmp';

/**
 * The arguments of bwrap(1) for one sandboxed process.
 * https://github.com/containers/bubblewrap/blob/v0.8.0/bwrap.xml
 */
export function bubblewrapArguments(
  parts: SystemParts,
  { profile, binds, project, optional = [], writable = [], scratch, nodeBinary, node }: SandboxView,
): string[] {
  const readOnly = (from: string, to: string) => ['--ro-bind', from, to];
  const device = (path: string) => ['--dev-bind', path, path];
  return [
    ...['user', 'pid', 'net', 'ipc', 'uts', 'cgroup'].map((namespace) => `--unshare-${namespace}`),
    ...['--hostname', 'sandbox', '--disable-userns'],
    ...['--uid', '65534', '--gid', '65534', '--cap-drop', 'ALL'],
    // The process is PID 1 of its namespace: when it dies, or this process does, the kernel kills all processes in it.
    ...['--new-session', '--die-with-parent', '--as-pid-1', '--clearenv'],
    ...['--seccomp', String(startDescriptors.seccomp)],
    ...parts.libraries.flatMap((path) => readOnly(path, path)),
    ...readOnly(nodeBinary, nodeInside),
    ...readOnly(parts.prlimit, prlimitInside),
    ...[...binds, ...project].flatMap(({ from, to }) => readOnly(from, to)),
    ...optional.flatMap(({ from, to }) => ['--ro-bind-try', from, to]),
    ...writable.flatMap(({ from, to }) => ['--bind', from, to]),
    // No --dev: its /dev/shm is writable without a size limit.
    ...device('/dev/null'),
    ...device('/dev/urandom'),
    // TypeScript's binary finds its libraries through /proc/self/exe.
    ...(profile === 'tool' ? ['--proc', '/proc'] : []),
    ...(scratch === undefined ? scratchMount(profile) : ['--bind', scratch, scratchInside]),
    // The root is a tmpfs without a size limit.
    ...['--remount-ro', '/', '--chdir', '/', '--'],
    // prlimit runs inside, so that processes are counted in the user namespace of the sandbox.
    ...[prlimitInside, ...resourceLimits(profile, { processes: parts.countsByNamespace }), '--', nodeInside, ...node],
  ];
}

/** A tmpfs limits the size, but not the number of files or their execution: it is read-only for untrusted programs. */
function scratchMount(profile: SandboxView['profile']): string[] {
  const { size } = limitsOf[profile].scratch;
  const readOnly = profile !== 'tool' ? ['--remount-ro', scratchInside] : [];
  return ['--size', String(size), '--tmpfs', scratchInside, ...readOnly];
}
