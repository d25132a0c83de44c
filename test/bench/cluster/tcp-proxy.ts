import { once } from 'node:events';
import { createServer, type Server, type Socket, connect as tcpConnect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A connection through the proxy. */
interface Pipe {
  client: Socket;
  upstream: Socket;
  /** Drops all data in both directions without closing the connection. */
  silent: boolean;
  /** The last bytes that the client sent. */
  tail: Buffer;
  /** The losses that wait for their marker on this connection. */
  armed: Set<Loss>;
}

/** A request with these bytes, or the response to it, to drop once. */
export interface Loss {
  what: 'request' | 'answer';
  marker: string;
  /** Only after these bytes were sent on the same connection. */
  after?: string;
}

/** Bytes to keep of a connection, to find markers that arrive in several packets. */
const maxMarkerLength = 64;

/**
 * A proxy between two local processes that simulates network failures. Its target can be changed, so that clients reach a
 * restarted server.
 */
export class TcpProxy {
  target: number;
  /** Milliseconds added to every packet, in both directions. */
  latency = 0;
  /** New connections are reset. */
  refusing = false;
  /** New connections are accepted and then ignored. */
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
   * Makes all current connections half-open. New connections work.
   * @returns the number of connections
   */
  swallow(): number {
    let swallowed = 0;
    for (const pipe of this.#pipes) {
      if (!pipe.silent) swallowed += 1;
      pipe.silent = true;
    }
    return swallowed;
  }

  /** Resets all current connections. @returns their number */
  cut(): number {
    const pipes = [...this.#pipes];
    for (const pipe of pipes) this.#end(pipe);
    return pipes.length;
  }

  /**
   * Drops a request or response once, and resets the connection. For a dropped response, the request was executed. Resolves
   * when that has happened; rejects if the signal aborts before.
   */
  async lose(loss: Loss, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const lost = Promise.withResolvers<void>();
    this.#losses.set(loss, lost);
    const onAbort = () => lost.reject(new Error(`no ${loss.what} with "${loss.marker}" was sent`));
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
      // The other side of a half-open connection must not notice the close.
      if (pipe.silent && !(pipe.client.destroyed && pipe.upstream.destroyed)) return;
      inOrder(() => this.#end(pipe));
    });
  }

  /** The loss whose marker these bytes complete. */
  #lossIn(pipe: Pipe, bytes: Buffer): Loss | undefined {
    const { tail } = pipe;
    const seen = Buffer.concat([tail, bytes]);
    pipe.tail = seen.subarray(-maxMarkerLength);
    // Skips what has been searched before.
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
    // If the server is gone, the response is lost too.
    pipe.upstream.once('close', end);
  }

  #end(pipe: Pipe): void {
    this.#pipes.delete(pipe);
    for (const socket of [pipe.client, pipe.upstream]) reset(socket);
  }
}

/** Resetting a socket during a pending write would keep Node.js 24 from exiting: such a socket is only closed. */
function reset(socket: Socket): void {
  if (socket.readyState === 'open' && socket.writableLength === 0) socket.resetAndDestroy();
  else socket.destroy();
}
