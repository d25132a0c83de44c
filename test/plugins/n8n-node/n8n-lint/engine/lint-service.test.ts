import { describe, expect, it, vi } from 'vitest';
import type { Observation } from '../../../../../kernel/finding.ts';
import type { CheckContext, SandboxJob, SandboxOutcome } from '../../../../../kernel/index.ts';
import { memoryFiles } from '../../../../../kernel/index.ts';
import { noMemory } from '../../../../../kernel/memory.ts';
import { noPackages } from '../../../../../kernel/packages.ts';
import { lintGroups } from '../../../../../plugins/n8n-node/n8n-lint/catalogue/lint-rules.ts';
import { lintTimeout } from '../../../../../plugins/n8n-node/n8n-lint/engine/lint-child.ts';
import type { LintFinding } from '../../../../../plugins/n8n-node/n8n-lint/engine/lint-output.ts';
import { lintObservations } from '../../../../../plugins/n8n-node/n8n-lint/engine/lint-service.ts';
import { packFindings } from '../../../../../plugins/n8n-node/n8n-lint/engine/pack-findings.ts';
import { installedKits } from '../../../../../runner/kits/installed-kits.ts';

const project = { 'package.json': '{}', 'nodes/Acme/Acme.node.ts': '' };

describe('what the linter found', () => {
  it('is reported by its check', async () => {
    const found = [
      {
        code: 'no-console',
        message: 'printed',
        file: 'nodes/Acme/Acme.node.ts',
        line: 2,
        column: 3,
        evidence: 'console.log()',
        evidenceColumn: 3,
      },
      {
        code: '@n8n/community-nodes/no-overrides-field',
        message: 'overridden',
        file: 'package.json',
        line: 1,
        column: 1,
      },
    ];
    const context = fakeContext({ outcomes: [done(found)] });
    expect(await observations(context, 'security')).toEqual([found[0]]);
    expect(await observations(context, 'dependencies')).toEqual([found[1]]);
    expect(await observations(context, 'nodes')).toEqual([]);
  });

  it('notes that a comment of the author does not disable it', async () => {
    const file = 'nodes/Acme/Acme.node.ts';
    const found = [2, 3].map((line) => ({ code: 'no-console', message: 'printed', file, line, column: 1 }));
    const files = { ...project, [file]: '// eslint-disable-next-line no-console\nconsole.log(1);\nconsole.log(2);\n' };
    const told = await observations(fakeContext({ files, outcomes: [done(found)] }), 'security');
    expect(told.map(({ message }) => message)).toEqual(['printed (n8n ignores the eslint-disable comment)', 'printed']);
  });

  it('does not show what may be a secret', async () => {
    const code = '@n8n/community-nodes/no-hardcoded-secrets';
    const evidence = "const apiKey = 'sk4f9a8b7c6d5e4f3a2b1c';";
    const found = { code, message: 'secret', file: 'nodes/Acme/Acme.node.ts', line: 1, column: 7 };
    const context = fakeContext({ outcomes: [done([{ ...found, evidence, evidenceColumn: 1 }])] });
    const [told] = await observations(context, 'security');
    expect(told?.evidence).toMatch(/^const apiKey = 'sk4f\*+';$/);
  });

  it('is fixed by what the message names', async () => {
    const at = {
      code: '@n8n/community-nodes/require-node-description-fields',
      file: 'nodes/Acme/Acme.node.ts',
      line: 1,
    };
    const missing = ['property `icon`', 'property `subtitle`', 'properties: `icon`, `subtitle`'];
    const context = fakeContext({ outcomes: [done(missing.map((message) => ({ ...at, message })))] });
    expect((await observations(context, 'nodes')).map(({ fix }) => fix)).toEqual([
      expect.not.stringContaining('subtitle'),
      expect.not.stringContaining('icon'),
      undefined,
    ]);
  });

  it('has columns from 1, also where a parser counts from 0', async () => {
    const syntax = { code: 'source-syntax', message: 'text', line: 1, column: 0 };
    const context = fakeContext({
      files: { 'nodes/a.js': '', 'nodes/a.json': '', 'nodes/a.ts': '' },
      outcomes: [
        done([
          { ...syntax, file: 'nodes/a.ts' },
          { ...syntax, file: 'nodes/a.json' },
          { ...syntax, file: 'nodes/a.js', column: 5 },
        ]),
      ],
    });
    expect((await observations(context, 'nodes')).map(({ column }) => column)).toEqual([5, 1, 1]);
  });

  it('is at the field of package.json that it is about', async () => {
    const at1 = (name: string) => ({
      code: `n8n-nodes-base/community-package-json-${name}`,
      message: 'text',
      file: 'package.json',
      line: 1,
      column: 1,
      evidence: '{',
      evidenceColumn: 1,
    });
    const found = ['license-not-default', 'keywords-without-official-tag', 'license-missing'].map(at1);
    const files = { ...project, 'package.json': '{\n  "license": "GPL-3.0",\n  "keywords": ["x"]\n}' };
    const told = await observations(fakeContext({ files, outcomes: [done(found)] }), 'manifest');
    // Without the evidence of n8n, that of the line is shown.
    expect(told.map(({ line, column, evidence }) => [line, column, evidence])).toEqual([
      [2, 14, undefined],
      [3, 15, undefined],
      [1, 1, '{'],
    ]);
  });

  it('has no location where ESLint reports none', async () => {
    const context = fakeContext({
      files: { 'nodes/a.js': '' },
      outcomes: [done([{ code: 'source-syntax', message: 'text', file: 'nodes/a.js', line: 0, column: 0 }])],
    });
    expect(await observations(context, 'nodes')).toEqual([
      { code: 'source-syntax', message: 'text', file: 'nodes/a.js' },
    ]);
  });

  it('leaves a manifest that is not JSON to the manifest check, and only that', async () => {
    const syntax = { code: 'source-syntax', message: 'text', file: 'package.json' };
    expect(await observations(fakeContext({ outcomes: [done([syntax])] }), 'nodes')).toEqual([]);
    expect(await observations(fakeContext({ outcomes: [done([syntax])], manifest: {} }), 'nodes')).toEqual([syntax]);
  });
});

