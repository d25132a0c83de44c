import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

interface Seen {
  /** `POST /runs`, without what comes before and the query. */
  route: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  /** Decompressed. */
  body: string;
}

/** Answers one request. `times`: how often the route was asked before. */
export type Answer = (response: ServerResponse, request: Seen, times: number) => void | Promise<void>;

export interface FakeCloud {
  url: string;
  seen: Seen[];
  /** Everything that was asked of one route. */
  of(route: string): Seen[];
}

export const runId = 'run-1';
export const key = 'svc_abcdefgh_0123456789abcdef0123456789abcdef';
const base = '/api/cli/v1/verify';

export function json(body: unknown, status = 200): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

export function problem(
  status: number,
  code: string,
  detail: string,
  headers: Record<string, string> = {},
  errors?: object[],
): Answer {
  return (response) => {
    const body = { type: 'about:blank', title: code, status, detail, code, requestId: 'r', errors };
    response.writeHead(status, { 'content-type': 'application/problem+json', ...headers }).end(JSON.stringify(body));
  };
}

/** Server-sent events: text as it goes over the line. */
export function events(...list: readonly [event: string, data: unknown, id?: number][]): string {
  return list
    .map(
      ([event, data, id]) =>
        `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
    )
    .join('');
}

export const logged = (seq: number, message: string): [string, unknown, number] => [
  'log',
  { seq, time: '2026-11-20T10:00:00.000Z', level: 'info', message },
  seq,
];

export const record = (status: string, more: Record<string, unknown> = {}) => ({
  runId,
  status,
  projectType: 'n8n-node',
  timeout: 300,
  createdAt: '2026-11-20T10:00:00.000Z',
  checks: { done: 0, total: 2 },
  credits: { held: 1, charged: 0, refunded: 0 },
  links: { self: '', logs: '', result: '', cancel: '', web: `/runs/${runId}?token=t` },
  ...more,
});

export const result = {
  runId,
  passed: true,
  summary: '2 of 2 checks passed',
  checks: [
    { name: 'manifest', passed: true },
    { name: 'load', passed: true },
  ],
  creditsUsed: 1,
  status: 'success',
};

/** A cloud that passes every run at once, unless a route answers otherwise. */
const wellBehaved: Record<string, Answer> = {
  'POST /runs': json(record('queued'), 201),
  'GET /runs/run-1': json(record('success')),
  'GET /runs/run-1/logs': (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events(logged(1, 'hello'), ['end', { status: 'success', lastSeq: 1 }]));
  },
  'GET /runs/run-1/result': json(result),
  'POST /runs/run-1/cancel': json(record('rejected'), 202),
  'GET /account': json({
    accountId: 'acc_1',
    name: 'somebody',
    credits: { balance: 7, held: 2 },
    concurrency: { limit: 5, active: 1 },
  }),
};

export async function fakeCloud(routes: Record<string, Answer> = {}): Promise<FakeCloud> {
  const seen: Seen[] = [];
  const of = (route: string) => seen.filter((request) => request.route === route);
  const answers = { ...wellBehaved, ...routes };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const route = `${request.method} ${url.pathname.replace(base, '')}`;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
    const asked = { route, query: url.searchParams, headers: request.headers, body: body.toString() };
    const times = of(route).length;
    seen.push(asked);
    const answer = answers[route] ?? problem(404, 'NOT_FOUND', `${route} was not found`);
    await answer(response, asked, times);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, seen, of };
}
