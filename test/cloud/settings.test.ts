import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { bodyLimit, numberSettings, readSettings } from '../../cloud/settings.ts';

describe('settings', () => {
  it('are those of the contract by default', () => {
    expect(readSettings({})).toMatchObject({
      upload: { files: 2_000, fileBytes: 2 * 1024 * 1024, totalBytes: 20 * 1024 * 1024 },
      runCost: 1,
    });
  });

  it('are read from the environment', () => {
    const environment = {
      SERVICE_RUN_COST: '0',
      SERVICE_UPLOAD_FILES: '7',
      SERVICE_PUBLIC_URL: 'https://x.example/v/',
      SERVICE_REGISTRY_ORIGINS: 'https://a.example, http://b.example:8080,',
    };
    expect(readSettings(environment)).toMatchObject({
      runCost: 0,
      upload: { files: 7 },
      publicUrl: 'https://x.example/v',
    });
  });

  it.each([
    ['SERVICE_UPLOAD_FILES', '0'],
    ['SERVICE_UPLOAD_FILES', '20001'],
    ['SERVICE_RUN_COST', '-1'],
    ['SERVICE_RUN_COST', '1.5'],
    ['SERVICE_WATCHERS', 'many'],
    ['SERVICE_KEEP_DAYS', '9'.repeat(20)],
    ['SERVICE_LOG_LEVEL', 'loud'],
    ['SERVICE_PUBLIC_URL', 'verify.example.com'],
    ['SERVICE_REGISTRY_ORIGINS', 'foo'],
    ['SERVICE_REGISTRY_ORIGINS', 'https://a.example, ftp://b.example'],
    ['SERVICE_ID_TOKEN_ISSUER', 'token.example.com'],
    ['SERVICE_ID_TOKEN_ISSUER', 'http://token.example.com'],
  ])('%s=%s is refused, naming it', (variable, value) => {
    expect(() => readSettings({ [variable]: value })).toThrow(expect.objectContaining({ code: 'INVALID_USAGE' }));
    expect(() => readSettings({ [variable]: value })).toThrow(variable);
  });

  it('are all in the documentation, with what they are without it', async () => {
    const documentation = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8');
    for (const { variable, fallback } of Object.values(numberSettings)) {
      const row = documentation.split('\n').find((line) => line.startsWith(`| \`${variable}\``));
      expect(row, variable).toContain(`| ${fallback} |`);
    }
    for (const variable of ['SERVICE_PUBLIC_URL', 'SERVICE_ID_TOKEN_ISSUER', 'SERVICE_LOG_LEVEL'])
      expect(documentation).toContain(`\`${variable}\``);
  });

  it('let a full upload pass in base64', () => {
    const { upload } = readSettings({});
    expect(bodyLimit(upload)).toBeGreaterThan((upload.totalBytes * 4) / 3 + upload.files * 200);
  });
});
