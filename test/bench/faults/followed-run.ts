import type { Pace } from '../cluster/paced-plugin.ts';
import { pacedRequest } from '../cluster/paced-plugin.ts';
import type { Client } from './client.ts';

/** A run whose log is followed, so that it is known when which process wrote to it. */
export interface FollowedRun {
  id: string;
  /** Resolves when a line of a process that is none of these has been seen: to it, and when, in milliseconds of `performance`. */
  lineOfAnother(than: ReadonlySet<number>, since?: number): Promise<{ process: number; at: number }>;
  /** Resolves when the run has ended. */
  ended: Promise<void>;
}

/** Creates a paced run and follows it; its expected verdict is that it passes, unless it is cancelled. */
export async function followedRun(client: Client, pace: Pace): Promise<FollowedRun> {
  const { run, code } = await client.create({ body: pacedRequest(pace), expected: 'success' });
  if (run === undefined) throw new Error(`the run was refused: ${code}`);
  const seen: { process: number; at: number }[] = [];
  const waiting = new Set<() => void>();
  const ended = client.follow(run, (message) => {
    const writer = /^attempt \w+ step \d+\/\d+ process (\d+)$/.exec(message)?.[1];
    if (writer === undefined) return;
    seen.push({ process: Number(writer), at: performance.now() });
    for (const look of waiting) look();
  });
  return {
    id: run,
    async lineOfAnother(than, since = 0) {
      const find = () => seen.find(({ process, at }) => !than.has(process) && at > since);
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = () => find() && resolve();
      waiting.add(look);
      look();
      await Promise.race([promise, ended]);
      waiting.delete(look);
      const line = find();
      if (!line) throw new Error(`run ${run} ended before another process wrote to it`);
      return line;
    },
    ended,
  };
}
