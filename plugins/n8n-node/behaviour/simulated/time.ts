import { install } from '@sinonjs/fake-timers';
import { busy } from '../../sandbox/watched-thread.ts';

/** Turns of the event loop without anything to do, after which time goes on. */
const idleTurns = 64;
/** The same while a request is being answered, which some never are: who sent it has given up. */
const waitingTurns = 1000;
/** Milliseconds of the processor without anything to do or to wait for, after which nothing more will happen. */
const idleLimit = 400;
/** How often code can ask for the time in one turn of the event loop before it goes on, by a millisecond each. */
const freeAsks = 10_000;
/** The time at which every run begins, so that two are the same; milliseconds since 1970. */
export const start = Date.UTC(2026, 0, 15, 10);

/** Time that passes at once where code waits for it, and only there. */
export interface SimulatedTime {
  /**
   * Starts work `later` milliseconds after the time at which every run begins, and waits for it, letting time pass whenever nothing else happens. Resolves with `late` past the limits, which are
   * milliseconds, and when nothing is left to happen.
   */
  until<T>(
    start: () => Promise<T>,
    limit: { processor: number; simulated: number; later: number },
  ): Promise<T | 'late'>;
  /** Tells that a request was sent, or answered: time waits for the answer. */
  sent(): void;
  answered(): void;
}

/** Takes the timers of this thread. */
export function simulateTime(): SimulatedTime {
  const turn = setImmediate;
  const real = performance.now.bind(performance);
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const active = process.getActiveResourcesInfo.bind(process);
  // Files and addresses come from other threads, which a busy machine makes wait.
  const isReading = () => active().some((resource) => /^FSReq|ReqWrap$/.test(resource));
  const clock = install({
    now: start,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldClearNativeTimers: true,
    ignoreMissingTimers: true,
    loopLimit: 100_000,
  });
  let idle = 0;
  let waiting = 0;
  let asked = 0;
  const { now: read } = Date;
  Date.now = () => {
    // Code that does nothing but ask for the time waits for it to pass.
    asked += 1;
    if (asked > freeAsks) clock.setSystemTime(clock.now + 1);
    return read();
  };
  return {
    sent() {
      idle = 0;
      waiting += 1;
    },
    answered() {
      idle = 0;
      waiting = Math.max(0, waiting - 1);
    },
    async until(begin, limit) {
      clock.reset();
      clock.setSystemTime(start + limit.later);
      asked = 0;
      const [begun, before, passed] = [real(), used(), clock.now];
      let isDone = false;
      const done = begin().finally(() => {
        isDone = true;
      });
      done.catch(() => {});
      let alive = before;
      [idle, waiting] = [0, 0];
      while (!isDone) {
        asked = 0;
        await new Promise<void>((resolve) => turn(() => resolve()));
        idle += 1;
        const now = used();
        if (clock.now - passed > limit.simulated || now - before > limit.processor) return 'late';
        if (real() - begun > busy * limit.processor || now - alive > idleLimit) return 'late';
        if (idle < (waiting > 0 ? waitingTurns : idleTurns) || isReading()) {
          alive = now;
        } else if (clock.countTimers() > 0) {
          idle = 0;
          clock.next();
        }
      }
      return done;
    },
  };
}
