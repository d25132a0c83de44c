import { dirname, relative } from 'node:path';
import { bubblewrapArguments, type SandboxView } from './bubblewrap-arguments.ts';
import { hostViewArguments, scratchStaged, stageFolder } from './host-view.ts';
import { limitsOf } from './limits.ts';
import type { Bind } from './module-folders.ts';
import { reachableByAll, readableByAll } from './readable-by-all.ts';
import { seccompFilter } from './seccomp-filter.ts';
import { type Command, startDescriptors } from './started-child.ts';
import type { SystemParts } from './system-parts.ts';
import { setprivCommand } from './system-programs.ts';

/** What the process sees, and the user to run it as when we are root. */
type CommandOptions = Omit<SandboxView, 'nodeBinary' | 'scratch'> & { uid: number | undefined };

/** Root in a user namespace: privileged over its own mounts only. */
const namespaceRoot = [
  ...['--unshare-user', '--uid', '0', '--gid', '0', '--cap-add', 'CAP_SYS_ADMIN', '--cap-add', 'CAP_SETFCAP'],
  // Saves a process. Not when the command switches the user, which clears the parent-death signal.
  '--as-pid-1',
];
const info = ['--info-fd', String(startDescriptors.info)];

/**
 * The command that starts a process under bubblewrap, as the user `uid` when we are root. If mounts with special options are
 * needed, an outer bubblewrap prepares them: see `hostViewArguments`.
 *
 * That user must be able to reach the mounted folders. If a folder above them is closed to other users, as root's home is,
 * the outer bubblewrap runs as root.
 * @throws {Error} when that user may not read a mounted folder
 */
export function bubblewrapCommand(parts: SystemParts, { uid, ...wanted }: CommandOptions): Command {
  const seccomp = seccompFilter(wanted.profile, parts.architecture);
  const sources = [process.execPath, ...[...wanted.binds, ...wanted.project].map(({ from }) => from)];
  for (const path of uid === undefined ? [] : sources) {
    if (!readableByAll(path)) throw new Error(`${path} is not readable for the user of sandboxed processes`);
  }
  const reachable = uid === undefined || sources.every(reachableByAll);
  if (reachable && !parts.mounts) {
    const args = [...info, ...bubblewrapArguments(parts, { ...wanted, nodeBinary: process.execPath })];
    return { file: parts.bwrap, args, uid, seccomp };
  }
  const nodeBinary = `${stageFolder}/node`;
  const ours = stagedBinds(wanted.binds, `${stageFolder}/ours`);
  const optional = stagedBinds(wanted.optional ?? [], `${stageFolder}/optional`);
  const writable = stagedBinds(wanted.writable ?? [], `${stageFolder}/writable`);
  const project = stagedFolders(wanted.project, `${stageFolder}/project`);
  const inside: SandboxView = {
    ...wanted,
    nodeBinary,
    binds: ours.inside,
    project: project.inside,
    optional: optional.inside,
    writable: writable.inside,
    ...(parts.mounts && { scratch: scratchStaged }),
  };
  const args = hostViewArguments({
    shown: [{ from: process.execPath, to: nodeBinary }, ...ours.shown, ...(parts.mounts ? [] : project.shown)],
    optional: optional.shown,
    writable: writable.shown,
    mounts: parts.mounts && { programs: parts.mounts, scratch: limitsOf[wanted.profile].scratch, inert: project.shown },
    more: [...info, ...(reachable ? namespaceRoot : [])],
    command: [...(reachable ? [] : switchUser(uid)), parts.bwrap, ...bubblewrapArguments(parts, inside)],
  });
  return { file: parts.bwrap, args, uid: reachable ? uid : undefined, seccomp };
}

/** The outer bubblewrap cannot signal processes of another user; the end of its PID namespace kills them. */
function switchUser(uid: number): string[] {
  const command = setprivCommand([`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--inh-caps=-all']);
  if (command.length === 0) throw new Error('util-linux is not installed');
  return command;
}

/** Binds in two steps: into a stage folder of the outer sandbox, and from there into the inner one. */
interface StagedBinds {
  shown: readonly Bind[];
  inside: readonly Bind[];
}

/** Stages each bind separately. @param stage path in the outer sandbox, to which a number is appended */
function stagedBinds(binds: readonly Bind[], stage: string): StagedBinds {
  return {
    shown: binds.map(({ from }, index) => ({ from, to: `${stage}${index}` })),
    inside: binds.map(({ to }, index) => ({ from: `${stage}${index}`, to })),
  };
}

/** Stages siblings together through their parent folder, which is not visible in the inner sandbox. */
function stagedFolders(binds: readonly Bind[], stage: string): StagedBinds {
  const siblings = Map.groupBy(binds, ({ from }) => dirname(from));
  const folderOf = (from: string) => ((siblings.get(dirname(from)) ?? []).length > 1 ? dirname(from) : from);
  const folders = [...new Set(binds.map(({ from }) => folderOf(from)))];
  return {
    shown: folders.map((from, index) => ({ from, to: `${stage}${index}` })),
    inside: binds.map(({ from, to }) => {
      const folder = folderOf(from);
      const within = relative(folder, from);
      return { from: `${stage}${folders.indexOf(folder)}${within && `/${within}`}`, to };
    }),
  };
}
