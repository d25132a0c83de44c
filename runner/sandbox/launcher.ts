import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { siblingModule } from '../../kernel/sibling-module.ts';
import type { KeptRun } from './kept-child.ts';
import type { Asked, FromLauncher, ToLauncher } from './launcher-program.ts';
import type { ChildEnd, WrittenRun } from './run-child.ts';
import type { Command } from './started-child.ts';

interface Waiting {
  launcher: ChildProcess;
  resolve(end: ChildEnd): void;
  reject(error: Error): void;
}

/** Milliseconds without work after which a process is not kept. */
const patience = 2000;

/** A child that is asked again and again. */
export interface RemoteChild {
  /**
   * As `KeptChild` does, there.
   * @throws {Error} when the child can't be started, or the launcher ended
   */
  ask(run: KeptRun): Promise<ChildEnd>;
  /** Ends it; settles when all its processes are gone. */
  dismiss(): Promise<void>;
}

/**
 * A small process of ours that starts children, for one that is large or has others to answer meanwhile. It ends with
 * this one, however that ends, and its children with it.
 */
export class Launcher {
  #process: ChildProcess | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #idle: NodeJS.Timeout | undefined;

  /**
   * As `endOfChild` does, there.
   * @throws {Error} when the child can't be started, or the launcher ended
   */
  async run(command: Command, { signal, ...run }: WrittenRun): Promise<ChildEnd> {
    return this.#ask(this.#started(), { command, run }, signal);
  }

  /** A child that is started when it is asked for the first time. */
  keep(command: Command): RemoteChild {
    const launcher = this.#started();
    const child = ++this.#last;
    return {
      ask: ({ signal, ...run }) => this.#ask(launcher, { child, command, run }, signal),
      dismiss: async () => {
        // The child of a launcher that ended has ended as well.
        await this.#ask(launcher, { dismiss: child }).catch(() => {});
      },
    };
  }

  async #ask(launcher: ChildProcess, asked: Asked, signal?: AbortSignal): Promise<ChildEnd> {
    const id = ++this.#last;
    const { promise, resolve, reject } = Promise.withResolvers<ChildEnd>();
    this.#waiting.set(id, { launcher, resolve, reject });
    this.#hold(launcher);
    const cancel = () => send(launcher, { id, cancel: true });
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      send(launcher, { id, ...asked }, () => this.#leave(launcher));
      return await promise;
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.#waiting.delete(id);
      this.#hold(launcher);
    }
  }

  /** Ends it, with all children that there are. */
  close(): void {
    if (this.#process?.connected) this.#process.disconnect();
    this.#process = undefined;
  }

  /** It keeps this process while there are children, and ends when there have been none for a while. */
  #hold(launcher: ChildProcess): void {
    clearTimeout(this.#idle);
    const method = this.#waiting.size > 0 ? 'ref' : 'unref';
    launcher[method]();
    launcher.channel?.[method]();
    if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.close(), patience).unref();
  }

  #started(): ChildProcess {
    if (this.#process?.connected) return this.#process;
    const program = fileURLToPath(siblingModule(import.meta.url, 'launcher-program'));
    const started = execa(process.execPath, [program], {
      env: {},
      extendEnv: false,
      cwd: '/',
      stdio: 'ignore',
      ipc: true,
      buffer: false,
      serialization: 'advanced',
      // A signal for the group of this process is not meant for it.
      detached: true,
      cleanup: false,
      reject: false,
    });
    const launcher = started.nodeChildProcess;
    launcher.on('message', (message: FromLauncher) => {
      const waiting = this.#waiting.get(message.id);
      if ('end' in message) waiting?.resolve(message.end);
      else waiting?.reject(new Error(message.fault));
    });
    // One that is killed while it is being told something exits without a disconnect.
    for (const event of ['disconnect', 'exit'] as const) launcher.once(event, () => this.#leave(launcher));
    this.#process = launcher;
    return launcher;
  }

  /** It is gone: whoever waits for it is told, and the next one has another. */
  #leave(launcher: ChildProcess): void {
    if (this.#process === launcher) this.#process = undefined;
    const ended = new Error('the process that started it ended');
    for (const waiting of this.#waiting.values()) if (waiting.launcher === launcher) waiting.reject(ended);
  }
}

/** @param fail called when it can't be sent: the process did not start, or has just ended */
function send(launcher: ChildProcess, message: ToLauncher, fail = () => {}): void {
  launcher.send(message, (error) => error && fail());
}
