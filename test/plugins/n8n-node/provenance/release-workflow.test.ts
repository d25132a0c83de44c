import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { provenanceCheck } from '../../../../plugins/n8n-node/provenance/provenance-check.ts';
import { workflowRules } from '../../../../plugins/n8n-node/provenance/provenance-rules.ts';
import { readWorkflow, UnreadableWorkflow } from '../../../../plugins/n8n-node/provenance/workflow.ts';
import { openProject } from '../project-on-disk.ts';

async function look(workflow: string | undefined, manifest: object = {}) {
  const contents = {
    'package.json': JSON.stringify(manifest),
    ...(workflow !== undefined && { '.github/workflows/publish.yml': workflow }),
  };
  await using project = await openProject(contents);
  return await project.run(provenanceCheck);
}

const codesOf = async (workflow: string, manifest?: object) =>
  (await look(workflow, manifest)).findings.map(({ code }) => code);

const token = '    env:\n          NODE_AUTH_TOKEN: $' + '{{ secrets.NPM_TOKEN }}';
const workflowOf = ({
  permissions = 'id-token: write',
  runsOn = 'ubuntu-latest',
  run = 'npm publish',
  env = '',
} = {}) => `
name: Publish
on: { push: { tags: ['*'] } }
jobs:
  publish:
    runs-on: ${runsOn}
    permissions:
      contents: read
      ${permissions}
    steps:
      - uses: actions/checkout@v5
      - name: Publish
        run: ${run}
    ${env}
`;

/** A workflow that raises the rule, and one that is near and fine; with the manifest where it matters. */
const rows: readonly [code: string, raises: string, spares: string, manifest?: object][] = [
  ['provenance-workflow-unreadable', 'jobs: publish: steps: [', workflowOf()],
  ['provenance-workflow-missing', workflowOf({ run: 'npm test' }), workflowOf({ run: 'npx semantic-release' })],
  [
    'provenance-workflow-missing',
    workflowOf({ run: 'npm publish --dry-run' }),
    workflowOf({ run: 'pnpm publish --no-git-checks' }),
  ],
  [
    'provenance-workflow-missing',
    workflowOf({ run: '"# npm publish"' }),
    workflowOf({ run: '"npm ci # first\\nnpm publish"' }),
  ],
  ['provenance-workflow-permission', workflowOf({ permissions: 'packages: write' }), workflowOf()],
  [
    'provenance-workflow-permission',
    workflowOf({ permissions: 'id-token: read' }),
    workflowOf().replace(/permissions:\n.*\n.*\n/, 'permissions: write-all\n'),
  ],
  [
    'provenance-workflow-flag',
    workflowOf({ env: token }),
    workflowOf({ env: token, run: 'npm publish --provenance --access public' }),
  ],
  [
    'provenance-workflow-flag',
    workflowOf({ env: token, run: 'npm publish --provenance=false' }),
    workflowOf({ env: `${token}\n          NPM_CONFIG_PROVENANCE: true` }),
  ],
  [
    'provenance-workflow-flag',
    workflowOf({ env: token, run: 'npm run publish:npm' }),
    workflowOf({ env: token, run: 'npm run release' }),
    { scripts: { release: 'n8n-node release', 'publish:npm': 'npm run build && npm publish', build: 'tsc' } },
  ],
  [
    'provenance-workflow-runner',
    workflowOf({ runsOn: '[self-hosted, linux]' }),
    workflowOf({ runsOn: '[ubuntu-latest]' }),
  ],
];

describe('the preflight of the release workflow', () => {
  it.each(rows)('%s is raised by one workflow and not by the other (%#)', async (code, raises, spares, manifest) => {
    expect(await codesOf(raises, manifest)).toEqual([code]);
    expect(await codesOf(spares, manifest)).toEqual([]);
  });

  it('has a row for each of its rules', () => {
    expect(new Set(rows.map(([code]) => code))).toEqual(new Set(workflowRules.map(({ code }) => code)));
  });

  it('points at the job, and at the line of a fault in the file', async () => {
    expect((await look(workflowOf({ permissions: 'packages: write' }))).findings).toMatchObject([
      { file: '.github/workflows/publish.yml', line: 5 },
    ]);
    expect((await look('on: push\njobs:\n  a: b: c')).findings).toMatchObject([{ line: 3 }]);
  });

  it("takes publishConfig for npm's own setting", async () => {
    expect(await codesOf(workflowOf({ env: token }), { publishConfig: { provenance: true } })).toEqual([]);
  });

  it('does not judge a workflow of another file that a job calls', async () => {
    expect(await codesOf('jobs:\n  publish:\n    uses: acme/workflows/.github/workflows/npm.yml@v1')).toEqual([]);
  });

  it('says how to have it looked at when no workflow is among the files', async () => {
    expect(await look(undefined)).toEqual({ findings: [], skipped: expect.stringContaining('.github/workflows/') });
  });
});

describe('reading a workflow', () => {
  it.each([
    [
      'aliases that multiply',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
        .split('')
        .map((key, index) => `${key}: &${key} [${`*${'abcdefgh'[index]},`.repeat(9)}]`)
        .join('\n')}\njobs: *i`,
    ],
    ['nesting deeper than the stack', '['.repeat(100_000)],
    ['a file that is no workflow', '- a\n- b'],
    ['keys that are no text', '? [a, b]\n: c\njobs:\n  ? {}\n  : { steps: 7 }'],
  ])('ends with %s', (_, text) => {
    const started = performance.now();
    try {
      expect(readWorkflow('a.yml', text).jobs.length).toBeLessThan(2);
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableWorkflow);
    }
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('reads any text, or says that it can not', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 500, unit: fc.constantFrom(...'ab:-[]{}&*|>#"\' \n\t?!') }), (text) => {
        try {
          readWorkflow('a.yml', text);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableWorkflow);
        }
      }),
      { numRuns: 500 },
    );
  });
});
