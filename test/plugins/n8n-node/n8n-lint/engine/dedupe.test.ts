import { describe, expect, it } from 'vitest';
import { mergedRules } from '../../../../../plugins/n8n-node/n8n-lint/catalogue/merged-rules.ts';
import { overlaps } from '../../../../../plugins/n8n-node/n8n-lint/catalogue/overlaps.ts';
import { severities } from '../../../../../plugins/n8n-node/n8n-lint/catalogue/ruleset.ts';
import { oncePerFault } from '../../../../../plugins/n8n-node/n8n-lint/engine/dedupe.ts';
import type { LintFinding } from '../../../../../plugins/n8n-node/n8n-lint/engine/lint-output.ts';
import { ourAnalysis } from './both-analyses.ts';
import { overSoundProject, soundProject } from './example-project.ts';
import { faultsToldTwice } from './faults-told-twice.ts';
import { type ProjectContents, withProject } from './project-folder.ts';

const codesOf = (findings: readonly LintFinding[]) => findings.map(({ code }) => code);
const rawFindings = (contents: ProjectContents) =>
  withProject(contents, async (folder) => (await ourAnalysis(folder, 'project')).findings);

describe('a problem that several rules report is reported once', () => {
  it.each(faultsToldTwice)('as $told: $example', async ({ example, told, hidden }) => {
    const findings = await rawFindings(overSoundProject(example));
    expect(codesOf(findings)).toEqual(expect.arrayContaining([told, ...hidden]));
    expect(new Set(codesOf(oncePerFault(findings)))).toEqual(new Set([told]));
  });

  it.each(['name', 'version', 'description', 'author', 'n8n'])(
    'as that of one rule when "%s" is missing',
    async (field) => {
      const { [field]: _, ...manifest } = JSON.parse(String(soundProject['package.json']));
      const findings = await rawFindings({ ...soundProject, 'package.json': JSON.stringify(manifest) });
      expect(new Set(codesOf(findings)).size).toBeGreaterThan(1);
      expect(oncePerFault(findings)).toHaveLength(1);
      expect(Object.keys(mergedRules)).not.toContain(oncePerFault(findings)[0]?.code);
    },
  );

  it('which hides nothing at another place of the file', async () => {
    const findings = await rawFindings(
      overSoundProject(`// nodes/Acme/fields.ts
export const one = { displayName: 'One', name: 'limit', type: 'number', default: '50' };
export const two = { displayName: 'Two', name: 'two', type: 'number', default: '50' };
`),
    );
    const reported = oncePerFault(findings).filter(({ code }) => code.includes('default-wrong'));
    expect(reported.map(({ line }) => line)).toEqual([1, 2]);
  });
});

describe('the table of overlaps', () => {
  const reported = [
    ...Object.entries(mergedRules).map(([hidden, kept]) => ({ hidden, kept })),
    ...overlaps.flatMap(({ reported, hides }) =>
      hides.flatMap((hidden) => reported.map((kept) => ({ hidden: hidden.code, kept: kept.code }))),
    ),
  ];

  it.each(reported)(
    '$hidden by $kept: both are in force, and no error is reported as a warning',
    ({ hidden, kept }) => {
      expect(severities.get(hidden)).toBeDefined();
      expect(severities.get(kept)).toBeDefined();
      expect([severities.get(hidden), severities.get(kept)]).not.toEqual(['error', 'warning']);
    },
  );
});

it('reports a rule under its own code when the one it is merged into is silent', () => {
  const finding = {
    code: 'n8n-nodes-base/community-package-json-version-missing',
    message: 'text',
    file: 'package.json',
  };
  expect(codesOf(oncePerFault([finding]))).toEqual(['@n8n/community-nodes/require-version']);
});

it('reports a finding that a rule makes twice at one place once', () => {
  const finding = { code: 'no-console', message: 'text', file: 'nodes/a.ts', line: 1, column: 1 };
  expect(oncePerFault([finding, { ...finding }, { ...finding, line: 2 }])).toEqual([finding, { ...finding, line: 2 }]);
});
