import { JsonReport } from '../../kernel/report/json.ts';

/** docs/report.schema.json: what `--report json` writes. */
export function reportSchema(): string {
  return `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...JsonReport }, null, 2)}\n`;
}
