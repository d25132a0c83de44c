import { readFileSync } from 'node:fs';
import { gitText } from '../../kernel/git-state.ts';
import type { ReportFormat } from '../../kernel/report/report.ts';
import { isCancelled } from '../../kernel/result.ts';
import { checksView } from './check-view.ts';
import { compatibilityView } from './compatibility-view.ts';
import { findingsView } from './finding-view.ts';
import { html, Markup } from './html.ts';
import { leftOutView } from './left-out-view.ts';
import { operationsView } from './operation-view.ts';
import { publishedView } from './published-view.ts';
import { statusLabel } from './run-labels.ts';

/** The page of a run as one file. */
export const htmlReport: ReportFormat = ({ verification, runId, ref, git = {} }) => {
  const { status, summary, packageName, projectType, checks, ruleset } = verification;
  const label = statusLabel({ status, cancelled: isCancelled(verification) });
  const facts = [
    ['Ref', ref],
    ['Commit', gitText(git)],
    ['Ruleset', ruleset],
  ].filter(([, value]) => value !== undefined && value !== '');
  const found = checks.some(({ findings }) => findings.length > 0);
  return reportDocument(
    `${label}: ${packageName}`,
    html`<p class="eyebrow">${projectType} · <code>${runId}</code></p>
<h1>${packageName}</h1>
<p class="verdict ${status}"><strong>${label}</strong> <span>${summary}</span></p>
${facts.length > 0 && html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`}
${checks.length > 0 && html`<section aria-labelledby="checks-title"><h2 id="checks-title">Checks</h2>${checksView(checks)}</section>`}
${found && html`<section aria-labelledby="findings-title"><h2 id="findings-title">Findings</h2>${findingsView(checks)}</section>`}
${publishedView(verification)}
${leftOutView(verification)}
${compatibilityView(checks)}
${operationsView(checks, { filter: false })}`,
  );
};

/** A page as one file: style included, no script, no links to a server. */
export function reportDocument(title: string, body: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · service</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${style()}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.text;
}

/** Our own file; it has no `<`. */
function style(): Markup {
  return new Markup(readFileSync(new URL('./assets/page.css', import.meta.url), 'utf8'));
}
