import { once } from 'node:events';
import { createServer, type Server, type Socket, connect as tcpConnect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** One connection through the proxy. */
interface Pipe {
  client: Socket;
  upstream: Socket;
  /** Nothing passes any more, in either direction, and neither side is told. */
  silent: boolean;
  /** The last bytes that the client sent. */
  tail: Buffer;
  /** The losses that wait for their marker here. */
  armed: Set<Loss>;
}

/** What is to be lost once: a request with these bytes, or the answer to it. */
export interface Loss {
  what: 'request' | 'answer';
  marker: string;
  /** Only on a connection on which these bytes were sent before. */
  after?: string;
}

/** Bytes of a connection that are kept to find a marker that came in two pieces. */
const longestMarker = 64;

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
  readonly #losses = new Map<Loss, PromiseWithResolvers<void>>();

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
   * Loses something once, and cuts the connection. An answer that is lost was given: what was asked for has been done.
   * Resolves when that has happened; rejects when the signal aborts before.
   */
  async lose(loss: Loss, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const lost = Promise.withResolvers<void>();
    this.#losses.set(loss, lost);
    const onAbort = () => lost.reject(new Error(`no ${loss.what} of "${loss.marker}" could be lost`));
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await lost.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#losses.delete(loss);
    }
  }

  async close(): Promise<void> {
    this.#server.close();
    this.cut();
  }

  #open(client: Socket): void {
    client.on('error', () => {});
    if (this.refusing) {
      reset(client);
      return;
    }
    client.setNoDelay(true);
    const upstream = tcpConnect({ port: this.target, host: '127.0.0.1', noDelay: true });
    const pipe: Pipe = { client, upstream, silent: this.blackhole, tail: Buffer.alloc(0), armed: new Set() };
    this.#pipes.add(pipe);
    upstream.on('error', () => {});
    this.#carry(pipe, client, upstream);
    this.#carry(pipe, upstream, client);
  }

  #carry(pipe: Pipe, from: Socket, to: Socket): void {
    let last = Promise.resolve();
    const inOrder = (act: () => void) => {
      if (this.latency === 0 && last === settled) act();
      else last = last.then(() => delay(this.latency)).then(act);
    };
    const settled = last;
    from.on('data', (bytes: Buffer) => {
      if (pipe.silent) return;
      const loss = from === pipe.client ? this.#lossIn(pipe, bytes) : undefined;
      if (loss) this.#lose(pipe, bytes, loss);
      if (loss) return;
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

  /** The loss whose marker these bytes complete. */
  #lossIn(pipe: Pipe, bytes: Buffer): Loss | undefined {
    const { tail } = pipe;
    const seen = Buffer.concat([tail, bytes]);
    pipe.tail = seen.subarray(-longestMarker);
    // What ends before these bytes was looked at when it came.
    const find = (marker: string, from = 0) => seen.indexOf(marker, Math.max(from, tail.length + 1 - marker.length));
    for (const loss of this.#losses.keys()) {
      const armed = pipe.armed.has(loss) ? 0 : find(loss.after ?? '');
      if (armed < 0) continue;
      pipe.armed.add(loss);
      if (find(loss.marker, armed) >= 0) return loss;
    }
    return undefined;
  }

  #lose(pipe: Pipe, request: Buffer, loss: Loss): void {
    const lost = this.#losses.get(loss);
    this.#losses.delete(loss);
    const end = () => {
      this.#end(pipe);
      lost?.resolve();
    };
    if (loss.what === 'request') {
      end();
      return;
    }
    pipe.silent = true;
    pipe.upstream.write(request);
    pipe.upstream.once('data', end);
    // The server has gone: the answer is lost all the same.
    pipe.upstream.once('close', end);
  }

  #end(pipe: Pipe): void {
    this.#pipes.delete(pipe);
    for (const socket of [pipe.client, pipe.upstream]) reset(socket);
  }
}

/** A socket that is reset in the middle of a request to the system keeps Node.js 24 from ever ending: it is just closed. */
function reset(socket: Socket): void {
  if (socket.readyState === 'open' && socket.writableLength === 0) socket.resetAndDestroy();
  else socket.destroy();
}
