import { describe, expect, it } from 'vitest';
import {
  asUuid,
  echoOf,
  inDigits,
  itemsIn,
  markOf,
  marksIn,
  replaceMarks,
  secretOf,
  secretsIn,
} from '../../../../../plugins/n8n-node/behaviour/trace/marks.ts';

describe('marks', () => {
  it('tell item and parameter, whatever a node does to the case of a text', () => {
    const text = `/orders/${markOf(0, 3, 1)}?name=${markOf(2, 12, 1).toUpperCase()}`;
    expect(marksIn(text, 1)).toEqual({ marks: ['0.3', '2.12'], stale: [] });
  });

  it('tell the values of an earlier run apart', () => {
    expect(marksIn(`${markOf(1, 0, 1)} ${markOf(1, 0, 2)}`, 2)).toEqual({ marks: ['1.0'], stale: ['1.0'] });
  });

  it('are known as numbers too', () => {
    expect(marksIn('{"id":881007188}', 1)).toEqual({ marks: ['1.7'], stale: [] });
    expect(inDigits(markOf(1, 7, 1))).toBe('881007188');
  });

  it('are known as UUIDs too', () => {
    const uuid = asUuid(markOf(2, 7, 1));
    expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(marksIn(`/orders/${uuid.toUpperCase()}`, 1)).toEqual({ marks: ['2.7'], stale: [] });
  });

  it('are replaced in every form', () => {
    const mark = markOf(0, 3, 1);
    const url = `/${mark}/${inDigits(mark)}/${asUuid(mark)}`;
    expect(replaceMarks(url, (parameter) => `{${parameter}}`)).toBe('/{3}/{3}/{3}');
  });

  it('of an answer are no values of the request that carries them', () => {
    const echo = echoOf(`id=${markOf(1, 0, 1)}`);
    expect(marksIn(echo, 1).marks).toEqual([]);
    expect(itemsIn(echo)).toEqual([1]);
    expect(itemsIn(echoOf(echo))).toEqual([1]);
  });

  it('of secrets are found in any text', () => {
    expect(secretsIn(`Bearer ${secretOf(1, 2, 32)}, ${secretOf(0, 0, 32)}`)).toEqual(['0.0', '1.2']);
  });
});
