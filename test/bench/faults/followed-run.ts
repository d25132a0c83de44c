import type { Pace } from '../cluster/paced-plugin.ts';
import { pacedRequest } from '../cluster/paced-plugin.ts';
import type { Client } from './client.ts';

/** A run whose log is followed, to know which process wrote to it and when. */
export interface FollowedRun {
  id: string;
  /** Resolves to the first line of a process other than these; `at` is from `performance.now()`. */
  lineOfAnother(than: ReadonlySet<number>, since?: number): Promise<{ process: number; at: number }>;
  /** Resolves when the run has ended. */
  ended: Promise<void>;
}

/** Creates a paced run, which is expected to pass, and follows its log. */
export async function followedRun(client: Client, pace: Pace): Promise<FollowedRun> {
  const { run, code } = await client.create({ body: pacedRequest(pace), expected: 'success' });
  if (run === undefined) throw new Error(`the run was refused: ${code}`);
  const seen: { process: number; at: number }[] = [];
  const waiting = new Set<() => void>();
  const ended = client.follow(run, (message) => {
    const writer = /^attempt \w+ step \d+\/\d+ process (\d+)$/.exec(message)?.[1];
    if (writer === undefined) return;
    seen.push({ process: Number(writer), at: performance.now() });
    for (const check of waiting) check();
  });
  return {
    id: run,
    async lineOfAnother(than, since = 0) {
      const find = () => seen.find(({ process, at }) => !than.has(process) && at > since);
      const { promise, resolve } = Promise.withResolvers<void>();
      const check = () => find() && resolve();
      waiting.add(check);
      check();
      await Promise.race([promise, ended]);
      waiting.delete(check);
      const line = find();
      if (!line) throw new Error(`run ${run} ended before another process wrote to it`);
      return line;
    },
    ended,
  };
}
