import { ruleMarkdown } from '../../kernel/report/rule-markdown.ts';

/** Rules that are explained at one place: many findings about a whole file are at its start. */
const maxRules = 3;

/** Returns what `service explain` says about rules, as Markdown; empty if there are none. */
export async function hoverText(codes: readonly string[]): Promise<string> {
  if (codes.length === 0) return '';
  const { builtinKernel } = await import('../../plugins/builtin.ts');
  const rules = builtinKernel().rules();
  const texts = [...new Set(codes)].slice(0, maxRules).flatMap((code) => {
    const found = rules.get(code);
    return found ? [`### ${code}`, ...ruleMarkdown(found.rule)].join('\n\n') : [];
  });
  return texts.join('\n\n---\n\n');
}
