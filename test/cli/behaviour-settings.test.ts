import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { recordResponses } from '../../cli/record-responses.ts';
import type { CheckReport, Operation } from '../../kernel/result.ts';
import { servedCloud } from './served-cloud.ts';
import { type Ended, type Start, service, serviceHere, temporaryFolder } from './service-process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The files that docs/behaviour.md shows, in their order. */
async function documented(): Promise<{ config: string; responses: string }> {
  const text = await readFile(join(root, 'docs/behaviour.md'), 'utf8');
  const [config = '', responses = ''] = [...text.matchAll(/```json\n([^`]*)```/g)].map(([, block]) => block ?? '');
  return { config, responses };
}

/** The project that the documentation is about, with these files. */
async function harborline(files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = join(await temporaryFolder(), 'harborline');
  await cp(join(root, 'examples/passing-node'), cwd, { recursive: true });
  for (const [path, text] of Object.entries(files)) await writeFile(join(cwd, path), text);
  return cwd;
}

type Run = (args: readonly string[], start?: Start) => Promise<Ended>;

interface Verified extends Ended {
  checks: CheckReport[];
  operations: Operation[];
}

async function operationsOf(run: Run, cwd: string, ...flags: string[]): Promise<Verified> {
  const path = join(await temporaryFolder(), 'report.json');
  const ended = await run(['verify', '--report', `json=${path}`, ...flags], { cwd });
  const { checks }: Pick<Verified, 'checks'> = JSON.parse(await readFile(path, 'utf8'));
  return { ...ended, checks, operations: checks.flatMap(({ operations = [] }) => operations) };
}

describe('settings of the check behaviour', () => {
  it('does what the documentation shows, here and in the cloud', async () => {
    const { config, responses } = await documented();
    const cwd = await harborline({ '.service/config.json': config, '.service/responses.json': responses });
    const here = await operationsOf(service, cwd, '--local');
    expect(here.exitCode).toBe(0);
    expect(here.stdout).toContain('7 of 8 operations exercised; left out: needs a shipment that is on its way');
    const named = (name: string, resource = 'shipment') =>
      here.operations.find((one) => one.resource === resource && one.operation === name);
    expect(named('update')).toMatchObject({ outcome: 'left out', reason: 'needs a shipment that is on its way' });
    expect(named('get')?.requests.map(({ url }) => url)).toEqual(
      [1, 2, 3].map((item) => `https://api.harborline.example/v2/shipments/SHP-${item}`),
    );
    // Two entries where they are made up.
    expect(named('getAll', 'trackingEvent')).toMatchObject({ outcome: 'exercised', output: '3 items, paired' });
    expect(here.stderr).not.toContain('no operation');
    const cloud = await servedCloud(await temporaryFolder());
    const env = { SERVICE_API_KEY: cloud.key, SERVICE_BASE_URL: cloud.url };
    const there = await operationsOf((args, start) => service(args, { ...start, env }), cwd);
    expect(there.operations).toEqual(here.operations);
    expect(there.exitCode).toBe(0);
    expect(await cloud.stop()).toBe(0);
  });

  it('uploads a file that a response names', async () => {
    const cwd = await harborline({
      '.service/responses.json': JSON.stringify([{ url: 'https://a.example/*', file: 'fixtures/label.pdf' }]),
    });
    await mkdir(join(cwd, 'fixtures'));
    await writeFile(join(cwd, 'fixtures/label.pdf'), '%PDF-1.7');
    const { stdout } = await serviceHere(['verify', '--dry-run'], { cwd });
    expect(stdout).toContain('.service/responses.json  (settings of the check behaviour)');
    expect(stdout).toContain('fixtures/label.pdf  (named by .service/responses.json)');
  });
});

describe('--record-responses', () => {
  it('writes what the nodes read, which later runs answer with, and replaces it only with --force', async () => {
    const cwd = await harborline({});
    const path = join(cwd, '.service/responses.json');
    const first = await operationsOf(serviceHere, cwd, '--local', '--record-responses');
    expect(first.stderr).toContain('Wrote 7 responses to .service/responses.json');
    const responses: { method: string; url: string; json: unknown }[] = JSON.parse(await readFile(path, 'utf8'));
    expect(responses.map(({ method, url }) => `${method} ${url}`)).toContain(
      'GET https://api.harborline.example/v2/shipments/:shipmentId',
    );
    expect(responses.find(({ url }) => url.endsWith('/shipments/:shipmentId'))?.json).toMatchObject({
      id: expect.any(String),
    });
    const again = ['verify', '--local', '--record-responses'];
    const refused = await serviceHere(again, { cwd });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain(
      '.service/responses.json exists; --record-responses replaces it only with --force',
    );
    const second = await serviceHere([...again, '--force'], { cwd });
    expect(second.exitCode).toBe(0);
    expect(second.stdout).toContain('8 of 8 operations exercised');
    expect(second.stderr).not.toContain('no request matches');
    expect(second.stderr).toContain('No operation was sent a response; .service/responses.json was not written');
    const written = await readFile(path, 'utf8');
    expect(JSON.parse(written)).toEqual(responses);
    await writeFile(path, '[]');
    expect(await recordResponses(cwd, first)).toContain('Wrote 7 responses');
    expect(await readFile(path, 'utf8')).toBe(written);

    // It follows no link.
    const outside = join(await temporaryFolder(), 'outside.json');
    const linked = await temporaryFolder();
    await mkdir(join(linked, '.service'));
    await symlink(outside, join(linked, '.service/responses.json'));
    await expect(recordResponses(linked, first)).rejects.toMatchObject({
      code: 'UNWRITABLE_PATH',
      message: expect.stringContaining('it is a symbolic link'),
    });
    await expect(readFile(outside)).rejects.toThrow('ENOENT');
  });
});
