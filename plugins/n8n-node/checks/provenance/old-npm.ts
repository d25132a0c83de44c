import type { CheckContext } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { type Publishing, stepsUpTo } from './publishing.ts';

/** Actions that bring neither a token nor another npm. */
const known = /^(?:actions\/[\w-]+|pnpm\/action-setup|softprops\/action-gh-release)@/;
/** Commands that may bring another npm or Node.js. */
const updates =
  /\bnpm@|\bnpm (?:i|install|update|up)\b[^\n]*\bnpm\b(?!-)|\bcorepack\b|\bnvm\b|\bvolta\b|\bfnm\b|\bbrew\b|\bapt/;
/** Words of what gives npm a token. */
const ofToken = /token|_auth|npmrc|login|secrets\./i;
const ofGitHub = /\b(?:GITHUB_TOKEN|GH_TOKEN|github\.token)\b|\bsecrets\.GITHUB_TOKEN\b/g;

/**
 * A job whose npm, the one that comes with its Node.js, cannot do what the job needs: provenance since npm 9.5.0, which came
 * with Node.js 18.15; trusted publishing since npm 11.5.1, which came with none before Node.js 22.
 * https://docs.npmjs.com/generating-provenance-statements, https://docs.npmjs.com/trusted-publishers
 */
export function oldNpm(
  { workflow, job, step, command }: Publishing,
  { files }: Pick<CheckContext, 'files'>,
): Observation | undefined {
  if (step.run === '' || !/\b(?:npm publish|n8n-node release)\b/.test(command)) return undefined;
  const steps = stepsUpTo({ job, step });
  if (steps.some(({ run, uses }) => updates.test(run) || (uses !== '' && !known.test(uses)))) return undefined;
  const setUp = steps.filter(({ uses }) => uses.startsWith('actions/setup-node@'));
  const [{ with: options, condition, line } = step] = setUp;
  const version = /^v?(\d+)(?:\.(\d+|x))?(?:\.(?:\d+|x))?$/.exec(options['node-version'] ?? '');
  if (setUp.length !== 1 || condition !== '' || !version) return undefined;
  const [shown, major, minor] = version;
  const at = { code: 'provenance-workflow-npm-old', file: workflow.file, line, evidence: `node-version: ${shown}` };
  if (Number(major) < 18 || (Number(major) === 18 && Number(minor) < 15)) {
    const message = `Job "${job.name}" publishes with the npm of Node.js ${shown}, which cannot create provenance`;
    return { ...at, message };
  }
  const said = JSON.stringify([workflow.env, job.env, steps]).replaceAll(ofGitHub, '');
  // Later versions of Node.js 22 may bring it.
  if (Number(major) >= 22 || files.exists('.npmrc') || ofToken.test(said)) return undefined;
  const message = `Job "${job.name}" publishes without a token, and the npm of Node.js ${shown} has no trusted publishing`;
  return { ...at, message };
}
