import { html } from './html.ts';

const label = 'verified';
/** Pixels of a character, on average, and beside a text. */
const characterWidth = 6.6;
const padding = 6;

const looks = {
  passed: { text: 'passed', color: '#1a7f37' },
  failed: { text: 'failed', color: '#b42318' },
  none: { text: 'not verified', color: '#57606a' },
} as const;

/** Renders the verdict on a package as an SVG image that READMEs can show. */
export function badge(verdict: keyof typeof looks): string {
  const { text, color } = looks[verdict];
  const name = verdict === 'none' ? text : `${label}: ${text}`;
  const left = verdict === 'none' ? 0 : widthOf(label);
  const width = left + widthOf(text);
  const written = (x: number, content: string) =>
    html`<text x="${x}" y="14" textLength="${widthOf(content) - 2 * padding}">${content}</text>`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${name}">
<title>${name}</title>
<rect width="${width}" height="20" rx="3" fill="${color}"/>
${left > 0 && html`<path d="M3 0h${left - 3}v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#24292f"/>`}
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
${left > 0 && written(padding, label)}
${written(left + padding, text)}
</g>
</svg>
`.text;
}

function widthOf(text: string): number {
  return Math.round(text.length * characterWidth) + 2 * padding;
}
