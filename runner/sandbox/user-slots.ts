import { randomInt } from 'node:crypto';

/**
 * The user ids for sandboxed processes when we are root: one each, so that they cannot signal, trace or starve each other.
 * The range is unused: https://systemd.io/UIDS-GIDS/ lists 60578-61183 as such.
 */
export const slotRange = { first: 61_000, last: 61_183 };

/** Whether a user id is in the range. */
export function isSlot(uid: number): boolean {
  return uid >= slotRange.first && uid <= slotRange.last;
}

/** All user ids, starting at a random one, because several processes of ours share the range. */
export function allUsers(): number[] {
  const { first, last } = slotRange;
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const begin = randomInt(all.length);
  return [...all.slice(begin), ...all.slice(0, begin)];
}

/** Assigns each user id to one process at a time. */
export class UserSlots {
  readonly #free: number[];
  readonly #waiting: ((uid: number) => void)[] = [];

  constructor(users: readonly number[] = allUsers()) {
    this.#free = [...users];
  }

  /** Takes a free user id; waits for one when all are in use. */
  async take(): Promise<number> {
    return this.#free.shift() ?? new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** To be called when the last process of a user is gone. */
  release(uid: number): void {
    const next = this.#waiting.shift();
    if (next) next(uid);
    else this.#free.push(uid);
  }
}

let slots = new UserSlots();

/** Restricts this process to some user ids. To be called before the first sandboxed process is started. */
export function useSlots(users: readonly number[]): void {
  slots = new UserSlots(users);
}

/** Whether we are root, so that sandboxed processes must run as other users. */
export function startedAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Calls `run` with a free user id, or with undefined when we are not root. */
export async function inSlot<T>(run: (uid: number | undefined) => Promise<T>): Promise<T> {
  if (!startedAsRoot()) return run(undefined);
  const uid = await slots.take();
  try {
    return await run(uid);
  } finally {
    slots.release(uid);
  }
}
