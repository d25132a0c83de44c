import schema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import Ajv from 'ajv';
import draft4 from 'ajv/lib/refs/json-schema-draft-04.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { sarifReport } from '../../../kernel/report/sarif.ts';
import { crowdedRun, emptyRun, hostileRun, rejectedRun } from './sample-runs.ts';

/** The schema is that of SARIF 2.1.0 as Microsoft's SDK carries it; it is of draft 4, and its patterns are not for `u`. */
const ajv = new Ajv({ schemaId: 'id', meta: false, allErrors: true });
ajv.addMetaSchema(draft4);
const validate = ajv.compile(schema);

function faults(document: unknown): string[] {
  validate(document);
  return (validate.errors ?? []).map(({ dataPath, message }) => `${dataPath} ${message}`);
}

describe('a SARIF report', () => {
  it.each([crowdedRun, emptyRun, rejectedRun, hostileRun])('is one for the schema of SARIF 2.1.0 (%#)', (run) => {
    expect(faults(JSON.parse(sarifReport(run)))).toEqual([]);
  });

  it('would not pass with a fault in it', () => {
    const report = JSON.parse(sarifReport(crowdedRun));
    report.runs[0].results[0].level = 'fatal';
    report.runs[0].results[0].locations[0].physicalLocation.region.startLine = 0;
    report.runs[0].results[1].locations[0].physicalLocation.artifactLocation.uri = 'a b';
    expect(faults(report)).toEqual([
      expect.stringContaining('level should be equal'),
      expect.stringContaining('startLine should be >= 1'),
      expect.stringContaining('should match format "uri-reference"'),
    ]);
  });
});
