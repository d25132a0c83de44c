import { describe, expect, it } from 'vitest';
import { lintHere } from '../../../../plugins/n8n-node/lint/lint-here.ts';

describe('linting in this thread', () => {
  it('lints every file', () => {
    const files = Array.from({ length: 100 }, (_, index) => `nodes/${index}.ts`);
    const linted: string[] = [];
    expect(lintHere((file) => linted.push(file), files.values(), 20)).toBeUndefined();
    expect(linted).toEqual(files);
  });

  it('goes on when one turn of the watchdog is over', () => {
    const linted: string[] = [];
    const slowly = (file: string) => {
      for (const start = performance.now(); performance.now() - start < 150; );
      linted.push(file);
    };
    expect(lintHere(slowly, ['a.ts', 'b.ts', 'c.ts', 'd.ts'].values(), 20)).toBeUndefined();
    expect(linted).toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts']);
  });

  it('stops at a file that takes too long, whatever the linter does, and leaves the rest', () => {
    const queue = ['a.ts', 'endless.ts', 'b.ts'].values();
    const linted: string[] = [];
    const endless = (file: string) => {
      linted.push(file);
      while (file === 'endless.ts') {
        try {
          for (;;);
        } catch {
          // Stopped all the same.
        }
      }
    };
    expect(lintHere(endless, queue, 0.05)).toBe('endless.ts');
    expect(linted).toEqual(['a.ts', 'endless.ts']);
    expect([...queue]).toEqual(['b.ts']);
    expect(lintHere(endless, ['c.ts'].values(), 20)).toBeUndefined();
  });

  it('throws what the linter throws', () => {
    const broken = () => {
      throw new Error('broken');
    };
    expect(() => lintHere(broken, ['a.ts'].values(), 20)).toThrow('broken');
  });
});
