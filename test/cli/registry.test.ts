import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serviceHere } from './service-process.ts';

/** Verifies a package of a registry that answers like this. */
async function verify(reference: string, listener: RequestListener, flags: readonly string[] = []) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return serviceHere(['verify', '--local', '--type', 'n8n-node', ...flags, reference], {
    env: { npm_config_registry: registry },
  });
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
describe('a package that cannot be had', () => {
  it.each([
    ['does not exist', 'n8n-nodes-x', json(404, { error: 'Not found' }), 'INVALID_PAYLOAD: '],
    ['is refused by its registry', 'n8n-nodes-x', json(403, { error: 'Forbidden' }), 'RUNNER_ERROR: '],
  ])('because it %s is rejected', async (_name, reference, listener, says) => {
    const { exitCode, stdout, left } = await verify(reference, listener);
    expect(stdout).toContain(`Starting verification of ${reference}...\n`);
    expect(stdout).toContain(`\nVerification rejected: ${says}`);
    expect(stdout).not.toContain('Files:');
    expect(exitCode).toBe(1);
    expect(left).toEqual([]);
  });

  it('because its registry never answers ends with the limit of the run', async () => {
    const { exitCode, stdout, left } = await verify('n8n-nodes-x', () => {}, ['--timeout', '1']);
    expect(stdout).toContain('Verification timed out: TIMEOUT: the run exceeded its time limit of 1 s');
    expect(exitCode).toBe(1);
    expect(left).toEqual([]);
  });
});
