import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordResponses } from '../../cli/record-responses.ts';
import type { CheckReport } from '../../kernel/result.ts';
import { projectWithOperations, serviceHere, temporaryFolder } from './service-process.ts';

describe('settings of the check behaviour', () => {
  it('uploads a file that a response names', async () => {
    const cwd = await projectWithOperations();
    const responses = JSON.stringify([{ url: 'https://a.example/*', file: 'fixtures/label.pdf' }]);
    await writeFile(join(cwd, '.service/responses.json'), responses);
    await mkdir(join(cwd, 'fixtures'));
    await writeFile(join(cwd, 'fixtures/label.pdf'), '%PDF-1.7');
    const { stdout } = await serviceHere(['verify', '--dry-run'], { cwd });
    expect(stdout).toContain('.service/responses.json  (settings of the check behaviour)');
    expect(stdout).toContain('fixtures/label.pdf  (named by .service/responses.json)');
  });
});

describe('--record-responses', () => {
  it('writes what the nodes read, which later runs answer with, and replaces it only with --force', async () => {
    const cwd = await projectWithOperations();
    const path = join(cwd, '.service/responses.json');
    const result = join(await temporaryFolder(), 'result.json');
    const again = ['verify', '--local', '--record-responses'];
    const first = await serviceHere([...again, '--report', `json=${result}`], { cwd });
    const report: { checks: CheckReport[] } = JSON.parse(await readFile(result, 'utf8'));
    expect(first.stderr).toContain('Wrote 3 responses to .service/responses.json');
    const responses: { method: string; url: string; json: unknown }[] = JSON.parse(await readFile(path, 'utf8'));
    expect(responses.map(({ method, url }) => `${method} ${url}`)).toContain(
      'DELETE https://credential.example/api/bookings/:bookingId',
    );
    expect(responses[0]?.json).toMatchObject({ id: expect.any(String) });
    const refused = await serviceHere(again, { cwd });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain(
      '.service/responses.json exists; --record-responses replaces it only with --force',
    );
    const second = await serviceHere([...again, '--force'], { cwd });
    expect(second.exitCode).toBe(0);
    expect(second.stdout).toContain('3 of 3 operations exercised');
    expect(second.stderr).not.toContain('no request matches');
    expect(second.stderr).toContain('No operation was sent a response; .service/responses.json was not written');
    const written = await readFile(path, 'utf8');
    expect(JSON.parse(written)).toEqual(responses);
    await writeFile(path, '[]');
    expect(await recordResponses(cwd, report)).toContain('Wrote 3 responses');
    expect(await readFile(path, 'utf8')).toBe(written);

    // It follows no link.
    const outside = join(await temporaryFolder(), 'outside.json');
    const linked = await temporaryFolder();
    await mkdir(join(linked, '.service'));
    await symlink(outside, join(linked, '.service/responses.json'));
    await expect(recordResponses(linked, report)).rejects.toMatchObject({
      code: 'UNWRITABLE_PATH',
      message: expect.stringContaining('it is a symbolic link'),
    });
    await expect(readFile(outside)).rejects.toThrow('ENOENT');
  });
});
