import { describe, expect, it } from 'vitest';
import { lintHere } from '../../../../plugins/n8n-node/lint/lint-here.ts';

describe('linting in this thread', () => {
  it('gives what the linter finds', () => {
    expect(lintHere((file) => [{ code: 'no-console', file, message: 'text' }], 'nodes/a.ts', 20)).toEqual([
      { code: 'no-console', file: 'nodes/a.ts', message: 'text' },
    ]);
  });

  it('stops at a file that takes too long, whatever the linter does', () => {
    const endless = () => {
      for (;;) {
        try {
          for (;;);
        } catch {
          // Stopped all the same.
        }
      }
    };
    expect(lintHere(endless, 'nodes/a.ts', 0.05)).toBeUndefined();
    expect(lintHere(() => [], 'nodes/b.ts', 20)).toEqual([]);
  });

  it('throws what the linter throws', () => {
    const broken = () => {
      throw new Error('broken');
    };
    expect(() => lintHere(broken, 'nodes/a.ts', 20)).toThrow('broken');
  });
});
