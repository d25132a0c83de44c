import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { reasonOf, ServiceError, serviceError } from '../../kernel/errors.ts';
import type { Sandbox } from '../../kernel/sandbox.ts';
import { siblingModule } from '../../kernel/sibling-module.ts';
import { isMachineError, MachineError, reportsMachineError } from '../machine-error.ts';
import { BubblewrapSandbox } from './bubblewrap.ts';
import { withChildrenFolder } from './children-folder.ts';
import { type CompileCache, openCompileCache } from './compile-cache.ts';
import { Installation } from './installation.ts';
import { PermissionModelSandbox } from './permission-model.ts';
import { QueuedSandbox } from './queued-sandbox.ts';
import { findSystemParts, type SystemParts } from './system-parts.ts';

/** How programs that read code or configuration of a project are isolated. */
export interface Isolation {
  readonly name: 'bubblewrap' | 'permission-model';
  /** Why bubblewrap is not used; logged and shown. */
  readonly note?: string;
  /** What bubblewrap needs, to hand on to other processes of ours. */
  readonly parts?: SystemParts;
  /**
   * Creates a sandbox for programs that read this project. `folder` is absolute and must not change meanwhile. As root,
   * programs run as other users: a folder that is readable for all (0755, files 0644) is used directly, any other one is
   * copied for each program. It may be a promise: until it resolves, programs see an empty folder.
   */
  sandbox(project: { folder: string | Promise<string> }): Sandbox;
  /** Removes what all sandboxes share. */
  close?(): Promise<void>;
}

/** Seconds; generous, because the machine may be busy. */
const probeTimeout = 20;

/** Stands in for a project in probes. */
const ownFolder = fileURLToPath(new URL('.', import.meta.url));

let probed: Promise<SystemParts> | undefined;
let probedThoroughly: Promise<SystemParts> | undefined;

/**
 * Chooses the isolation: bubblewrap if it works, else Node's permission model.
 * @param options.prefer uses this one, or fails
 * @param options.thorough also runs a program with each profile, for long-lived processes. Tools need `/proc`, which
 * containers often do not allow to mount.
 * @throws {ServiceError} ISOLATION_UNAVAILABLE when bubblewrap is preferred and does not work
 */
export async function chooseIsolation({
  prefer,
  thorough = false,
}: {
  prefer?: Isolation['name'];
  thorough?: boolean;
} = {}): Promise<Isolation> {
  if (prefer === 'permission-model') return permissionModel(noteOn('the permission model was selected'));
  probed ??= findSystemParts().then(started);
  if (thorough) probedThoroughly ??= probed.then(probedWithBoth);
  try {
    const parts = await ((thorough && probedThoroughly) || probed);
    return await bubblewrap(parts);
  } catch (error) {
    // A temporary lack of resources must not weaken the isolation.
    if (isMachineError(error)) throw error;
    const reason = reasonOf(error);
    if (prefer === 'bubblewrap') throw serviceError('ISOLATION_UNAVAILABLE', { isolation: prefer, reason });
    return permissionModel(noteOn(reason));
  }
}

/** The isolation that another process of ours has chosen, without a fallback. */
export function isolationAs(chosen: { parts: SystemParts } | { note: string }): Isolation | Promise<Isolation> {
  return 'parts' in chosen ? bubblewrap(chosen.parts) : permissionModel(chosen.note);
}

async function bubblewrap(parts: SystemParts): Promise<Isolation> {
  const compiled = await openCompileCache(process.env);
  return {
    name: 'bubblewrap',
    parts,
    sandbox: ({ folder }) => new QueuedSandbox(new BubblewrapSandbox(parts, folder, compiled)),
    close: () => fillCompileCache(parts, compiled),
  };
}

async function fillCompileCache(parts: SystemParts, compiled: CompileCache | undefined): Promise<void> {
  await compiled?.fill((job, into) =>
    withChildrenFolder(async (empty) => {
      const outcome = await new BubblewrapSandbox(parts, empty).warmUp(job, into);
      return outcome.kind === 'done';
    }),
  );
}

/**
 * Checks that Node starts under bubblewrap, without special mounts if these do not work. Fast, because a run waits for it.
 */
async function started(parts: SystemParts): Promise<SystemParts> {
  const error = await new BubblewrapSandbox(parts, ownFolder).start('untrusted', probeTimeout);
  if (error === undefined) return parts;
  if (reportsMachineError(error) && (await namespacesAllowed())) throw new MachineError(notStarted(error).message);
  if (parts.mounts) return started({ ...parts, mounts: undefined });
  throw notStarted(error);
}

/** Where user namespaces are disabled, the kernel reports a lack of space. */
async function namespacesAllowed(): Promise<boolean> {
  const max = await readFile('/proc/sys/user/max_user_namespaces', 'utf8').catch(() => '');
  return max.trim() !== '0';
}

/** Checks that a program runs with and without its own /proc. */
async function probedWithBoth(parts: SystemParts): Promise<SystemParts> {
  const program = siblingModule(import.meta.url, 'probe-program');
  const sandbox = new BubblewrapSandbox(parts, ownFolder);
  for (const profile of ['untrusted', 'tool'] as const) {
    const error = await sandbox
      .run({ program, input: null, profile, timeout: probeTimeout })
      .then(({ kind }) => (kind === 'done' ? undefined : kind), detailsOf);
    if (error === undefined) continue;
    if (reportsMachineError(error)) throw new MachineError(error);
    throw notStarted(error, profile === 'tool' ? ' with its own /proc' : '');
  }
  return parts;
}

/** The cause of an error, which only the operator may see. */
function detailsOf(error: unknown): string {
  return error instanceof ServiceError && typeof error.cause === 'string' ? error.cause : reasonOf(error);
}

function notStarted(output: string, which = ''): Error {
  return new Error(`it could not start a process${which} (${output})`);
}

function noteOn(reason: string): string {
  return `bubblewrap is not used: ${reason}. Node's permission model does not protect against malicious code.`;
}

function permissionModel(note: string): Isolation {
  const installation = new Installation();
  return {
    name: 'permission-model',
    note,
    sandbox: ({ folder }) => new QueuedSandbox(new PermissionModelSandbox(installation, folder)),
    close: () => installation.close(),
  };
}
