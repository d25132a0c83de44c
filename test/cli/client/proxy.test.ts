import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { service } from '../service-process.ts';
import { fakeCloud, key } from './fake-cloud.ts';

/** A proxy that passes on to wherever it is told, and says where that was. */
async function proxy(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const passed = await fetch(request.url ?? '', { headers: { authorization: request.headers.authorization ?? '' } });
    response.writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? '' });
    response.end(await passed.text());
  });
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    const [host, port] = (request.url ?? '').split(':');
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const status = (env: Record<string, string>) => service(['auth', 'status'], { env: { SERVICE_API_KEY: key, ...env } });

describe('proxies', () => {
  it('HTTP_PROXY is used for http', async () => {
    const [cloud, by] = await Promise.all([fakeCloud(), proxy()]);
    const { exitCode, stdout } = await status({ SERVICE_BASE_URL: cloud.url, HTTP_PROXY: by.url });
    expect(by.asked).toEqual([`GET ${cloud.url}/api/cli/v1/verify/account`]);
    expect(stdout).toContain('as somebody');
    expect(exitCode).toBe(0);
  });

  it('HTTPS_PROXY is used for https, and sees no more than where to', async () => {
    const [cloud, by] = await Promise.all([fakeCloud(), proxy()]);
    // What answers behind the proxy speaks no TLS: that the tunnel was asked for is what counts.
    const { exitCode } = await status({ SERVICE_BASE_URL: cloud.url.replace('http:', 'https:'), HTTPS_PROXY: by.url });
    expect(by.asked[0]).toBe(`CONNECT ${new URL(cloud.url).host}`);
    expect(by.asked.join()).not.toContain(key);
    expect(exitCode).toBe(1);
  });

  it.each(['127.0.0.1', '*'])('NO_PROXY=%s goes around', async (noProxy) => {
    const [cloud, by] = await Promise.all([fakeCloud(), proxy()]);
    const env = { SERVICE_BASE_URL: cloud.url, HTTP_PROXY: by.url, NO_PROXY: noProxy };
    expect((await status(env)).exitCode).toBe(0);
    expect(by.asked).toEqual([]);
  });

  it('an unreachable proxy is reported', async () => {
    const cloud = await fakeCloud();
    const { exitCode, stderr } = await status({ SERVICE_BASE_URL: cloud.url, HTTP_PROXY: 'http://127.0.0.1:9' });
    expect(stderr).toContain('connection refused; a proxy is set in the environment (CONNECTION_FAILED)');
    expect(exitCode).toBe(1);
  });
});
