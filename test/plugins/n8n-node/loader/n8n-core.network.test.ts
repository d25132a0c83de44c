import { beforeAll, describe, expect, test } from 'vitest';
import { type OpenedProject, openProject } from '../project-on-disk.ts';
import { brokenPackages, soundPackages } from './broken-packages.ts';
import { loadWithN8n, type Verdict } from './n8n-core.ts';
import { ourVerdict } from './our-verdict.ts';

describe.each([
  ['sound', soundPackages],
  ['broken', brokenPackages],
])('%s packages', (kind, packages) => {
  const n8n = new Map<string, Verdict>();

  beforeAll(async () => {
    const opened: [string, OpenedProject][] = [];
    for (const [name, contents] of Object.entries(packages))
      opened.push([name, await openProject(contents, { mode: 'package' })]);
    const verdicts = await loadWithN8n(opened.map(([, { folder }]) => folder));
    for (const [index, [name, project]] of opened.entries()) {
      const verdict = verdicts[index];
      if (verdict) n8n.set(name, verdict);
      await project[Symbol.asyncDispose]();
    }
  });

  test.each(Object.keys(packages))('%s: our verdict is that of n8n', async (name) => {
    await using project = await openProject(packages[name] ?? {}, { mode: 'package' });
    expect(await ourVerdict(project)).toEqual(n8n.get(name));
    expect(Object.keys(n8n.get(name) ?? {})).toContain(kind === 'sound' ? 'nodes' : 'error');
  });
});
