import type { SandboxOutcome } from '../../../kernel/sandbox.ts';

/** Why a child gave no valid result, in a few words. */
export function whyUnfinished(outcome: SandboxOutcome): string {
  switch (outcome.kind) {
    case 'timeout':
      return `timed out after ${outcome.seconds} s`;
    case 'ended':
      return outcome.reason;
    case 'threw':
      return outcome.message;
    case 'done':
      return 'its output is invalid';
  }
}
