import type { Observation, Rule } from '../../../../../kernel/index.ts';
import type { ConfigProblem } from '../../../../../kernel/plugin.ts';

/** The command refuses such files before it uploads anything; other clients of the cloud may not. */
export const configInvalid: Rule = {
  code: 'behaviour-config-invalid',
  title: 'Settings of the check cannot be used',
  severity: 'error',
  why: 'The check runs no operation until the settings are valid, because the results would not be those that you configured.',
  fix: 'Correct the file; docs/behaviour.md describes its fields.',
  bad: '{ "behaviour": { "operations": [{ "operation": "upload" }] } }',
  good: '{ "behaviour": { "operations": [{ "operation": "upload", "reason": "needs a file of 1 GB" }] } }',
};

export const violationOf = ({ file, reason, position }: ConfigProblem): Observation => ({
  code: configInvalid.code,
  message: reason,
  file,
  ...position,
});
