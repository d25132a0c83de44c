/** Returns why a check is skipped that needs a release of n8n. */
export function notInstalled(release: string): string {
  return `n8n ${release} is not installed; run \`service n8n install ${release}\``;
}

/** Returns the release that a reason of `notInstalled` names; undefined for other reasons. */
export function releaseNotInstalled(reason: string): string | undefined {
  return /^n8n (\S+) is not installed; /.exec(reason)?.[1];
}
