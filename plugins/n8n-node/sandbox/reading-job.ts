import type { ServiceContext } from '../../../kernel/check.ts';
import type { Guard } from '../../../kernel/guard.ts';
import type { SandboxJob } from '../../../kernel/sandbox.ts';

/** Runs a program that only reads files; undefined when it does not finish or its output is invalid. */
export async function readingJob<T>(
  { sandbox, signal }: Pick<ServiceContext, 'sandbox' | 'signal'>,
  job: Pick<SandboxJob, 'program' | 'kit' | 'input' | 'warmUp' | 'timeout'>,
  said: Guard<T>,
): Promise<T | undefined> {
  const outcome = await sandbox.run({ ...job, profile: 'tool', signal });
  return outcome.kind === 'done' && said.is(outcome.result) ? outcome.result : undefined;
}
