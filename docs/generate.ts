import { writeFile } from 'node:fs/promises';
import { apiPage } from './generator/api-page.ts';
import { checksPage } from './generator/checks-page.ts';
import { errorsPage } from './generator/errors-page.ts';
import { reportSchema } from './generator/report-schema.ts';

/** Generators of the generated files in this folder, by file name. */
export const generated: Readonly<Record<string, () => string | Promise<string>>> = {
  'checks.md': checksPage,
  'errors.md': errorsPage,
  'api.md': apiPage,
  'report.schema.json': reportSchema,
};

if (import.meta.main) {
  for (const [name, generate] of Object.entries(generated))
    await writeFile(new URL(name, import.meta.url), await generate());
}
