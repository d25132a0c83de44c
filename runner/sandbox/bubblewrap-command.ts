import { bubblewrapArguments, type Inside } from './bubblewrap-arguments.ts';
import type { Bind } from './module-folders.ts';
import { reachableByAll, readableByAll } from './readable-by-all.ts';

import { seccompFilter } from './seccomp-filter.ts';
import { type Command, startDescriptors } from './started-child.ts';
import type { SystemParts } from './system-parts.ts';
import { systemProgram } from './system-programs.ts';

/**
 * How to start a child under bubblewrap, which another user than root starts: `uid` when we are root.
 *
 * That user must get to the folders that it binds, and bubblewrap follows their paths as that user. Where a folder above
 * them is closed to others, as root's home is, root first makes a view of the file system for this child alone, in
 * which they are in an open place.
 * @throws {Error} when that user may not read what it gets to
 */
export function bubblewrapCommand(
  parts: SystemParts,
  { uid, ...rest }: Omit<Inside, 'nodeBinary'> & { uid: number | undefined },
): Command {
  const seccomp = seccompFilter(rest.profile, parts.architecture);
  const direct = { ...rest, nodeBinary: process.execPath };
  const ofHost = [process.execPath, ...rest.binds.map(({ from }) => from)];
  for (const path of uid === undefined ? [] : ofHost) {
    if (!readableByAll(path)) throw new Error(`${path} is not readable by the user that children run as`);
  }
  const reachable = uid === undefined || ofHost.every(reachableByAll);
  const info = ['--info-fd', String(startDescriptors.info)];
  if (reachable) return { file: parts.bwrap, args: [...info, ...bubblewrapArguments(parts, direct)], uid, seccomp };

  const setpriv = systemProgram('setpriv');
  if (setpriv === undefined) throw new Error('util-linux is not installed');
  const staged = (path: string) => `${stageFolder}/${ofHost.indexOf(path)}`;
  const shown: Bind[] = ofHost.map((path) => ({ from: path, to: staged(path) }));
  const binds = rest.binds.map(({ from, to }) => ({ from: staged(from), to }));
  return {
    file: parts.bwrap,
    args: [
      ...['--dev-bind', '/', '/', '--tmpfs', stageFolder, ...info],
      // The view's bubblewrap has no right to kill another user's process, so that its own end would not be the child's:
      // the end of a namespace of theirs is, whoever they are.
      ...['--unshare-pid', '--die-with-parent'],
      ...shown.flatMap(({ from, to }) => ['--ro-bind', from, to]),
      ...['--', setpriv, `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--inh-caps=-all', '--'],
      ...[parts.bwrap, ...bubblewrapArguments(parts, { ...rest, binds, nodeBinary: staged(process.execPath) })],
    ],
    seccomp,
  };
}

/** Covered in that view only. Nothing of the system's own parts is in there. */
const stageFolder = '/tmp';
