import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { service } from './service-process.ts';

/** Verifies a package of a registry that answers like this. */
async function verify(reference: string, listener: RequestListener, flags: readonly string[] = []) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return service(['verify', '--local', '--type', 'n8n-node', ...flags, reference], {
    env: { npm_config_registry: registry },
  });
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const packument = {
  name: 'n8n-nodes-x',
  'dist-tags': { latest: '1.0.0' },
  versions: { '1.0.0': { name: 'n8n-nodes-x', version: '1.0.0' } },
};

describe('a package that cannot be had', () => {
  it.each([
    ['does not exist', 'n8n-nodes-x', json(404, { error: 'Not found' }), 'INVALID_PAYLOAD: '],
    [
      'has no such version',
      'n8n-nodes-x@9.9.9',
      json(200, packument),
      'INVALID_PAYLOAD: The package n8n-nodes-x has no version 9.9.9',
    ],
    ['is refused by its registry', 'n8n-nodes-x', json(403, { error: 'Forbidden' }), 'RUNNER_ERROR: '],
  ])('because it %s is rejected', async (_name, reference, listener, says) => {
    const { exitCode, stdout, left } = await verify(reference, listener);
    expect(stdout).toContain(`Starting verification of ${reference}...\n`);
    expect(stdout).toContain(`\nVerification rejected: ${says}`);
    expect(stdout).not.toContain('Files:');
    expect(exitCode).toBe(1);
    expect(left).toEqual([]);
  });

  it('because the registry does not exist is rejected', async () => {
    const env = { npm_config_registry: 'http://127.0.0.1:9/' };
    const { exitCode, stdout, left } = await service(
      ['verify', '--local', '--type', 'n8n-node', 'n8n-nodes-x', '--json'],
      { env },
    );
    const { status, summary, checks } = JSON.parse(stdout);
    expect({ status, checks }).toEqual({ status: 'rejected', checks: [] });
    expect(summary).toMatch(/^RUNNER_ERROR: The npm registry http:\/\/127\.0\.0\.1:9\/ /);
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
