import { bubblewrapArguments, type Inside } from './bubblewrap-arguments.ts';
import { hostViewArguments, scratchStaged, stageFolder } from './host-view.ts';
import { limitsOf } from './limits.ts';
import { reachableByAll, readableByAll } from './readable-by-all.ts';
import { seccompFilter } from './seccomp-filter.ts';
import { stagedBinds, stagedFolders } from './staged-binds.ts';
import { type Command, startDescriptors } from './started-child.ts';
import type { SystemParts } from './system-parts.ts';
import { systemProgram } from './system-programs.ts';

/** What the child sees, and the user to start it as, when we are root. */
type Wanted = Omit<Inside, 'nodeBinary' | 'scratch'> & { uid: number | undefined };

/** Root over its own mounts, and over nothing else. */
const ownRoot = [
  ...['--unshare-user', '--uid', '0', '--gid', '0', '--cap-add', 'CAP_SYS_ADMIN', '--cap-add', 'CAP_SETFCAP'],
  // One process less; not where the next one becomes another user, and so forgets that it dies with its parent.
  '--as-pid-1',
];
const info = ['--info-fd', String(startDescriptors.info)];

/**
 * How to start a child under bubblewrap, which another user than root starts: `uid` when we are root. It sees what there
 * is by way of a view of the host's files: see `hostViewArguments`.
 *
 * That user must get to the folders that the view shows. Where a folder above them is closed to others, as root's home
 * is, root makes the view.
 * @throws {Error} when that user may not read what it gets to
 */
export function bubblewrapCommand(parts: SystemParts, { uid, ...wanted }: Wanted): Command {
  const seccomp = seccompFilter(wanted.profile, parts.architecture);
  const ofHost = [process.execPath, ...[...wanted.binds, ...wanted.project].map(({ from }) => from)];
  for (const path of uid === undefined ? [] : ofHost) {
    if (!readableByAll(path)) throw new Error(`${path} is not readable by the user that children run as`);
  }
  const reachable = uid === undefined || ofHost.every(reachableByAll);
  if (reachable && !parts.mounts) {
    const args = [...info, ...bubblewrapArguments(parts, { ...wanted, nodeBinary: process.execPath })];
    return { file: parts.bwrap, args, uid, seccomp };
  }
  const nodeBinary = `${stageFolder}/node`;
  const ours = stagedBinds(wanted.binds, `${stageFolder}/ours`);
  const optional = stagedBinds(wanted.optional ?? [], `${stageFolder}/optional`);
  const writable = stagedBinds(wanted.writable ?? [], `${stageFolder}/writable`);
  const project = stagedFolders(wanted.project, `${stageFolder}/project`);
  const inside: Inside = {
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
    more: [...info, ...(reachable ? ownRoot : [])],
    command: [...(reachable ? [] : become(uid)), parts.bwrap, ...bubblewrapArguments(parts, inside)],
  });
  return { file: parts.bwrap, args, uid: reachable ? uid : undefined, seccomp };
}

/** The view's bubblewrap has no right to kill another user's process: the end of its namespace does. */
function become(uid: number): string[] {
  const setpriv = systemProgram('setpriv');
  if (setpriv === undefined) throw new Error('util-linux is not installed');
  return [setpriv, `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--inh-caps=-all', '--'];
}
