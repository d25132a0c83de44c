import type { CheckContext } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { commandsOf, environmentOf, type Publishing, stepsUpTo } from './publishing.ts';

/** Names of variables that tools of others read, and that npm does not. */
const likely = /^NPM_(?:AUTH_?|ACCESS_?|PUBLISH_?|SECRET_?)?TOKEN$/;
/** What may hand a token on. */
const handsOn = /npmrc|_auth|npm_config|\bnpm (?:set|login|adduser|config)\b|\bTOKEN\b|_TOKEN\b/i;

/**
 * A job that publishes with `npm publish` and has its token in a variable that nothing reads: npm reads that of the .npmrc which
 * setup-node writes, NODE_AUTH_TOKEN.
 * https://github.com/actions/setup-node/blob/main/docs/advanced-usage.md#publish-to-npmjs-and-gpr-with-npm
 */
export function unreadToken(publishing: Publishing, { files }: Pick<CheckContext, 'files'>): Observation | undefined {
  const { workflow, job, step } = publishing;
  const names = Object.keys(environmentOf(publishing));
  const name = names.find((one) => likely.test(one));
  if (name === undefined || names.some((one) => /^NODE_AUTH_TOKEN$|^npm_config_/i.test(one))) return undefined;
  if (files.exists('.npmrc') || files.absent().leftOut['.npmrc'] !== undefined) return undefined;
  if (!commandsOf(step.run).some((one) => /^npm publish\b/.test(one))) return undefined;
  const steps = stepsUpTo({ job, step });
  // Actions other than these may write a configuration for npm.
  if (steps.some(({ run, uses }) => handsOn.test(run) || (uses !== '' && !/^actions\//.test(uses)))) return undefined;
  const message = `Job "${job.name}" sets ${name}, which \`npm publish\` does not read`;
  return { code: 'provenance-workflow-token-unread', message, file: workflow.file, line: step.line };
}
