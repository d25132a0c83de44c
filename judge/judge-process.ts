import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { Socket } from 'node:net';
import { getPriority } from 'node:os';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { guard } from '../kernel/guard.ts';
import { tryJson } from '../kernel/project-files.ts';
import { siblingModule } from '../kernel/sibling-module.ts';
import { memoryOf, processesOf, usageOf } from '../runner/process-tree.ts';
import { applyNicenessToSession } from '../runner/sandbox/session-niceness.ts';
import { setprivCommand, systemProgram } from '../runner/sandbox/system-programs.ts';
import { JudgeMessage } from './judge-message.ts';
import { type JudgeRequest, judgeDescriptors } from './judge-request.ts';

/** MiB of JavaScript heap; a project with a thousand nodes uses a third of it. */
export const maxHeap = 1024;

/** MiB of memory of the process, and with its sandboxes. */
export const maxMemory = { own: maxHeap + 512, all: 4096 };

/** Bytes of a message line. */
const maxLineBytes = { bounded: 32 * 1024 * 1024, unbounded: 256 * 1024 * 1024 };

/** Characters of standard error that are stored. */
const maxPrinted = 64 * 1024;

const judgeMessage = guard(JudgeMessage);

/** How the process ended: exit code, signal, or failure to start. */
export type JudgeEnd = { exitCode: number } | { signal: NodeJS.Signals } | { failed: Error };

