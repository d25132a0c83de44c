import type { SandboxPlace } from '../../kernel/sandbox.ts';

/**
 * Levels of nesting that every process gets through. How far a recursion gets beyond that depends on which functions are
 * optimised by then, and so on the projects that the process saw before.
 */
const sureDepth = 500;

/**
 * To be called with how deep what a program looked into is nested.
 * @throws {Error} in a process that saw other projects, for what it may see otherwise than a new one: that is asked then
 */
export function onlyToSureDepth(depth: number, { earlier = 0 }: SandboxPlace): void {
  if (earlier > 0 && depth > sureDepth) throw new Error('what is nested this deep is for a process of its own');
}
