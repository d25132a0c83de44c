import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Answer {
  status: number;
  body: string | Uint8Array;
  location?: string;
}

export interface HttpServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  url: string;
}

/** A server on loopback; 404 for what `answer` leaves open. */
export async function serve(
  answer: (path: string, body: string) => Promise<Answer | undefined> | Answer | undefined,
): Promise<HttpServer> {
  const server = createServer(async (request, response) => {
    const { status, body, location } = (await answer(request.url ?? '/', await text(request))) ?? {
      status: 404,
      body: '{}',
    };
    response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
