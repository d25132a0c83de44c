import type { Manifest } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import type { Publishing } from './publishing.ts';

/**
 * Tags that start the workflow, and nothing else does, where the tag of the current version is none of them.
 * https://docs.github.com/en/actions/reference/workflow-syntax-for-github-actions#filter-pattern-cheat-sheet
 */
export function missedTags({ workflow: { file, tags }, job }: Publishing, manifest: Manifest): Observation | undefined {
  const { version } = manifest;
  // A version that the release itself sets says nothing, nor does a workflow for some versions only.
  if (typeof version !== 'string' || !/^\d{1,9}\.\d{1,9}\.\d{1,9}$/.test(version) || version.startsWith('0.0.0'))
    return undefined;
  if (tags.length === 0 || !tags.every((pattern) => ofAnyVersion.test(pattern))) return undefined;
  if (tags.some((pattern) => matcherOf(pattern).test(`${/^v?/.exec(pattern)?.[0]}${version}`))) return undefined;
  const patterns = tags.map((pattern) => `"${pattern}"`).join(', ');
  return {
    code: 'provenance-workflow-trigger',
    message: `Workflow publishes at tags that match ${patterns}, which the tag of the current version, ${version}, does not`,
    fix: 'Write a pattern that matches every version, such as `v*.*.*`. Patterns are no regular expressions: `[0-9]` is one digit, `[0-9]+` one or more, and `\\d` the letter d.',
    file,
    line: job.line,
  };
}

/** Three parts without a digit of their own: `v[0-9].[0-9].[0-9]`. */
const ofAnyVersion = /^v?(?:(?:\*{1,2}|\[0-9\]\+?|\\d\+?)(?:\\?\.|$)){3}$/;

/** Of such a pattern: `*` is anything but a slash, `+` repeats what is before it, and a character after a backslash is itself. */
const matcherOf = (pattern: string) =>
  new RegExp(
    `^${pattern.replace(/\\?\.|\*+|\\(\w)/g, (part, letter) => (part.startsWith('*') ? '[^/]*' : (letter ?? '\\.')))}$`,
  );
