/** Settings whose values are nobody's secret, those of pnpm among them: https://docs.npmjs.com/cli/v11/using-npm/config */
const harmless = new Set(
  (
    'access provenance tag tag-version-prefix save save-exact save-prefix package-lock shrinkwrap engine-strict fund audit ' +
    'audit-level legacy-peer-deps strict-peer-deps ignore-scripts prefer-offline prefer-dedupe install-strategy loglevel ' +
    'progress update-notifier sign-git-tag sign-git-commit git-tag-version message workspaces include-workspace-root ' +
    'node-linker auto-install-peers strict-peer-dependencies shamefully-hoist hoist link-workspace-packages ' +
    'prefer-workspace-packages shared-workspace-lockfile resolution-mode dedupe-peer-dependents use-node-version ' +
    'enable-pre-post-scripts public-hoist-pattern[] hoist-pattern[] min-release-age minimum-release-age'
  ).split(' '),
);

/** A line of .npmrc that may leave the author's machine: nothing, a harmless setting, a registry, or a variable's name. */
export function isHarmlessSetting(line: string): boolean {
  const text = line.trim();
  if (text === '' || /^[#;]/.test(text)) return text.length < 2 || !/auth|token|password|_key/i.test(text);
  const at = text.indexOf('=');
  const [key, value] = at < 0 ? [text, ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (/^["']?\$\{\w+\}["']?$/.test(value) || harmless.has(key)) return true;
  return /^(?:@[\w.-]+:)?registry$/.test(key) && /^https?:\/\/[\w.:-]+(?:\/[\w./-]*)?$/.test(value);
}
