/** What a request to a webhook brings. */
export interface WebhookCall {
  method: string;
  body: unknown;
  headers?: Readonly<Record<string, string | undefined>>;
  query?: Readonly<Record<string, string | undefined>>;
  /** Headers, parameters of the query and fields of static data that are read, and are not there; filled in. */
  asked: { headers: Set<string>; query: Set<string>; kept: Set<string> };
}

/** As Express has it, as far as nodes look at it. */
export function requestOf({ method, body, headers: more = {}, query: parameters = {}, asked }: WebhookCall): object {
  const usual = { 'content-type': 'application/json', 'user-agent': 'service', host: 'n8n.example' };
  const headers = watched({ ...usual, ...more }, asked.headers);
  const query = watched({ ...parameters }, asked.query);
  return {
    ...{ method, body, headers, query, params: {}, ip: '203.0.113.1', ips: [], url: '/webhook', path: '/webhook' },
    ...{ originalUrl: '/webhook', protocol: 'https', hostname: 'n8n.example', secure: true, cookies: {} },
    rawBody: Buffer.from(JSON.stringify(body) ?? ''),
    contentType: 'application/json',
    get: (name: string) => Reflect.get(headers, String(name).toLowerCase()),
    header: (name: string) => Reflect.get(headers, String(name).toLowerCase()),
    readRawBody: async () => {},
  };
}

/** Adds the names of fields that are read, and are not there. */
export const watched = <Fields extends object>(fields: Fields, asked: Set<string>): Fields =>
  new Proxy(fields, {
    get(target, key) {
      if (typeof key === 'string' && !(key in target) && asked.size < 50) asked.add(key);
      return Reflect.get(target, key);
    },
  });

/** Takes every answer, and every call gives it back. */
export function responseOf(answers: (status: number) => void): object {
  const response: Record<string, unknown> = { headersSent: false, statusCode: 200, locals: {} };
  const methods =
    'status send json end set header setHeader getHeader removeHeader type write writeHead sendStatus redirect cookie flushHeaders on once';
  for (const name of methods.split(' ')) {
    response[name] = (first: unknown) => {
      if (typeof first === 'number' && /^(?:status|sendStatus|writeHead)$/.test(name)) answers(first);
      return response;
    };
  }
  return response;
}
