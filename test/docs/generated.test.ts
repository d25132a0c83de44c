import { readFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { generated } from '../../docs/generate.ts';
import { apiPageOf } from '../../docs/generator/api-page.ts';
import { openApiOf } from '../../docs/generator/openapi.ts';
import { startTestCloud } from '../cloud/server/test-cloud.ts';

/** The same cloud, on a database that is there already. */
async function apiPage(): Promise<string> {
  const cloud = await startTestCloud({ workers: 0, plugins: [] });
  onTestFinished(() => cloud.close());
  return apiPageOf(await openApiOf(cloud.url));
}

it.each(Object.entries({ ...generated, 'api.md': apiPage }))(
  '%s matches its definition; else run `npm run docs`',
  async (name, make) => {
    expect(await readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8')).toBe(await make());
  },
);
