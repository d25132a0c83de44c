import { fileURLToPath } from 'node:url';
import { reasonOf, serviceError } from '../../kernel/errors.ts';
import type { Sandbox, SandboxJob } from '../../kernel/sandbox.ts';
import { siblingModule } from '../../kernel/sibling-module.ts';
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

let probed: Promise<SystemParts> | undefined;
let probedForTools: Promise<SystemParts> | undefined;

/**
 * Picks how children are isolated: bubblewrap where it works, Node's permission model elsewhere.
 * @param options.prefer takes this one, or fails
 * @param options.thorough also tries the profile of tools, which needs a `/proc`: for processes that go on for long.
 * Containers commonly allow the one and not the other.
 * @throws {ServiceError} ISOLATION_UNAVAILABLE when bubblewrap is asked for and does not work here
 */
export async function chooseIsolation({
  prefer,
  thorough = false,
}: {
  prefer?: Isolation['name'];
  thorough?: boolean;
} = {}): Promise<Isolation> {
  if (prefer === 'permission-model') return permissionModel('it was not asked for');
  probed ??= findSystemParts().then((parts) => probe(parts, 'untrusted'));
  if (thorough) probedForTools ??= probed.then((parts) => probe(parts, 'tool'));
  try {
    const parts = await ((thorough && probedForTools) || probed);
    return bubblewrap(parts, { now: thorough });
  } catch (error) {
    const reason = reasonOf(error);
    if (prefer === 'bubblewrap') throw serviceError('ISOLATION_UNAVAILABLE', { isolation: prefer, reason });
    return permissionModel(reason);
  }
}

/** @param options.now compiles what is needed again as soon as it is known, else in the end */
async function bubblewrap(parts: SystemParts, { now }: { now: boolean }): Promise<Isolation> {
  const compiled = await openCompileCache(process.env);
  let filling: Promise<void> | undefined;
  const fill = () => {
    filling ??= fillCompileCache(parts, compiled).finally(() => {
      filling = undefined;
    });
    return filling;
  };
  return {
    name: 'bubblewrap',
    sandbox: ({ folder }) => {
      if (now) void fill();
      return new QueuedSandbox(new BubblewrapSandbox(parts, folder, compiled));
    },
    close: fill,
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

/** Whether a child really comes up under bubblewrap. */
async function probe(parts: SystemParts, profile: SandboxJob['profile']): Promise<SystemParts> {
  const program = siblingModule(import.meta.url, 'probe-program');
  const sandbox = new BubblewrapSandbox(parts, fileURLToPath(new URL('.', program)));
  const outcome = await sandbox.run({ program, input: null, profile, timeout: patience });
  if (outcome.kind === 'done') return parts;
  const said = outcome.output.trim().split('\n').at(-1) || ('reason' in outcome ? outcome.reason : outcome.kind);
  throw new Error(`it could not start a process${profile === 'tool' ? ' with a /proc of its own' : ''} (${said})`);
}

function permissionModel(reason: string): Isolation {
  const installation = new Installation();
  return {
    name: 'permission-model',
    note: `bubblewrap is not used: ${reason}. Node's permission model does not protect against malicious code.`,
    sandbox: ({ folder }) => new QueuedSandbox(new PermissionModelSandbox(installation, folder)),
    close: () => installation.close(),
  };
}