describe('the lint pass', () => {
  it('is run once, in the tool sandbox, over the files that n8n lints', async () => {
    const context = fakeContext({ outcomes: [done([])] });
    for (const group of lintGroups) await observations(context, group);
    expect(context.jobs).toHaveLength(1);
    expect(context.jobs[0]).toMatchObject({
      profile: 'tool',
      input: { files: ['nodes/Acme/Acme.node.ts', 'package.json'], careful: false },
    });
    expect(context.jobs[0]?.timeout).toBeLessThanOrEqual(lintTimeout);
  });

  it('is not run for a project without such files', async () => {
    const context = fakeContext({ outcomes: [], files: { 'README.md': '' } });
    expect(await observations(context, 'nodes')).toEqual([]);
  });

  it.each([
    ['crashed', ended('it was killed by SIGSEGV'), 'SIGSEGV'],
    ['could not be loaded', threw('Cannot find native binding'), 'Cannot find native binding'],
  ])('is run again without the native parser when that %s, with a log entry', async (_, first, says) => {
    const found = [{ code: 'no-console', message: 'printed', file: 'nodes/a.ts', line: 1, column: 1 }];
    const context = fakeContext({ files: { 'nodes/a.ts': '' }, outcomes: [first, done(found)] });
    expect(await observations(context, 'security')).toEqual(found);
    expect(context.jobs.map(({ input }) => input)).toMatchObject([{ careful: false }, { careful: true }]);
    expect(context.log).toHaveBeenCalledWith(expect.stringContaining(says), 'warn');
  });

  it('is not run again when the run was cancelled', async () => {
    const context = fakeContext({ outcomes: [ended('it was cancelled')], signal: AbortSignal.abort() });
    await expect(observations(context, 'nodes')).rejects.toThrow('it was cancelled');
  });

  it.each([
    { title: 'crashes twice', outcomes: [ended('killed'), ended('killed again')], says: 'killed again' },
    { title: 'throws twice', outcomes: [threw('no such binding'), threw('no such module')], says: 'no such module' },
    { title: 'takes too long', outcomes: [{ kind: 'timeout', seconds: 110, output: '' } as const], says: '110 s' },
    {
      title: 'gives no findings',
      outcomes: [{ kind: 'done', result: { rows: 1 }, output: '' } as const],
      says: 'is invalid',
    },
  ])('fails the check of every group when it $title', async ({ outcomes, says }) => {
    const context = fakeContext({ outcomes });
    for (const group of lintGroups) await expect(observations(context, group)).rejects.toThrow(says);
  });
});

function done(findings: readonly LintFinding[]): SandboxOutcome {
  return { kind: 'done', result: packFindings(findings), output: '' };
}

function ended(reason: string): SandboxOutcome {
  return { kind: 'ended', reason, output: '' };
}

function threw(message: string): SandboxOutcome {
  return { kind: 'threw', message, output: '' };
}

async function observations(context: CheckContext, group: (typeof lintGroups)[number]) {
  const found: Observation[] = [];
  for await (const observation of lintObservations(context, group)) found.push(observation);
  return found;
}

interface Given {
  /** What the sandbox answers, in turn. */
  outcomes: readonly SandboxOutcome[];
  files?: Record<string, string>;
  manifest?: Record<string, unknown>;
  signal?: AbortSignal;
}

function fakeContext({ outcomes, files = project, manifest, signal = new AbortController().signal }: Given) {
  const jobs: SandboxJob[] = [];
  const services = new Map<unknown, Promise<unknown>>();
  const log = vi.fn();
  const shared = {
    mode: 'project' as const,
    projectType: 'n8n-node',
    files: memoryFiles(files),
    manifest,
    signal,
    log,
    memory: noMemory,
    packages: noPackages,
    kits: installedKits(),
    sandbox: {
      isolation: 'none',
      async run(job: SandboxJob) {
        const outcome = outcomes[jobs.push(job) - 1];
        if (!outcome) throw new Error('one job too many');
        return outcome;
      },
    },
  };
  const context: CheckContext & { jobs: SandboxJob[] } = {
    ...shared,
    jobs,
    service<T>(service: { create(given: typeof context): Promise<T> }): Promise<T> {
      const known = services.get(service) ?? service.create(context);
      services.set(service, known);
      return known as Promise<T>;
    },
    notChecked() {},
    operation() {},
    compatibility() {},
    shipped() {},
    skip(reason) {
      throw new Error(reason);
    },
  };
  return context;
}
