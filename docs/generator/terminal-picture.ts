import width from 'fast-string-width';

/** Pixels. A character of common monospaced fonts is 0.6 times as wide as the font size. */
const fontSize = 14;
const column = fontSize * 0.6;
const lineHeight = 20;
const margin = 20;
const bar = 36;

const palette = {
  paper: '#16181a',
  frame: '#33373b',
  text: '#e5e1d8',
  red: '#f29088',
  green: '#7fc9a4',
  yellow: '#e2b45c',
  cyan: '#8ccab3',
  dim: '#a39e94',
};

/** Styles by the SGR codes that picocolors uses (https://en.wikipedia.org/wiki/ANSI_escape_code#Select_Graphic_Rendition_parameters). */
const effects: Readonly<Record<string, Partial<Style>>> = {
  '1': { bold: true },
  '2': { dim: true },
  '22': { bold: false, dim: false },
  '31': { color: palette.red },
  '32': { color: palette.green },
  '33': { color: palette.yellow },
  '36': { color: palette.cyan },
  '39': { color: palette.text },
};

interface Style {
  color: string;
  bold: boolean;
  dim: boolean;
}

const plain: Style = { color: palette.text, bold: false, dim: false };

/**
 * Draws terminal output as an SVG with real text, so that the picture is small, sharp and the same on every machine.
 * @param output lines with the colors of picocolors
 * @param title alternative text
 * @throws {Error} for an unknown escape sequence
 */
export function terminalPicture(
  output: readonly string[],
  { title, columns }: { title: string; columns: number },
): string {
  const wide = Math.ceil(columns * column + 2 * margin);
  const high = bar + output.length * lineHeight + margin;
  const dots = [palette.red, palette.yellow, palette.green].map(
    (color, index) => `<circle cx="${margin + 4 + index * 18}" cy="18" r="5" fill="${color}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" role="img" aria-labelledby="title">
<title id="title">${escaped(title)}</title>
<rect x="0.5" y="0.5" width="${wide - 1}" height="${high - 1}" rx="8" fill="${palette.paper}" stroke="${palette.frame}"/>
${dots.join('')}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace" font-size="${fontSize}">
${output.map(lineOf).filter(Boolean).join('\n')}
</g>
</svg>
`;
}

/** Positions each span by column and sets its width, because fonts differ in width. */
function lineOf(line: string, index: number): string {
  let style = plain;
  let at = 0;
  const spans: string[] = [];
  for (const [, sequence, text = ''] of line.matchAll(/\u001b\[(\d+)m|([^\u001b]+)/g)) {
    if (sequence !== undefined) {
      const effect = effects[sequence];
      if (!effect) throw new Error(`Unknown escape sequence ${sequence}`);
      style = { ...style, ...effect };
      continue;
    }
    const shown = text.trim();
    const blanks = text.length - text.trimStart().length;
    if (shown !== '') spans.push(spanOf(shown, { at: at + blanks, style }));
    at += width(text);
  }
  if (spans.length === 0) return '';
  return `<text y="${bar + (index + 0.7) * lineHeight}">${spans.join('')}</text>`;
}

function spanOf(text: string, { at, style }: { at: number; style: Style }): string {
  const { color, bold, dim } = style;
  const fill = dim && color === palette.text ? palette.dim : color;
  const place = `x="${pixels(margin + at * column)}" textLength="${pixels(width(text) * column)}"`;
  return `<tspan ${place} fill="${fill}"${bold ? ' font-weight="bold"' : ''}>${escaped(text.replaceAll(' ', '\u00a0'))}</tspan>`;
}

const pixels = (value: number) => Number(value.toFixed(1));

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
