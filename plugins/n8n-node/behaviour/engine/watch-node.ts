import { format } from 'node:util';
import { jsonText } from '../trace/json-text.ts';

/** Something that the node asked n8n for, and that n8n refused. */
export interface Refusal {
  kind: 'parameter' | 'credential';
  name: string;
  error: unknown;
}

export interface LostBody {
  json: string;
  fields: [name: string, value: unknown][];
}

interface Watch {
  /** Told of every parameter that the node asks for. */
  reads(name: string): void;
  /** Told of what n8n throws at a node that asks for something that it does not have. */
  refuses(refusal: Refusal): void;
  /** Told of each resource locator that is turned into a text or a number. */
  converts(name: string): void;
}

/** Watches what a node asks n8n for. */
export function watchRequests(context: object, { reads, refuses, converts }: Watch): void {
  const watched: readonly [string, Refusal['kind'], RegExp][] = [
    ['_getNodeParameter', 'parameter', /^Could not get parameter/],
    ['_getCredentials', 'credential', /does not have any credentials (defined|of type)|^Credentials not found$/],
  ];
  for (const [method, kind, pattern] of watched) {
    const owner = ownerOf(context, method);
    const original: unknown = owner && Reflect.get(owner, method);
    if (!owner || typeof original !== 'function') continue;
    const note = (name: unknown, error: unknown) => {
      if (error instanceof Error && pattern.test(error.message)) refuses({ kind, name: String(name), error });
    };
    Object.defineProperty(owner, method, {
      configurable: true,
      writable: true,
      value(this: unknown, ...given: unknown[]) {
        if (kind === 'parameter') reads(String(given[0]));
        try {
          const result: unknown = Reflect.apply(original, this, given);
          if (kind === 'parameter') watchConversion(result, () => converts(String(given[0])));
          if (result instanceof Promise) result.catch((error: unknown) => note(given[0], error));
          return result;
        } catch (error) {
          note(given[0], error);
          throw error;
        }
      },
    });
  }
}

/** The functions of n8n that remove the body of a GET request: @n8n/backend-network 2.41, http/axios/request.js */
const withoutBody = ['httpRequest', 'httpRequestWithAuthentication'];

/** The functions of n8n that send a request, and those that are told the credential before it. */
const sending = [...withoutBody, 'request', 'requestWithAuthentication', 'requestOAuth1', 'requestOAuth2'];
const isNamedFirst = /Authentication|OAuth/;

interface HelpersWatch {
  /** Calls a function that sends a request. */
  sends?<T>(send: () => T): T;
  /** Told of the bodies of GET requests that a node gives to n8n. */
  loses?(body: LostBody): void;
  /** Told when a node asks for more than the body of a response, and when it reads the headers of one. */
  getsResponse?(): void;
  readsHeaders?(): void;
  /** Told of a URL that is only a path, whatever users enter. */
  lacksHost(): void;
  /** Told of an option that n8n does not know, where nothing else has what is in it. */
  ignores?(option: string): void;
}

/**
 * Options of other clients, such as axios and n8n's own `request`, with those that `httpRequest` has in their place.
 * Source: @n8n/backend-network 2.41, dist/http/axios/request.js
 */
const ofOthers = { form: 'body', formData: 'body', data: 'body', json: 'body', params: 'qs', query: 'qs' };