/** The process of a judge, in its own process group: its messages and its end. */
export class JudgeProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<JudgeEnd>;
  #printed = '';

  /** @param niceness of it and its sandboxes, see nice(1) */
  constructor(niceness = 0) {
    const program = fileURLToPath(siblingModule(import.meta.url, 'judge-program'));
    // Lets V8's young generation grow to its full size quickly, because the process is short-lived.
    const flags = [`--max-old-space-size=${maxHeap}`, '--semi-space-growth-factor=16'];
    const { promise, resolve } = Promise.withResolvers<JudgeEnd>();
    this.#ended = promise;
    const nice = niceness > 0 ? systemProgram('nice') : undefined;
    const [file = '', ...args] = [
      ...(nice === undefined ? [] : [nice, '-n', String(niceness)]),
      // It does not outlive this process while it starts either.
      ...setprivCommand(['--pdeathsig', 'TERM']),
      ...[process.execPath, ...flags, program],
    ];
    this.#child = spawn(file, args, {
      env: judgeEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    // At once: nice(1) has no effect before the process first gets a processor.
    if (this.#child.pid !== undefined) applyNicenessToSession(this.#child.pid, getPriority() + niceness);
    this.#child.once('error', (failed) => resolve({ failed }));
    this.#child.once('exit', (exitCode, signal) => resolve(signal === null ? { exitCode: exitCode ?? 1 } : { signal }));
    for (const stream of this.#streams) stream.on('error', ignoreError);
    // Reads the output, because a full pipe would block the process.
    this.#child.stdout?.resume();
    this.#child.stderr?.on('data', (chunk) => {
      this.#printed = (this.#printed + chunk).slice(-maxPrinted);
    });
    this.keepAlive(false);
  }

  get alive(): boolean {
    return this.#child.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Lets its niceness count beside other sessions; call it repeatedly. */
  applyNiceness(): void {
    const { pid } = this.#child;
    if (pid !== undefined && this.alive) applyNicenessToSession(pid);
  }

  /** Memory in MiB of the process, or with its children. Linux only; 0 elsewhere. */
  memory(of: keyof typeof maxMemory): number {
    const { pid } = this.#child;
    if (pid === undefined || !this.alive) return 0;
    return (of === 'own' ? memoryOf(pid) : usageOf(processesOf(pid)).memory) / 2 ** 20;
  }

  /** The end of its standard error. */
  get printed(): string {
    return this.#printed;
  }

  /** Its standard output, which only plugins use. */
  get output(): Readable | null {
    return this.#child.stdout;
  }

  /** Sends a request, when there is no other run. The process then keeps this process alive. */
  send(request: JudgeRequest): void {
    this.keepAlive(true);
    this.#child.stdin?.write(`${JSON.stringify(request)}\n`);
  }

  cancel(): void {
    this.#child.stdin?.write('\n');
  }

  /**
   * Calls back with each message of a run, and once with undefined for an invalid or too long one.
   * @param bounded value in the request
   */
  listen(bounded: boolean, onMessage: (message: JudgeMessage | undefined) => void): void {
    const limit = bounded ? maxLineBytes.bounded : maxLineBytes.unbounded;
    let pending: Buffer[] = [];
    let size = 0;
    const stream = this.#pipe(judgeDescriptors.messages);
    const refuse = () => {
      stream?.removeAllListeners('data').resume();
      onMessage(undefined);
    };
    stream?.removeAllListeners('data').on('data', (chunk: Buffer) => {
      let from = 0;
      for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
        pending.push(chunk.subarray(from, end));
        from = end + 1;
        const message = readLine(Buffer.concat(pending));
        pending = [];
        size = 0;
        if (!message) return refuse();
        onMessage(message);
      }
      pending.push(chunk.subarray(from));
      size += chunk.length - from;
      if (size > limit) refuse();
    });
  }

  /** Whether this process stays alive until it has ended. */
  keepAlive(isRequired: boolean): void {
    const method = isRequired ? 'ref' : 'unref';
    this.#child[method]();
    for (const stream of this.#streams) stream[method]();
    // Nothing is read from this pipe.
    this.#pipe(judgeDescriptors.parent)?.unref();
  }

  /** Resolves when it has exited and all messages have been read. */
  async end(): Promise<JudgeEnd> {
    // Keeps this process alive until then.
    this.keepAlive(true);
    const end = await this.#ended;
    const messages = this.#pipe(judgeDescriptors.messages);
    if ('failed' in end || !messages || messages.closed) return end;
    messages.resume();
    await Promise.race([once(messages, 'close'), this.#closeTimeout()]);
    return end;
  }

  /** Kills it and its children. */
  kill(): void {
    const { pid } = this.#child;
    if (pid === undefined || !this.alive) return;
    try {
      if (process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
    } catch {
      // It has already exited.
    }
    this.#child.kill('SIGKILL');
  }

  /** Closes its descriptors after it has exited. */
  release(): void {
    for (const stream of this.#streams) stream.destroy();
  }

  /** Limits the wait if another process has the descriptor open. */
  async #closeTimeout(): Promise<void> {
    const { setTimeout: delay } = await import('node:timers/promises');
    await delay(1_000, undefined, { ref: false });
  }

  /** Empty if it failed to start. */
  get #streams(): Socket[] {
    return Object.values(this.#child.stdio ?? []).filter((stream) => stream instanceof Socket);
  }

  #pipe(number: number): Socket | undefined {
    const stream = this.#child.stdio?.[number];
    return stream instanceof Socket ? stream : undefined;
  }
}

function readLine(bytes: Buffer): JudgeMessage | undefined {
  const message = tryJson(bytes.toString());
  return judgeMessage.is(message) ? message : undefined;
}

/** Errors of streams are ignored: the process failed to start or exited early, which `end` reports. */
function ignoreError(): void {}

/** Environment variables of a judge: folders and registry access, but no keys or database URL. */
const allowed = new Set([
  ...['HOME', 'XDG_CACHE_HOME', 'LOCALAPPDATA', 'TMPDIR', 'TMP', 'TEMP', 'SYSTEMROOT', 'TZ'],
  ...[
    'SERVICE_DEBUG',
    'SERVICE_NO_CACHE',
    'SERVICE_OFFLINE',
    'SERVICE_KITS_DIR',
    'NODE_COMPILE_CACHE',
    'NODE_EXTRA_CA_CERTS',
    'SSL_CERT_FILE',
    'SSL_CERT_DIR',
  ],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NPM_CONFIG_REGISTRY', 'SERVICE_REGISTRY_ORIGINS'],
]);

/** Returns the environment of a judge. It uses the same compile cache. */
function judgeEnvironment(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  return {
    ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }),
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => allowed.has(name.toUpperCase()))),
  };
}
