import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { type AddressInfo, isIP } from 'node:net';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A key and a certificate that nobody has signed but itself, in PEM. @param host a name or an IP address */
export async function certificateFor(host: string): Promise<{ key: string; cert: string }> {
  const name = `subjectAltName=${isIP(host) > 0 ? 'IP' : 'DNS'}:${host}`;
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', '-'];
  const { stdout } = await execa('openssl', ['req', '-x509', ...kind, '-subj', '/CN=test', '-addext', name]);
  const [key = '', cert = ''] = stdout.split(/(?=-----BEGIN CERTIFICATE-----)/);
  return { key, cert };
}

/**
 * Somebody's server that receives messages, on a port of the loopback address.
 * @param tls to receive them over HTTPS
 */
export async function receiver(
  answer: (response: ServerResponse, times: number) => void,
  tls?: { key: string; cert: string },
) {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    answer(response, received.length);
    for (const wake of waiting.splice(0)) wake();
  };
  const server = tls ? https.createServer(tls, receive) : createServer(receive);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    received,
    /** Resolves when so many messages have come. */
    async count(wanted: number): Promise<void> {
      while (received.length < wanted) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}

export const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(code, headers).end();
  };
