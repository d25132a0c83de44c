import type { Observation } from '../../../../kernel/index.ts';
import type { FoundInSource } from './source-facts.ts';

/** The observation of a check. In a bundled dependency it is a warning: the author did not write that code. */
export function observationOf({
  code,
  message,
  file,
  line,
  column,
  evidence,
  severity,
  bundled,
}: FoundInSource): Observation {
  if (bundled === undefined) return { code, message, file, line, column, evidence, ...(severity && { severity }) };
  const where = `${message} (in the bundled package ${bundled})`;
  return { code, message: where, file, line, column, evidence, severity: 'warning' };
}
