import { randomInt } from 'node:crypto';

/**
 * Users for children of a process that runs as root: one each, so that no child may signal, trace or starve another.
 * The range belongs to nobody: https://systemd.io/UIDS-GIDS/ lists 60578-61183 as unused.
 */
export const slotRange = { first: 61_000, last: 61_183 };

/** Whether a user is one of those. */
export function isSlot(uid: number): boolean {
  return uid >= slotRange.first && uid <= slotRange.last;
}

/** All of them. Two processes of ours share the range: each begins somewhere else. */
export function allUsers({ first, last } = slotRange): number[] {
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const begin = randomInt(all.length);
  return [...all.slice(begin), ...all.slice(0, begin)];
}

/** Hands each user to one child at a time. */
export class UserSlots {
  readonly #free: number[];
  readonly #waiting: ((uid: number) => void)[] = [];

  constructor(users: readonly number[] = allUsers()) {
    this.#free = [...users];
  }

  /** A user that no child has; waits for one when all are taken. */
  async take(): Promise<number> {
    return this.#free.shift() ?? new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Takes a user back, when the last process of its child is gone. */
  giveBack(uid: number): void {
    const next = this.#waiting.shift();
    if (next) next(uid);
    else this.#free.push(uid);
  }
}

/** Of this process. */
let slots = new UserSlots();

/** To be called before the first child is started, where only these users are this process's. */
export function useSlots(users: readonly number[]): void {
  slots = new UserSlots(users);
}

/** Whether children must become someone else before they run. */
export function startedAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Runs something as a user of its own when we are root, as ourselves otherwise: `uid` is then undefined. */
export async function inSlot<T>(run: (uid: number | undefined) => Promise<T>): Promise<T> {
  if (!startedAsRoot()) return run(undefined);
  const uid = await slots.take();
  try {
    return await run(uid);
  } finally {
    slots.giveBack(uid);
  }
}
