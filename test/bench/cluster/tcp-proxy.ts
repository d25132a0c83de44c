import { once } from 'node:events';
import { createServer, type Server, type Socket, connect as tcpConnect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** One connection through the proxy. */
interface Pipe {
  client: Socket;
  upstream: Socket;
  /** Nothing passes any more, in either direction, and neither side is told. */
  silent: boolean;
}

/** An answer that is to be lost: that to the next request in which these bytes are. */
interface Loss {
  marker: Buffer;
  lost: PromiseWithResolvers<void>;
}

/**
 * A loopback proxy between two processes, through which a network can be as bad as networks get. It may be given another
 * target while it runs, so that who comes again finds a server that was restarted.
 */
export class TcpProxy {
  target: number;
  /** Milliseconds that every packet waits, in both directions. */
  latency = 0;
  /** New connections are reset. */
  refusing = false;
  /** New connections are accepted, and nothing is ever heard on them. */
  blackhole = false;
  readonly #server: Server;
  readonly #pipes = new Set<Pipe>();
  readonly #losses: Loss[] = [];

  private constructor(target: number) {
    this.target = target;
    this.#server = createServer((client) => this.#open(client));
  }

  /** @param target a port of this machine */
  static async start(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    if (typeof address !== 'object' || !address) throw new Error('the proxy is closed');
    return address.port;
  }

  /**
   * Half-open from now on: the connections that there are stay open and silent. New ones work.
   * @returns how many they were
   */
  swallow(): number {
    let swallowed = 0;
    for (const pipe of this.#pipes) {
      if (!pipe.silent) swallowed += 1;
      pipe.silent = true;
    }
    return swallowed;
  }

  /** Resets the connections that there are. @returns how many they were */
  cut(): number {
    const pipes = [...this.#pipes];
    for (const pipe of pipes) this.#end(pipe);
    return pipes.length;
  }

  /**
   * Loses one answer: the next request with these bytes is forwarded and acted upon, then the connection is cut before
   * the answer has passed. Resolves when that has happened; rejects when the signal aborts before.
   */
  async loseAnswer(marker: string, signal: AbortSignal): Promise<void> {
    const loss = { marker: Buffer.from(marker), lost: Promise.withResolvers<void>() };
    this.#losses.push(loss);
    const onAbort = () => {
      const at = this.#losses.indexOf(loss);
      if (at >= 0) this.#losses.splice(at, 1);
      loss.lost.reject(new Error(`there was no "${marker.trim()}" whose answer could be lost`));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      await loss.lost.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  async close(): Promise<void> {
    this.#server.close();
    this.cut();
  }

  #open(client: Socket): void {
    client.on('error', () => {});
    if (this.refusing) {
      client.resetAndDestroy();
      return;
    }
    client.setNoDelay(true);
    const upstream = tcpConnect({ port: this.target, host: '127.0.0.1', noDelay: true });
    const pipe: Pipe = { client, upstream, silent: this.blackhole };
    this.#pipes.add(pipe);
    upstream.on('error', () => {});
    this.#carry(pipe, client, upstream);
    this.#carry(pipe, upstream, client);
  }

  #carry(pipe: Pipe, from: Socket, to: Socket): void {
    let last = Promise.resolve();
    let tail = Buffer.alloc(0);
    const inOrder = (act: () => void) => {
      if (this.latency === 0 && last === settled) act();
      else last = last.then(() => delay(this.latency)).then(act);
    };
    const settled = last;
    from.on('data', (bytes: Buffer) => {
      if (pipe.silent) return;
      if (from === pipe.client && this.#losses.length > 0) {
        const seen = Buffer.concat([tail, bytes]);
        const at = this.#losses.findIndex(({ marker }) => seen.includes(marker));
        tail = seen.subarray(-64);
        const [loss] = at >= 0 ? this.#losses.splice(at, 1) : [];
        if (loss) {
          this.#lose(pipe, bytes, loss);
          return;
        }
      }
      inOrder(() => {
        if (!pipe.silent && !to.destroyed) to.write(bytes);
      });
    });
    from.on('end', () => inOrder(() => !pipe.silent && to.end()));
    from.on('close', () => {
      // Who is on the other side of a silent connection is not told that this one has gone.
      if (pipe.silent && !(pipe.client.destroyed && pipe.upstream.destroyed)) return;
      inOrder(() => this.#end(pipe));
    });
  }

  /** Passes the request on, waits until it was answered, and cuts. */
  #lose(pipe: Pipe, request: Buffer, { lost }: Loss): void {
    pipe.upstream.write(request);
    pipe.silent = true;
    pipe.upstream.once('data', () => {
      this.#end(pipe);
      lost.resolve();
    });
    // The server died of something else: the answer is lost all the same.
    pipe.upstream.once('close', () => {
      this.#end(pipe);
      lost.resolve();
    });
  }

  #end(pipe: Pipe): void {
    this.#pipes.delete(pipe);
    for (const socket of [pipe.client, pipe.upstream]) if (!socket.destroyed) socket.resetAndDestroy();
  }
}
