import type { ServiceContext } from '../../../kernel/check.ts';
import { notNeeded, type SandboxJob, type SandboxOutcome } from '../../../kernel/sandbox.ts';

/** A program that starts while its input is not known yet. */
export interface StartedProgram<Input> extends AsyncDisposable {
  /** To be called once. */
  run(input: Input): Promise<SandboxOutcome>;
}

/** Starts a program in the sandbox. It is ended when it is disposed of. */
export function startProgram<Input>(
  { sandbox, signal }: Pick<ServiceContext, 'sandbox' | 'signal'>,
  job: Omit<SandboxJob, 'input' | 'signal'>,
): StartedProgram<Input> {
  const input = Promise.withResolvers<Input>();
  const disposal = new AbortController();
  const ended = AbortSignal.any([signal, disposal.signal]);
  const outcome = sandbox.run({ ...job, input: input.promise, signal: ended });
  // Told to who runs something in it.
  outcome.catch(() => {});
  return {
    run(given) {
      input.resolve(given);
      return outcome;
    },
    async [Symbol.asyncDispose]() {
      disposal.abort(notNeeded);
      await outcome.catch(() => {});
    },
  };
}
