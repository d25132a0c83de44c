/**
 * Sends requests with axios, through Node.js and through the transport, in a thread of its own: the simulated API stays
 * in the way of every request of its thread.
 */
import { ClientRequest } from 'node:http';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { parentPort } from 'node:worker_threads';
import { simulateApi } from '../../../../../plugins/n8n-node/behaviour/simulated/api.ts';
import { newShape } from '../../../../../plugins/n8n-node/behaviour/simulated/recorder.ts';
import { requireFrom } from '../../../../../plugins/n8n-node/n8n/kit-folder.ts';
import { rulesetKit, shippedKits } from '../../../../../plugins/n8n-node/n8n/shipped-kits.ts';
import { installedKits } from '../../../../../runner/kits/installed-kits.ts';

interface Axios {
  (config: object): Promise<{ status: number; statusText: string; headers: object; data: unknown }>;
  defaults: { transport?: object | undefined };
}

const kit = installedKits(process.env, shippedKits).find(rulesetKit) ?? '';
const axios: Axios = createRequire(requireFrom(kit).resolve('n8n-core'))('axios');
const api = simulateApi({ sent: () => {}, answered: () => {} });

/** One request, sent both ways. */
export interface SentTwice {
  title: string;
  byNode: Outcome;
  byTransport: Outcome;
  /** Whether the transport left it to Node.js, and whether it should. */
  isLeft: boolean;
  shouldBeLeft: boolean;
}
type Outcome = Awaited<ReturnType<typeof outcomeOf>>;

/** What arrives, and what axios resolves with or throws. */
async function outcomeOf(config: object, status: number | undefined) {
  api.answer({
    ...{ mode: 'answer', shapes: new Map(), usual: newShape(), fails: () => status !== undefined },
    ...(status !== undefined && { status }),
  });
  api.begin();
  const came = await axios(config).then(
    async ({ status: code, statusText, headers, data }) => ({
      ...{ code, statusText, headers: { ...headers } },
      data: data instanceof Readable ? Buffer.concat(await data.toArray()).toString() : data,
    }),
    (error: unknown) => ({
      name: Reflect.get(Object(error), 'name'),
      code: Reflect.get(Object(error), 'code'),
      message: Reflect.get(Object(error), 'message'),
      data: Reflect.get(Object(Reflect.get(Object(error), 'response')), 'data'),
    }),
  );
  return { came, sent: api.take() };
}

const url = 'https://api.acme.example/v1/things';
const stream = () => Readable.from([Buffer.from('one '), Buffer.from('two')]);

/** Whether Node.js gets it. */
const leftToNode = true;

const cases: readonly { title: string; config: () => object; status?: number; leftToNode?: boolean }[] = [
  { title: 'a plain request', config: () => ({ url }) },
  {
    title: 'one to a port, with a query, without TLS',
    config: () => ({ url: 'http://localhost:8080/a?b=c', params: { d: 'e f' } }),
  },
  { title: 'an address without a path', config: () => ({ url: 'https://api.acme.example' }) },
  { title: 'an object as its body', config: () => ({ url, method: 'POST', data: { name: 'Ännie', list: [1] } }) },
  { title: 'a form', config: () => ({ url, method: 'POST', data: new URLSearchParams({ a: 'b c' }) }) },
  { title: 'a buffer', config: () => ({ url, method: 'PUT', data: Buffer.from([1, 2, 3]) }) },
  { title: 'a stream', config: () => ({ url, method: 'POST', data: stream() }) },
  { title: 'a body of a deletion', config: () => ({ url, method: 'DELETE', data: { id: 1 } }) },
  ...['POST', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((method) => ({
    title: `${method} without a body`,
    config: () => ({ url, method }),
  })),
  { title: 'user and password', config: () => ({ url, auth: { username: 'ann', password: 'pä:ss' } }) },
  { title: 'user and password in the address', config: () => ({ url: 'https://ann:pass@api.acme.example/' }) },
  {
    title: 'own headers',
    config: () => ({ url, headers: { 'X-Key': ' k ', Host: 'other.example', Connection: 'keep-alive' } }),
  },
  { title: 'an answer as a stream', config: () => ({ url, responseType: 'stream' }) },
  { title: 'an answer as bytes', config: () => ({ url, responseType: 'arraybuffer' }) },
  { title: 'an answer as text', config: () => ({ url, responseType: 'text' }) },
  { title: 'no redirects', config: () => ({ url, maxRedirects: 0 }) },
  { title: 'a time limit', config: () => ({ url, timeout: 1000 }) },
  { title: 'a failure', config: () => ({ url }), status: 500 },
  { title: 'a refusal that is accepted', config: () => ({ url, validateStatus: () => true }), status: 401 },
  { title: 'a request that was cancelled before', config: () => ({ url, signal: AbortSignal.abort() }) },
  { title: 'an answer that is too large', config: () => ({ url, maxContentLength: 1 }) },
  { title: 'a body that is too large', config: () => ({ url, method: 'POST', data: 'abc', maxBodyLength: 1 }) },
  { title: 'a header that is no Latin-1', config: () => ({ url, headers: { 'X-Key': 'ключ' } }) },
  { title: 'a header with a line break', config: () => ({ url, headers: { 'X-Key': 'a\nb' } }) },
  { title: 'a header of bytes', config: () => ({ url, headers: { 'X-Key': 'é' } }), leftToNode },
  { title: 'an empty name of a header', config: () => ({ url, headers: { 'X Key': 'a' } }) },
  { title: 'a path with letters of other languages', config: () => ({ url: `${url}/ключ é` }) },
  { title: 'an address that is none', config: () => ({ url: 'things' }) },
];

const all: SentTwice[] = [];
for (const { title, config, status, leftToNode: shouldBeLeft = false } of cases) {
  axios.defaults.transport = undefined;
  const byNode = await outcomeOf(config(), status);
  let isLeft = false;
  axios.defaults.transport = {
    request(...given: Parameters<NonNullable<typeof api.transport>['request']>) {
      const made = api.transport?.request(...given);
      isLeft = made instanceof ClientRequest;
      return made;
    },
  };
  all.push({ title, byNode, byTransport: await outcomeOf(config(), status), isLeft, shouldBeLeft });
}
parentPort?.postMessage(all);
