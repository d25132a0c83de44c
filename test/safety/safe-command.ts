import { expect } from 'vitest';
import { type Ended, type Start, service } from '../cli/service-process.ts';
import { expectPlain } from './plain-text.ts';
import type { Watch } from './watch.ts';

/** The command, held to what must hold of every use of it. */
export function safeCommand(watch: Watch): (args: readonly string[], start?: Start) => Promise<Ended> {
  return async (args, start = {}) => {
    const canary = process.env['SERVICE_TEST_CANARY'] ?? '';
    const ended = await service(args, { ...start, env: { SERVICE_TEST_CANARY: canary, ...start.env } });
    expectSafe(watch, ended, [start.env?.['XDG_CONFIG_HOME'], start.cwd]);
    return ended;
  };
}

function expectSafe(watch: Watch, { stdout, stderr, left }: Ended, own: readonly (string | undefined)[]): void {
  watch.look(stdout);
  // Who uses the command may be told where its own files are.
  watch.look(own.reduce<string>((text, path) => (path ? text.replaceAll(path, '') : text), stderr));
  expectPlain(stderr);
  expectPlain(stdout);
  expect(left).toEqual([]);
}
