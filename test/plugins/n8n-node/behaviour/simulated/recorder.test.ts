import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../../../plugins/n8n-node/behaviour/simulated/answers.ts';
import { isRecordedList, newShape, recorder } from '../../../../../plugins/n8n-node/behaviour/simulated/recorder.ts';

/** What code gets that has once been run on a recorder, when it is run again. */
function again(code: (answer: ReturnType<typeof JSON.parse>) => unknown, isFirst = true): unknown {
  const shape = newShape();
  code(recorder(shape));
  return code(answerOf(shape, 'ek0p0r1', { isFirst }));
}

describe('an answer that is made of what code reads', () => {
  it('has lists of two where code goes through a list', () => {
    expect(again(({ data }) => data.items.map(({ id }: { id: string }) => id))).toEqual(['ek0p0r1v1', 'ek0p0r1v2']);
    expect(again((answer) => [...answer.orders].length)).toBe(2);
  });

  it('has no entries on the second page', () => {
    expect(again(({ data }) => data.items.length, false)).toBe(0);
    const { data } = JSON.parse('{}', () => recorder(newShape(), { hasEntries: false }));
    expect([data.items.length, [...data.items], data.items[0]]).toEqual([0, [], undefined]);
  });

  it('has texts where code takes a part of a text', () => {
    expect(again(({ token }) => token.split('.').length)).toBe(1);
    expect(again(({ name }) => `${name}!`)).toBe('ek0p0r1v1!');
  });

  it('tells of no error and of no next page', () => {
    expect(again((answer) => [answer.error, answer.nextCursor, answer.data.has_more])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('takes a field with the name of a method for a field', () => {
    expect(again(({ filter }) => typeof filter.name.trim())).toBe('string');
    // Bitbucket: https://developer.atlassian.com/server/bitbucket/how-tos/command-line-rest/#paged-apis
    expect(again(({ values }) => (Array.isArray(values) || isRecordedList(values) ? [...values].length : 0))).toBe(2);
  });
});
