import type { Check } from '../../kernel/check.ts';
import type { Rule } from '../../kernel/finding.ts';
import type { ProjectType } from '../../kernel/plugin.ts';
import { builtinKernel } from '../../plugins/builtin.ts';
import { anchor, fence, generatedFrom, page, prose, table } from './markdown.ts';

/** docs/checks.md: every check and rule of the plugins that come with the product. */
export function checksPage(): string {
  const kernel = builtinKernel();
  return page([
    '# Checks',
    generatedFrom('the rules in `plugins/`'),
    'What is looked at, by project type, and each code that a finding may carry. `service explain <code>` prints the same. An error fails its check, a warning does not; `rules` in [the configuration](configuration.md) can change that on your machine.',
    ...[...kernel.projectTypes.values()].flatMap((type) => typeParts(type, kernel.checks(type.name))),
  ]);
}

function typeParts({ name, title, ruleset, reserved }: ProjectType, checks: readonly Check[]): string[] {
  if (reserved !== undefined) return [`## ${title} (\`${name}\`)`, `${prose(capitalised(reserved))}.`];
  return [
    `## ${title} (\`${name}\`)`,
    ruleset === undefined ? '' : `The rules in force are the ruleset \`${ruleset}\`.`,
    table(
      ['check', 'what', 'of', 'codes'],
      checks.map((check) => [
        `[${check.name}](#${anchor(headingOf(check))})`,
        prose(check.title),
        check.modes.length === 1 && check.modes[0] === 'project' ? 'projects only' : 'projects, packages',
        String(check.rules.length),
      ]),
    ),
    ...checks.flatMap(checkParts),
  ];
}

function headingOf({ name, title }: Check): string {
  return `${name}: ${prose(title)}`;
}

function checkParts(check: Check): string[] {
  const { rules, docs, needs = [] } = check;
  return [
    `### ${headingOf(check)}`,
    [
      docs === undefined ? '' : `[Read more](${docs}).`,
      needs.length === 0 ? '' : `Runs when these have passed: ${needs.join(', ')}.`,
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    table(
      ['code', 'severity', 'what'],
      rules.map(({ code, severity, title }) => [`[${code}](#${anchor(code)})`, severity, prose(title)]),
    ),
    ...rules.flatMap(ruleParts),
  ];
}

function ruleParts({ code, severity, title, why, fix, bad, good, docs }: Rule): string[] {
  return [
    `#### ${code}`,
    `${prose(title)} (${severity}).`,
    `**Why.** ${prose(why)}`,
    `**Fix.** ${prose(fix)}${docs === undefined ? '' : ` [Read more](${docs}).`}`,
    'Bad:',
    fence(bad),
    'Good:',
    fence(good),
  ];
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
