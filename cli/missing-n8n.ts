import { counted } from '../kernel/counted.ts';
import { skipReason, type Verification } from '../kernel/result.ts';
import { releaseNotInstalled } from '../plugins/n8n-node/n8n/not-installed.ts';

/** Returns which checks did not run because n8n is missing, and what to do; undefined if there are none. */
export function missingN8n({ checks }: Pick<Verification, 'checks'>): string | undefined {
  const releases = checks.flatMap((check) => releaseNotInstalled(skipReason(check) ?? '') ?? []);
  const [release] = releases;
  if (release === undefined) return undefined;
  const without = `${counted(releases.length, 'check')} did not run, because n8n ${release} is not installed`;
  return `${without}: run \`service n8n install ${release}\` with a network connection, then verify again`;
}
