import type { Rule } from '../finding.ts';

/** Returns the documentation of a rule as paragraphs of Markdown. */
export function ruleMarkdown({ title, severity, why, fix, docs, bad, good }: Rule): string[] {
  return [
    `${prose(title)} (${severity}).`,
    `**Why.** ${prose(why)}`,
    `**Fix.** ${prose(fix)}${docs === undefined ? '' : ` [Read more](${docs}).`}`,
    'Bad:',
    fence(bad),
    'Good:',
    fence(good),
  ];
}

/** Converts plain text to Markdown: escapes markup except code in backticks. */
export function prose(text: string): string {
  return text
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[*[\]]/g, '\\$&').replaceAll('<', '&lt;')))
    .join('');
}

/** Wraps source text in a fence that is longer than any run of backticks in it. */
function fence(text: string): string {
  const longestRun = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const marks = '`'.repeat(longestRun + 1);
  return `${marks}\n${text.trimEnd()}\n${marks}`;
}
