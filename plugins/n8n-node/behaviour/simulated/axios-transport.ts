import http, { type Agent, IncomingMessage, type RequestOptions, STATUS_CODES } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { type Answer, headerPairs } from './own-responses.ts';

/** A request before it is looked at. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array | Promise<Uint8Array>;
}

/** Of axios, which knows the agents of both protocols because of redirects. */
interface Options extends RequestOptions {
  agents?: { http?: Agent; https?: Agent };
}

/** What axios sends requests with: https://github.com/axios/axios/blob/v1.18.0/README.md (`transport`). */
export interface AxiosTransport {
  request(options: Options, onResponse: (response: IncomingMessage) => void): object;
}

/**
 * Answers the requests of axios, with which n8n sends almost all, without sockets, TLS and parsers on both sides: they are
 * more than half of what an operation costs. Requests that Node.js may refuse, or that go through a proxy, are left to it.
 * @param answered told when an answer is given
 */
export function axiosTransport(
  answer: (request: ReceivedRequest) => Promise<Answer>,
  answered: () => void,
): AxiosTransport {
  return {
    request(options, onResponse) {
      const isPlain = options.protocol === 'http:';
      const agent = options.agent ?? (isPlain ? options.agents?.http : options.agents?.https);
      const head = headOf(options, agent);
      if (!head) return (isPlain ? http : https).request({ ...options, agent }, onResponse);
      const request = new SimulatedRequest(async (body) => {
        const headers = [...head.headers, ...framing(head, body)].sort(([one], [other]) => (one < other ? -1 : 1));
        const given = await answer({ ...head, headers, body });
        if (request.destroyed) return;
        if (given.status === 0) request.emit('error', connectionReset());
        else onResponse(incoming(head.method === 'HEAD' ? { ...given, body: '' } : given));
        answered();
      });
      return request;
    },
  };
}

/** As Node.js says it where the server closes the connection: https://nodejs.org/api/http.html#httprequesturl-options-callback */
const connectionReset = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

interface Head {
  method: string;
  url: string;
  headers: [name: string, value: string][];
}

/** A request as it would arrive, without its body; undefined if it is left to Node.js. */
function headOf(
  { protocol, method = 'GET', hostname, port, path, headers, auth }: Options,
  agent: Options['agent'],
): Head | undefined {
  if (typeof agent === 'object' && 'proxy' in agent) return undefined;
  if (typeof path !== 'string' || !hostname || !/^\/[\x21-\x7e]*$/.test(path)) return undefined;
  const all: Head['headers'] = [];
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (typeof value !== 'string' || !/^[\w-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(value)) return undefined;
    all.push([name.toLowerCase(), value.trim()]);
  }
  const host = port ? `${hostname}:${port}` : hostname;
  if (auth) all.push(['authorization', `Basic ${Buffer.from(auth).toString('base64')}`]);
  if (!all.some(([name]) => name === 'host')) all.push(['host', host]);
  if (!all.some(([name]) => name === 'connection')) all.push(['connection', isKept(agent) ? 'keep-alive' : 'close']);
  return { method, url: new URL(`${protocol}//${host}${path}`).href, headers: all };
}

/** Whether Node.js keeps the connection: its own agent does. */
const isKept = (agent: Options['agent']) =>
  typeof agent !== 'object' || Reflect.get(Object(Reflect.get(agent, 'options')), 'keepAlive') === true;

/** What Node.js adds to tell the length of a body. */
function framing({ method, headers }: Head, body: Buffer): Head['headers'] {
  if (headers.some(([name]) => name === 'content-length' || name === 'transfer-encoding')) return [];
  if (body.length > 0) return [['transfer-encoding', 'chunked']];
  return /^(GET|HEAD|DELETE|OPTIONS|TRACE|CONNECT)$/.test(method) ? [] : [['content-length', '0']];
}

/** The part of `ClientRequest` that axios uses. */
class SimulatedRequest extends Writable {
  readonly #chunks: Buffer[] = [];
  readonly #send: (body: Buffer) => Promise<void>;

  constructor(send: (body: Buffer) => Promise<void>) {
    // It waits for its answer after it was sent.
    super({ autoDestroy: false });
    this.#send = send;
  }

  override _write(chunk: Buffer, _: unknown, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  override _final(done: () => void): void {
    void this.#send(Buffer.concat(this.#chunks));
    done();
  }

  /** An answer takes no time. */
  setTimeout(): void {}
}

function incoming({ status, headers, body }: Answer): IncomingMessage {
  const message = new IncomingMessage({ readable: false, destroyed: true } as Socket);
  message.statusCode = status;
  message.statusMessage = STATUS_CODES[status] ?? '';
  message.rawHeaders = headerPairs(headers).flat();
  message.headers = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      typeof value === 'string' ? value : [...value],
    ]),
  );
  message.complete = true;
  message.push(body);
  message.push(null);
  return message;
}