export function watchHelpers(
  context: object,
  { sends = (send) => send(), loses, getsResponse, readsHeaders = () => {}, lacksHost, ignores }: HelpersWatch,
): void {
  const watch = (helpers: unknown, parameters: () => unknown) => {
    for (const name of sending) {
      const original: unknown = Reflect.get(Object(helpers), name);
      if (typeof original !== 'function') continue;
      Reflect.set(Object(helpers), name, function request(this: unknown, ...given: unknown[]): unknown {
        const options = Object(given.at(isNamedFirst.test(name) ? 1 : 0));
        const { method, body, baseURL, baseUrl, url, uri } = options;
        const target: unknown = url || uri;
        const isPath = typeof target === 'string' && /^\/(?!\/)/.test(target) && !baseURL && !baseUrl;
        if (isPath && !lacksBase(parameters())) lacksHost();
        const isWhole = options.returnFullResponse === true || options.resolveWithFullResponse === true;
        if (isWhole) getsResponse?.();
        const isGet = typeof method === 'string' && /^get$/i.test(method);
        if (isGet && withoutBody.includes(name) && isObject(body))
          loses?.({ json: jsonText(body).slice(0, maxLog), fields: Array.isArray(body) ? [] : Object.entries(body) });
        if (withoutBody.includes(name))
          for (const [option, own] of Object.entries(ofOthers))
            if (isFilled(options[option]) && !isGiven(options[own])) ignores?.(option);
        const sent: unknown = sends(() => Reflect.apply(original, this, given));
        return isWhole && sent instanceof Promise ? sent.then((response) => withHeaders(response, readsHeaders)) : sent;
      });
    }
  };
  // n8n sets them once, where it creates the context; objects that inherit from it read them.
  Object.defineProperty(context, 'helpers', {
    configurable: true,
    set(this: object, value: unknown) {
      watch(value, () => Object(Reflect.get(this, 'node')).parameters);
      Object.defineProperty(this, 'helpers', { configurable: true, enumerable: true, writable: true, value });
    },
  });
}

/** A response that tells when its headers are read. */
function withHeaders(response: unknown, reads: () => void): unknown {
  if (typeof response !== 'object' || response === null || !Object.hasOwn(response, 'headers')) return response;
  let headers: unknown = Reflect.get(response, 'headers');
  return Object.defineProperty(response, 'headers', {
    configurable: true,
    enumerable: true,
    get() {
      reads();
      return headers;
    },
    set(value) {
      headers = value;
    },
  });
}

const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).some((one) => one !== undefined);

/** Whether there is something to send: a text, a form, or an object with fields. */
const isGiven = (value: unknown): boolean => (isObject(value) ? isFilled(value) : Boolean(value));

/** Whether a parameter by which users say where requests go has no value. */
const lacksBase = (value: unknown, name = ''): boolean =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).some(([key, one]) => lacksBase(one, key))
    : value === '' && /url|uri|host|domain|server|endpoint|base|instance|site|region/i.test(name);

/** Whether a value is an object that n8n sends as JSON. */
const isObject = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);

/** Characters of the log of one run. */
export const maxLog = 200_000;

/** Gives nodes a `logger` that hands on what they write. */
export function takeLog(context: object, write: (entry: string) => void): void {
  const owner = ownerOf(context, 'logger');
  if (!owner) return;
  const log = (...entry: unknown[]) =>
    write(entry.map((one) => (typeof one === 'string' ? one : jsonText(one))).join(' '));
  const levels = ['error', 'warn', 'info', 'debug', 'verbose', 'silly'];
  const logger = Object.fromEntries(levels.map((level) => [level, log]));
  Object.defineProperty(owner, 'logger', { configurable: true, get: () => logger });
}

/** Takes what code prints: n8n writes it to its log. */
export function takePrinted(write: (entry: string) => void): void {
  for (const method of ['error', 'warn', 'info', 'debug', 'log', 'trace'] as const)
    console[method] = (...entry: unknown[]) => write(format(...entry));
}

/** Tells when a value is turned into a text or a number, if it is a resource locator: its text would be `[object Object]`. */
function watchConversion(value: unknown, isConverted: () => void): void {
  if (typeof value !== 'object' || value === null || !('__rl' in value) || Object.isFrozen(value)) return;
  Object.defineProperty(value, Symbol.toPrimitive, {
    configurable: true,
    value(hint: string) {
      isConverted();
      return hint === 'number' ? Number.NaN : String({});
    },
  });
}

function ownerOf(object: object, key: string): object | undefined {
  for (let one: object | null = object; one; one = Object.getPrototypeOf(one)) if (Object.hasOwn(one, key)) return one;
  return undefined;
}
