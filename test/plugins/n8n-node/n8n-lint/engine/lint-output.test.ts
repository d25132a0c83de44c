import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { type LintFinding, LintOutput } from '../../../../../plugins/n8n-node/n8n-lint/engine/lint-output.ts';
import { packFindings, unpackFindings } from '../../../../../plugins/n8n-node/n8n-lint/engine/pack-findings.ts';

const text = fc.string({ unit: 'grapheme' });
const place = fc.nat();
const findings: fc.Arbitrary<LintFinding[]> = fc.array(
  fc.record(
    {
      code: text,
      messageId: text,
      message: text,
      file: text,
      line: place,
      column: place,
      endLine: place,
      endColumn: place,
      evidence: text,
      evidenceColumn: place,
    },
    { requiredKeys: ['code', 'message', 'file'] },
  ),
);

describe('findings on their way out of the child process', () => {
  it('come out as they went in', () => {
    fc.assert(
      fc.property(findings, (some) => {
        const sent: unknown = JSON.parse(JSON.stringify(packFindings(some)));
        expect(Value.Check(LintOutput, sent) && unpackFindings(sent)).toEqual(some);
      }),
    );
  });

  it('carry each text once', () => {
    const finding = { code: 'no-console', message: 'text', file: 'nodes/a.ts' };
    expect(packFindings([finding, { ...finding, line: 2 }]).texts).toEqual(['no-console', 'nodes/a.ts', 'text']);
  });

  it('are rejected with an invalid index', () => {
    expect(() =>
      unpackFindings({ texts: ['a'], rows: [[0, 0, 1, null, null, null, null, null, null, null, null, null, null]] }),
    ).toThrow();
  });
});
