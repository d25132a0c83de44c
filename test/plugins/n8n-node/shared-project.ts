import { expect } from 'vitest';
import type { Observation } from '../../../kernel/finding.ts';
import type { Contents } from './project-on-disk.ts';

/**
 * A project that several tests put files into. It is checked once, when the first of them asks: a sandbox for each would take
 * longer than all the rest.
 * @returns adds files of one test, and returns what tells the findings in them
 */
export function sharedProject(check: (contents: Contents) => Promise<Observation[]>) {
  const all: Record<string, string | Uint8Array> = {};
  let checked: Promise<Observation[]> | undefined;
  return (own: Contents) => {
    for (const [path, text] of Object.entries(own)) {
      if (Object.hasOwn(all, path)) throw new Error(`Another test has ${path}`);
      all[path] = text;
    }
    return async () => {
      checked ??= check(all);
      const found = await checked;
      // No test would see them.
      expect(found.filter(({ file = '' }) => !Object.hasOwn(all, file))).toEqual([]);
      return found.filter(({ file = '' }) => Object.hasOwn(own, file));
    };
  };
}
