import { notCheckedText } from '../../kernel/not-checked.ts';
import { locationsByFile, locationsText } from '../../kernel/report/group-findings.ts';
import {
  type CheckReport,
  type IgnoredFinding,
  skipReason,
  unusedBaselineText,
  unusedIgnoreText,
  type Verification,
} from '../../kernel/result.ts';
import { count } from './format.ts';
import { html, type Markup, type Part, prose } from './html.ts';

/** Ignored findings on the page; the reports have all. */
const maxIgnored = 500;

/** Renders what did not count for the verdict: checks that were skipped, ignored findings, changed rules. Undefined if all did. */
export function leftOutView(verification: Verification): Markup | undefined {
  const { checks, ignored = [], unusedIgnores = [], unusedBaseline, ruleChanges = [] } = verification;
  const groups = [
    group('Checks not run', checks.flatMap(skippedItem)),
    group(
      'Not checked',
      checks.flatMap(({ name, notChecked = [] }) =>
        notChecked.length > 0 ? [html`<code>${name}</code> ${prose(notCheckedText(notChecked))}`] : [],
      ),
    ),
    group('Ignored findings', ignoredItems(ignored)),
    group(
      'Rules switched off or changed',
      ruleChanges.map(
        ({ code, severity }) => html`<code>${code}</code> is ${severity === 'off' ? 'off' : `a ${severity}`}`,
      ),
    ),
    group(
      'Unused entries of “ignore”',
      unusedIgnores.map((unused) => html`${unusedIgnoreText(unused)}`),
    ),
    group('Baseline', unusedBaseline === undefined ? [] : [unusedBaselineText(unusedBaseline)]),
  ].filter((each) => each !== undefined);
  if (groups.length === 0) return undefined;
  return html`<section aria-labelledby="left-out-title"><h2 id="left-out-title">Skipped, ignored or changed</h2>
<dl class="left-out">${groups}</dl></section>`;
}

function group(name: string, items: readonly Part[]): Markup | undefined {
  if (items.length === 0) return undefined;
  return html`<dt>${name}</dt><dd><ul>${items.map((item) => html`<li>${item}</li>`)}</ul></dd>`;
}

function skippedItem(check: CheckReport): Part[] {
  const reason = skipReason(check);
  return reason === undefined ? [] : [html`${check.title} <code>${check.name}</code>: ${prose(reason)}`];
}

/** One item for each reason and rule, with the locations on demand. */
function ignoredItems(ignored: readonly IgnoredFinding[]): Part[] {
  const groups = Map.groupBy(ignored.slice(0, maxIgnored), ({ code, reason }) => JSON.stringify([reason, code]));
  const items: Part[] = [...groups.values()].map((findings) => {
    const [first] = findings;
    const files = locationsByFile(findings);
    const head = html`<code>${first?.code ?? ''}</code> ${count(findings.length, 'finding')}: ${first?.reason ?? ''}`;
    if (files.length === 0) return head;
    const places = files.map((file) => html`<li><code>${locationsText(file)}</code></li>`);
    return html`<details><summary>${head}</summary><ul>${places}</ul></details>`;
  });
  const more = ignored.length - maxIgnored;
  return more > 0 ? [...items, `${count(more, 'more finding')} in the reports`] : items;
}
