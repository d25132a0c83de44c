import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { reasonOf, ServiceError, serviceError } from '../../kernel/errors.ts';
import type { Sandbox } from '../../kernel/sandbox.ts';
import { siblingModule } from '../../kernel/sibling-module.ts';
import { isMachineFault, MachineFault, saysMachineFault } from '../machine-fault.ts';
import { BubblewrapSandbox } from './bubblewrap.ts';
import { withChildrenFolder } from './children-folder.ts';
import { type CompileCache, openCompileCache } from './compile-cache.ts';
import { Installation } from './installation.ts';
import { PermissionModelSandbox } from './permission-model.ts';
import { QueuedSandbox } from './queued-sandbox.ts';
import { findSystemParts, type SystemParts } from './system-parts.ts';

/** How children that read a project's code or configuration are kept from everything else. */
export interface Isolation {
  readonly name: 'bubblewrap' | 'permission-model';
  /** Why it is not bubblewrap, to be logged and shown. */
  readonly note?: string;
  /** What children under bubblewrap are made of: another process of ours need not find it out again. */
  readonly parts?: SystemParts;
  /**
   * A sandbox whose children see this project, read-only. `folder` is absolute and stays as it is meanwhile. Where we are
   * root, children are other users: a folder that all may enter (0755) with files that all may read (0644) is used as it
   * is; of one that is closed each run gets a copy.
   */
  sandbox(project: { folder: string }): Sandbox;
  /** Removes what was made for all sandboxes together. */
  close?(): Promise<void>;
}

/** Seconds for the first child: a machine may be busy. */
const patience = 20;

/** A folder to stand for a project. */
const ours = fileURLToPath(new URL('.', import.meta.url));

let probed: Promise<SystemParts> | undefined;
let probedThoroughly: Promise<SystemParts> | undefined;

/**
 * Picks how children are isolated: bubblewrap where it works, Node's permission model elsewhere.
 * @param options.prefer takes this one, or fails
 * @param options.thorough runs a program too, with each profile: for processes that go on for long. Tools need a `/proc`,
 * which containers commonly do not allow.
 * @throws {ServiceError} ISOLATION_UNAVAILABLE when bubblewrap is asked for and does not work here
 */
export async function chooseIsolation({
  prefer,
  thorough = false,
}: {
  prefer?: Isolation['name'];
  thorough?: boolean;
} = {}): Promise<Isolation> {
  if (prefer === 'permission-model') return permissionModel(noteOn('it was not asked for'));
  probed ??= findSystemParts().then(started);
  if (thorough) probedThoroughly ??= probed.then(probedWithBoth);
  try {
    const parts = await ((thorough && probedThoroughly) || probed);
    return await bubblewrap(parts);
  } catch (error) {
    // Isolation is not given up for what another program has taken for a moment.
    if (isMachineFault(error)) throw error;
    const reason = reasonOf(error);
    if (prefer === 'bubblewrap') throw serviceError('ISOLATION_UNAVAILABLE', { isolation: prefer, reason });
    return permissionModel(noteOn(reason));
  }
}

/** The isolation that another process of ours has chosen, as it is: nothing else is taken where it fails. */
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
      const outcome = await new BubblewrapSandbox(parts, empty).rehearse(job, into);
      return outcome.kind === 'done';
    }),
  );
}

/**
 * Whether Node starts under bubblewrap, if not with mounts of our own then without. Whoever waits for that has a run to
 * get on with.
 */
async function started(parts: SystemParts): Promise<SystemParts> {
  const said = await new BubblewrapSandbox(parts, ours).start('untrusted', patience);
  if (said === undefined) return parts;
  if (saysMachineFault(said) && (await namespacesAllowed())) throw new MachineFault(notStarted(said).message);
  if (parts.mounts) return started({ ...parts, mounts: undefined });
  throw notStarted(said);
}

/** A machine on which nobody may make any says that it has no room for one. */
async function namespacesAllowed(): Promise<boolean> {
  const most = await readFile('/proc/sys/user/max_user_namespaces', 'utf8').catch(() => '');
  return most.trim() !== '0';
}

/** Whether a program really comes up, with either profile. */
async function probedWithBoth(parts: SystemParts): Promise<SystemParts> {
  const program = siblingModule(import.meta.url, 'probe-program');
  const sandbox = new BubblewrapSandbox(parts, ours);
  for (const profile of ['untrusted', 'tool'] as const) {
    const said = await sandbox
      .run({ program, input: null, profile, timeout: patience })
      .then(({ kind }) => (kind === 'done' ? undefined : kind), whatItSaid);
    if (said === undefined) continue;
    if (saysMachineFault(said)) throw new MachineFault(said);
    throw notStarted(said, profile === 'tool' ? ' with a /proc of its own' : '');
  }
  return parts;
}

/** More than what is told of it to others than the operator. */
function whatItSaid(error: unknown): string {
  return error instanceof ServiceError && typeof error.cause === 'string' ? error.cause : reasonOf(error);
}

function notStarted(said: string, which = ''): Error {
  return new Error(`it could not start a process${which} (${said})`);
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
