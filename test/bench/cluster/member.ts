import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa, type ResultPromise } from 'execa';
import { launcher, ownEnvironment } from '../../cli/service-process.ts';
import type { TcpProxy } from './tcp-proxy.ts';

type Child = ResultPromise<{
  reject: false;
  extendEnv: false;
  stdin: 'ignore';
  buffer: false;
  forceKillAfterDelay: false;
}>;

export interface MemberOptions {
  /** For messages and the name of its log: `worker-1`. */
  name: string;
  /** For its home folder, temporary folder and log. */
  folder: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** The start of the line that it prints when it is ready. */
  ready: string;
  /** The proxy between it and the database, if any. */
  database?: TcpProxy;
  /** The proxy between its clients and it, if any. */
  front?: TcpProxy;
}

/** How a process ended; `at` is from `performance.now()`. */
export interface Ended {
  exitCode: number | undefined;
  signal: string | undefined;
  at: number;
}

/** A process of the real command, which can be stopped, killed and restarted. */
export class Member {
  readonly name: string;
  readonly database: TcpProxy | undefined;
  readonly front: TcpProxy | undefined;
  readonly logFile: string;
  readonly #options: MemberOptions;
  readonly #env: Record<string, string>;
  readonly #log: WriteStream;
  #child: Child | undefined;
  #ended: Promise<Ended> | undefined;
  #starts = 0;
  #ready = false;
  #port = 0;
  #firstKey: string | undefined;
  #closed = false;

  private constructor(options: MemberOptions, env: Record<string, string>) {
    this.#options = options;
    this.#env = env;
    this.name = options.name;
    this.database = options.database;
    this.front = options.front;
    this.logFile = join(options.folder, 'log');
    this.#log = createWriteStream(this.logFile, { flags: 'a' });
  }

  /** Creates a member without starting it. */
  static async create(options: MemberOptions): Promise<Member> {
    return new Member(options, { ...(await ownEnvironment(options.folder)), ...options.env });
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** The number of starts. */
  get starts(): number {
    return this.#starts;
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  /** Whether it is running and has printed that it is ready. */
  get isReady(): boolean {
    return this.#child !== undefined && this.#ready;
  }

  /** Base URL of a server, through its proxy if it has one. */
  get url(): string {
    return `http://127.0.0.1:${this.front?.port ?? this.#port}`;
  }

  /** The key that it printed at the first start. */
  get firstKey(): string | undefined {
    return this.#firstKey;
  }

  /** Resolves when the current process has ended. */
  get ended(): Promise<Ended> {
    if (!this.#ended) throw new Error(`${this.name} was never started`);
    return this.#ended;
  }

  /**
   * Starts the process, on the same port as before; resolves when it is ready.
   * @throws {Error} if it ends before that, with the path of its log
   */
  async start(): Promise<void> {
    if (this.#closed) throw new Error(`${this.name} is closed`);
    if (this.#child) throw new Error(`${this.name} is already running`);
    const { args, ready } = this.#options;
    this.#starts += 1;
    const port = ready.startsWith('Listening') ? ['--port', String(this.#port)] : [];
    const child: Child = execa(process.execPath, [launcher, ...args, ...port], {
      reject: false,
      extendEnv: false,
      stdin: 'ignore',
      buffer: false,
      // Draining may take long.
      forceKillAfterDelay: false,
      env: this.#env,
    });
    this.#child = child;
    this.#log.write(`--- start ${this.#starts}, process ${child.pid}\n`);
    child.stderr.pipe(this.#log, { end: false });
    this.#ended = (async () => {
      const { exitCode, signal } = await child;
      const at = performance.now();
      this.#child = undefined;
      this.#ready = false;
      return { exitCode, signal, at };
    })();
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('API key: ')) this.#firstKey = line.slice('API key: '.length);
      if (!line.startsWith(ready)) continue;
      const address = /^Listening on http:\/\/[^:]+:(\d+)$/.exec(line)?.[1];
      if (address !== undefined) this.#port = Number(address);
      if (this.front) this.front.target = this.#port;
      this.#ready = true;
      return;
    }
    const { exitCode, signal } = await this.#ended;
    throw new Error(`${this.name} ended before it was ready (${signal ?? exitCode}); see ${this.logFile}`);
  }

  /** Does nothing if the process is not running. */
  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  /** Kills the process and prevents further starts. */
  async close(): Promise<void> {
    this.#closed = true;
    this.signal('SIGKILL');
    await this.#ended;
    await Promise.all([this.database?.close(), this.front?.close()]);
    this.#log.end();
    await once(this.#log, 'close');
  }
}
