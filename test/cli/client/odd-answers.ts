import { project, serviceHere } from '../service-process.ts';
import { type Answer, type FakeCloud, key, record } from './fake-cloud.ts';

export const html: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><script>alert(1)</script>');
};
export const mistyped: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(record('success')));
};
export const half: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"runId": "run-1", "sta');
};
export const shortened: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' }).write('{"runId":');
  setTimeout(() => response.destroy(), 20);
};
export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response
      .writeHead(code, { 'content-type': 'text/html', ...headers })
      .end('<h1>Error</h1> at Server.handle (/srv/app.js:1:1)');
  };
export const hangUp: Answer = (response) => {
  response.destroy();
};
export const silent: Answer = () => {};
export const flood: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
  };
  response.on('drain', more);
  more();
};

/** Runs `service verify` against a cloud, in a project of one file. */
export async function verify(
  cloud: Pick<FakeCloud, 'url'>,
  args: readonly string[] = [],
  env: Record<string, string> = {},
) {
  const cwd = await project({ 'package.json': '{ "name": "n8n-nodes-x" }' });
  return serviceHere(['verify', '--type', 'n8n-node', ...args], {
    cwd,
    env: { SERVICE_API_KEY: key, SERVICE_BASE_URL: cloud.url, ...env },
  });
}
