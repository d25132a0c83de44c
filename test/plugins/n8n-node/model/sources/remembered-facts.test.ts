import { describe, expect, it } from 'vitest';
import type { Memory } from '../../../../../kernel/memory.ts';
import { memoryFiles } from '../../../../../kernel/project-files.ts';
import { rememberedFacts } from '../../../../../plugins/n8n-node/model/sources/remembered-facts.ts';
import type { SourceFacts, SourceOrder } from '../../../../../plugins/n8n-node/model/sources/source-facts.ts';
import { maxFacts } from '../../../../../plugins/n8n-node/model/sources/source-limits.ts';
import { growingMemory } from '../../../../kernel/growing-memory.ts';

const files = { 'a.js': 'A', 'b.js': 'B', 'b.js.map': '{}', 'c.md': 'C' };
const order: SourceOrder = { sources: ['b.js', 'a.js'], texts: ['c.md'] };

/** Says of each file that it has so many texts, and which files it was asked for. */
function reader(count = 1) {
  const asked: string[] = [];
  const read = async ({ sources, texts }: SourceOrder): Promise<SourceFacts> => {
    asked.push([...sources, ...texts].join(' '));
    const of = (file: string) =>
      Array.from({ length: count }, (_, index) => ({ field: 'f', text: `${file} ${index}`, file, line: 1, column: 1 }));
    return {
      violations: [],
      hosts: [],
      texts: [...sources, ...texts].flatMap(of).slice(0, maxFacts),
      asks: [],
      comparisons: [],
      staticData: [],
      unread: [],
    };
  };
  return { asked, read };
}

describe('rememberedFacts', () => {
  const of = (contents: Record<string, string>, remembering: Memory, { read }: ReturnType<typeof reader>) =>
    rememberedFacts({ files: memoryFiles(contents), memory: remembering }, order, read);

  it('reads a file again when it or its source map has changed, and keeps the order of the files', async () => {
    const remembering = growingMemory();
    const first = reader();
    const whole = await of(files, remembering, first);
    expect(first.asked).toEqual(['b.js a.js c.md']);
    const second = reader();
    expect(await of(files, remembering, second)).toEqual(whole);
    expect(second.asked).toEqual([]);
    const third = reader();
    expect(await of({ ...files, 'a.js': 'A2' }, remembering, third)).toEqual(whole);
    expect(third.asked).toEqual(['a.js']);
    const fourth = reader();
    await of({ ...files, 'b.js.map': '{"version":3}' }, remembering, fourth);
    expect(fourth.asked).toEqual(['b.js']);
  });

  it('returns the same as a fresh run beyond the limits', async () => {
    const remembering = growingMemory();
    const many = reader(maxFacts / 2 + 1);
    const fresh = await of(files, growingMemory(), many);
    expect(many.asked).toEqual(['b.js a.js c.md']);
    expect(await of(files, remembering, many)).toEqual(fresh);
    expect(await of({ ...files, 'a.js': 'A2' }, remembering, many)).toEqual(fresh);
  });
});
