import { chmod, cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Judge } from '../../judge/judge.ts';
import type { JudgeRequest } from '../../judge/judge-request.ts';
import type { TimedEvent } from '../../kernel/events.ts';
import { findingsOf, type Verification } from '../../kernel/result.ts';
import { temporaryFolder } from '../cli/service-process.ts';
import { Gates } from '../cloud/toy-plugin.ts';
import { collected, verifyFolder } from '../plugins/n8n-node/verify-folder.ts';
import { judged, toyOrder } from './toy-request.ts';

const example = fileURLToPath(new URL('../../examples/failing-node', import.meta.url));

interface Edit {
  file: string;
  change(text: string): string;
}

const edits: Edit[] = [
  { file: 'nodes/Cloudpad/Cloudpad.node.ts', change: (text) => `// One line more.\n${text}` },
  { file: 'nodes/Cloudpad/GenericFunctions.ts', change: (text) => `${text}\nexport const size: string = 1;\n` },
  { file: 'README.md', change: (text) => text.slice(0, text.length / 2) },
];

/** Everything but how long it took. */
const told = ({ checks, ...verification }: Verification) => ({
  ...verification,
  checks: checks.map(({ duration: _, ...report }) => report),
});

describe('a judge that verifies several runs', () => {
  test('comes to the same as one run, after edits and a cancelled run', async () => {
    vi.stubEnv('XDG_CACHE_HOME', await temporaryFolder());
    const folder = join(await temporaryFolder(), 'project');
    const temporary = await temporaryFolder();
    await chmod(temporary, 0o755);
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    await cp(example, folder, { recursive: true });
    const request = async (changed: readonly string[]): Promise<JudgeRequest> => ({
      changed,
      source: { from: 'folder', name: 'project', folder, ...(await collected(folder)) },
      projectType: 'n8n-node',
      timeout: 240,
      plugins: [],
      cache: true,
      packages: { offline: true },
    });
    await using judge = new Judge();
    const signal = new AbortController().signal;
    await judge.verify(await request([]), signal);
    expect(await judge.reusable()).toBe(true);
    for (const { file, change } of edits)
      await writeFile(join(folder, file), change(await readFile(join(folder, file), 'utf8')));
    const changed = edits.map(({ file }) => file);
    const stop = new AbortController();
    const cancelled = await judge.verify(
      await request(changed),
      stop.signal,
      ({ type }) => type === 'check-end' && stop.abort(),
    );
    expect(cancelled.summary).toBe('CANCELLED: the run was cancelled');
    expect(await judge.reusable()).toBe(true);
    const early: Extract<TimedEvent, { type: 'early' }>[] = [];
    const verification = await judge.verify(await request(changed), signal, (event) => {
      if (event.type === 'early') early.push(event);
    });
    expect(early.map(({ files }) => files)).toEqual([changed.filter((file) => file !== 'README.md')]);
    const reported = findingsOf(verification.checks);
    for (const finding of early.flatMap(({ findings }) => findings)) expect(reported).toContainEqual(finding);
    expect(told(verification)).toEqual(told(await verifyFolder(folder)));
    expect(await judge.reusable()).toBe(true);
    // Processes were waiting for another run.
    await judge.close();
    expect(await readdir(temporary)).toEqual([]);
  });

  test('does not verify another one with plugins, whose code may change', async () => {
    const gates = await Gates.make();
    onTestFinished(() => gates.remove());
    await using judge = new Judge();
    await judged(judge, toyOrder(gates, {}), new AbortController().signal);
    expect(await judge.reusable()).toBe(false);
  });
});
