import type { Check } from '../../kernel/check.ts';
import type { ProjectType } from '../../kernel/plugin.ts';
import { prose, ruleMarkdown } from '../../kernel/report/rule-markdown.ts';
import { builtinKernel } from '../../plugins/builtin.ts';
import { anchor, generatedFrom, page, table } from './markdown.ts';

/** Generates docs/checks.md: every check and rule of the built-in plugins. */
export function checksPage(): string {
  const kernel = builtinKernel();
  return page([
    '# Checks',
    generatedFrom('the rules in `plugins/`'),
    'All checks by project type, with the codes they report. `service explain <code>` prints the same. An error fails the check, a warning does not; for local runs, `rules` in [the configuration](configuration.md) changes the severity.',
    ...[...kernel.projectTypes.values()].flatMap((type) => typeParts(type, kernel.checks(type.name))),
  ]);
}

/** Which of n8n's linters it is, of which projects have another one. */
const lintSource =
  "Its lint rules are those of n8n's gate, `@n8n/scan-community-package`: codes that begin with `@n8n/community-nodes/` and `n8n-nodes-base/`, and `no-console`. `npm run lint` of a project from n8n's generator also runs the recommended rules of typescript-eslint, such as `no-explicit-any` and `no-unused-vars`, which the gate does not run.";

function typeParts({ name, title, ruleset, reserved }: ProjectType, checks: readonly Check[]): string[] {
  if (reserved !== undefined) return [`## ${title} (\`${name}\`)`, `${prose(capitalised(reserved))}.`];
  return [
    `## ${title} (\`${name}\`)`,
    ruleset === undefined ? '' : `Current ruleset: \`${ruleset}\`. ${lintSource}`,
    table(
      ['check', 'title', 'runs on', 'codes'],
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
      needs.length === 0 ? '' : `Requires these checks to pass: ${needs.join(', ')}.`,
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    table(
      ['code', 'severity', 'title'],
      rules.map(({ code, severity, title }) => [`[${code}](#${anchor(code)})`, severity, prose(title)]),
    ),
    ...rules.flatMap((rule) => [`#### ${rule.code}`, ...ruleMarkdown(rule)]),
  ];
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
