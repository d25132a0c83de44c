import { describe, expect, it } from 'vitest';
import { eachInTime, isStarved } from '../../../../plugins/n8n-node/sandbox/each-in-time.ts';

const wide = { each: 20_000, all: 20_000 };
const never = () => {
  throw new Error('none is late');
};

/** Works on an item for some milliseconds. */
function busy(milliseconds: number): void {
  for (const start = performance.now(); performance.now() - start < milliseconds; );
}

/** Never ends on one item, whatever happens, and is done with any other at once. */
function endlessOn(bad: string, done: string[]) {
  return (item: string) => {
    done.push(item);
    while (item === bad) {
      try {
        for (;;);
      } catch {
        // Stopped all the same.
      }
    }
  };
}

/** Notes which item was late and what was said of it; the others get their turn. */
function noting(late: string[]) {
  return (item: string, error: unknown) => {
    late.push(`${item}: ${Object(error).code}`);
    return 'go on' as const;
  };
}

describe('work on one item after the other', () => {
  it('is done on every one', () => {
    const items = Array.from({ length: 100 }, (_, index) => index);
    const done: number[] = [];
    eachInTime(items, wide, { work: (item) => void done.push(item), late: never });
    expect(done).toEqual(items);
  });

  it('continues after one turn of the watchdog', () => {
    const done: string[] = [];
    const slowly = (item: string) => {
      busy(150);
      done.push(item);
    };
    eachInTime(['a', 'b', 'c', 'd'], wide, { work: slowly, late: never });
    expect(done).toEqual(['a', 'b', 'c', 'd']);
  });

  it('stops an item that takes too long, and continues with the next', () => {
    const done: string[] = [];
    const late: string[] = [];
    eachInTime(
      ['a', 'endless', 'b'],
      { each: 50, all: 20_000 },
      {
        work: endlessOn('endless', done),
        late: noting(late),
      },
    );
    expect(done).toEqual(['a', 'endless', 'b']);
    expect(late).toEqual(['endless: ERR_SCRIPT_EXECUTION_TIMEOUT']);
  });

  it('may leave the rest then', () => {
    const queue = ['a', 'endless', 'b'].values();
    const done: string[] = [];
    eachInTime(queue, { each: 50, all: 20_000 }, { work: endlessOn('endless', done), late: () => 'stop' });
    expect(done).toEqual(['a', 'endless']);
    expect([...queue]).toEqual(['b']);
  });

  it('skips the rest when the time for all is over', () => {
    const done: string[] = [];
    const late: string[] = [];
    eachInTime(
      ['a', 'endless', 'b'],
      { each: 20_000, all: 500 },
      {
        work: endlessOn('endless', done),
        late: noting(late),
      },
    );
    expect({ done, late }).toEqual({ done: ['a', 'endless'], late: ['endless: ERR_SCRIPT_EXECUTION_TIMEOUT'] });
  });

  it('distinguishes work from waiting', () => {
    const starvedOf = (work: () => void) => {
      const said: boolean[] = [];
      eachInTime(
        ['a'],
        { each: 50, all: 20_000 },
        {
          work,
          late: (_item, _error, spent) => {
            said.push(isStarved(spent));
            return 'go on';
          },
        },
      );
      return said;
    };
    const cell = new Int32Array(new SharedArrayBuffer(4));
    expect(starvedOf(() => void Atomics.wait(cell, 0, 0, 10_000))).toEqual([true]);
  });

  it('throws what it throws', () => {
    const broken = () => {
      throw new Error('broken');
    };
    expect(() => eachInTime(['a'], wide, { work: broken, late: never })).toThrow('broken');
  });
});
