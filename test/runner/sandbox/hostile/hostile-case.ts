import { expect } from 'vitest';
import type { SandboxJob, SandboxOutcome } from '../../../../kernel/sandbox.ts';
import type { Isolation } from '../../../../runner/sandbox/isolation.ts';

/** One thing that a hostile package tries when it is loaded. */
export interface HostileCase {
  name: string;
  /** A CommonJS module of the project; its export is called with the place and the targets (`Targets`). */
  code: string;
  /** More of the project. */
  files?: () => Record<string, string | Uint8Array>;
  /** Seconds of wall time, and profile, where they matter. */
  job?: Partial<Pick<SandboxJob, 'timeout' | 'profile'>>;
  /** Fails when the attack got anywhere. */
  held(outcome: SandboxOutcome): void;
  /** Isolations that can't hold it, and why. A test proves that they don't. */
  notHeld?: Partial<Record<Isolation['name'], string>>;
}

/** The project's code went on to its end and found every door closed: it returns the doors that were open. */
export const nothingOpen = (outcome: SandboxOutcome): void => {
  expect(outcome).toMatchObject({ kind: 'done', result: [] });
};

/** It ended before it could give a result. */
export const ended = (outcome: SandboxOutcome): void => {
  expect(outcome.kind).toBe('ended');
};

/** It ended, or its code was told no. */
export const noResult = (outcome: SandboxOutcome): void => {
  expect(['ended', 'threw']).toContain(outcome.kind);
};

/** Tries each of `ways`, an object of functions; those that don't throw are doors that were open. */
export const tryAll = (ways: string): string => `
  module.exports = async (place, targets) => {
    const open = [];
    for (const [name, way] of Object.entries(${ways})) {
      try { open.push([name, String(await way(place, targets)).slice(0, 200)]); } catch {}
    }
    return open;
  };`;
