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
  /** What it is called in messages, and what its log is named for: `worker-1`. */
  name: string;
  /** Its own: home, temporary folder, log. */
  folder: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** How the line begins that says that it is ready. */
  ready: string;
  /** What stands between it and the database, if anything does. */
  database?: TcpProxy;
  /** What stands between it and its clients, if anything does. */
  front?: TcpProxy;
}

/** How a process ended; its time in milliseconds of the clock of `performance`. */
export interface Ended {
  exitCode: number | undefined;
  signal: string | undefined;
  at: number;
}

/** One process of the product, the real command, which may be stopped and killed and started again. */
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

  /** Made, not started. */
  static async make(options: MemberOptions): Promise<Member> {
    return new Member(options, { ...(await ownEnvironment(options.folder)), ...options.env });
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** How often it was started. */
  get starts(): number {
    return this.#starts;
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  /** Whether it runs and has said that it is ready. */
  get isReady(): boolean {
    return this.#child !== undefined && this.#ready;
  }

  /** Where a server answers, through the proxy before it where there is one. */
  get url(): string {
    return `http://127.0.0.1:${this.front?.port ?? this.#port}`;
  }

  /** The key that it printed because there was no account yet. */
  get firstKey(): string | undefined {
    return this.#firstKey;
  }

  /** Resolves when the process of now has ended. */
  get ended(): Promise<Ended> {
    if (!this.#ended) throw new Error(`${this.name} was never started`);
    return this.#ended;
  }

  /**
   * Starts it, on the port that it had; resolves when it is ready.
   * @throws {Error} when it ends before that, naming its log
   */
  async start(): Promise<void> {
    if (this.#closed) throw new Error(`${this.name} is closed`);
    if (this.#child) throw new Error(`${this.name} runs`);
    const { args, ready } = this.#options;
    this.#starts += 1;
    const port = ready.startsWith('Listening') ? ['--port', String(this.#port)] : [];
    const child: Child = execa(process.execPath, [launcher, ...args, ...port], {
      reject: false,
      extendEnv: false,
      stdin: 'ignore',
      buffer: false,
      // Who drains is given the time that it takes.
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

  /** Nothing happens when it does not run. */
  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  /** Ends it as a crash would, for good. */
  async close(): Promise<void> {
    this.#closed = true;
    this.signal('SIGKILL');
    await this.#ended;
    await Promise.all([this.database?.close(), this.front?.close()]);
    this.#log.end();
    await once(this.#log, 'close');
  }
}
