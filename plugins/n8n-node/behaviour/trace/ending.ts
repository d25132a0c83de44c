import type { Run, Thrown } from './run.ts';
import type { OperationTrace } from './trace.ts';

/** Why nothing is known of an operation that may be run the next time. */
export const timeLimit = 'time limit reached';

/** What code is told that starts a process. */
export const noProcess = 'it starts a process, which the sandbox does not allow';

/** The trace of an operation that was not run. */
export const notRun = (index: number, unrun: string): OperationTrace => ({
  ...{ index, marked: [], shown: [], runs: [] },
  unrun,
});

/** Whether a run came to its end. */
export const hasEnded = ({ thrown, given }: Run): boolean => thrown === undefined && given === undefined;

/** The first error, of a run that outputs errors in place of all results: it says what others throw. */
export function errorOutput(run: Run): string | undefined {
  const items = (hasEnded(run) && run.outputs?.flat()) || [];
  return items.every(({ error }) => error !== undefined) ? items[0]?.error : undefined;
}

/** Whether code asked for an input item that there is none of. */
export const lacksItem = ({ message }: Pick<Thrown, 'message'>): boolean =>
  /^Cannot (?:read properties of undefined \(reading|destructure property) '(?:json|binary|pairedItem|0)'|^Could not get input with given index/.test(
    message,
  );

/** What JavaScript throws where code is wrong, and no author says to a user. */
const fault =
  /^(?:Cannot (?:read properties of|set properties of|destructure property|access '[\w$]+' before)|Class extends value\b|[\w$.]{1,100} is not (?:defined|iterable|a function|a constructor)\b)/;

/** Whether a fault of the code ended it, and nothing that it says itself. */
export const isFault = (message: string): boolean => fault.test(message);
