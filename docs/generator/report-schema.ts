import { JsonReport } from '../../kernel/report/json.ts';

/** Generates docs/report.schema.json, the schema of `--report json`. */
export function reportSchema(): string {
  return `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...JsonReport }, null, 2)}\n`;
}
