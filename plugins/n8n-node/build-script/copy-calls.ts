import { normalize } from '../project/project-path.ts';
import { baseOf, type CopyRule } from './copy-rule.ts';
import type { Token } from './script-tokens.ts';
import { callee, listAt, type ScriptNames, valueAt } from './script-values.ts';

/** `src('nodes/**').pipe(dest('dist/nodes'))`, and what comes after it: `.pipe(dest('dist/icons'))` */
export function pipedCopy(tokens: readonly Token[], at: number, names: ScriptNames): CopyRule[] | undefined {
  const globs = valueAt(tokens, at + 2, names);
  if (!globs) return undefined;
  const options = optionsAt(tokens, globs.next, names);
  if (!options) return undefined;
  const folders: string[] = [];
  // After the first folder, another pipe may do anything to what comes next; `.on('end', …)` does nothing.
  for (let next: number | undefined = options.next; next !== undefined; ) {
    const piped = destinationAt(tokens, next, names);
    if (piped) folders.push(piped.folder);
    next = piped?.next;
  }
  if (folders.length === 0) return undefined;
  const all = globs.texts.map(clean);
  if (!all.every((glob) => glob !== undefined)) return undefined;
  const refused = all.filter((glob) => glob.startsWith('!'));
  return all
    .filter((glob) => !glob.startsWith('!'))
    .flatMap((glob) =>
      folders.map((to) => ({ from: [glob, ...refused], to, as: { below: options.base ?? baseOf(glob) } })),
    );
}

/** `.pipe(dest('dist/nodes'))` */
function destinationAt(
  tokens: readonly Token[],
  at: number,
  names: ScriptNames,
): { folder: string; next: number } | undefined {
  const words = ['.', 'pipe', '('];
  if (!words.every((word, index) => tokens[at + index]?.text === word)) return undefined;
  const { name, next: open } = callee(tokens, at + words.length);
  if (!/^(?:\w+\.)?dest$/.test(name) || tokens[open]?.text !== '(') return undefined;
  const list = listAt(tokens, open, names);
  const [to, ...more] = list?.values ?? [];
  const folder = to?.length === 1 && more.length === 0 ? clean(to[0] ?? '') : undefined;
  return list && folder !== undefined ? { folder, next: list.next + 1 } : undefined;
}

/** `)`, or `, { base: '.' })`: only options that change no path. */
function optionsAt(
  tokens: readonly Token[],
  at: number,
  names: ScriptNames,
): { next: number; base?: string } | undefined {
  if (tokens[at]?.text === ')') return { next: at + 1 };
  if (tokens[at]?.text !== ',') return undefined;
  if (tokens[at + 1]?.text === ')') return { next: at + 2 };
  if (tokens[at + 1]?.text !== '{') return undefined;
  let base: string | undefined;
  for (let next = at + 2; ; ) {
    const [key, colon] = [tokens[next]?.text, tokens[next + 1]?.text];
    if (key === '}') return colon === ')' ? { next: next + 2, ...(base !== undefined && { base }) } : undefined;
    if (key === ',') next += 1;
    else if (colon !== ':') return undefined;
    else if (key === 'base') {
      const value = valueAt(tokens, next + 2, names);
      base = value?.texts.length === 1 ? clean(value.texts[0] ?? '') : undefined;
      if (!value || base === undefined) return undefined;
      next = value.next;
    } else if (/^(?:encoding|allowEmpty|removeBOM|buffer|dot|nodir|read)$/.test(key ?? '')) next += 3;
    else return undefined;
  }
}

/** `fs.cpSync('icons', 'dist/icons', …)`: of a file or folder. */
export function copied(tokens: readonly Token[], at: number, names: ScriptNames): CopyRule[] | undefined {
  const from = valueAt(tokens, at + 2, names);
  if (from?.texts.length !== 1 || tokens[from.next]?.text !== ',') return undefined;
  const to = valueAt(tokens, from.next + 1, names);
  const [one, other] = [clean(from.texts[0] ?? ''), to?.texts.length === 1 ? clean(to.texts[0] ?? '') : undefined];
  if (one === undefined || other === undefined || one === '') return undefined;
  return [
    { from: [one], to: other, as: 'file' },
    { from: [`${one}/**/*`], to: other, as: { below: one } },
  ];
}

/** Relative to the project; undefined outside of it. */
function clean(path: string): string | undefined {
  const negated = path.startsWith('!');
  const inside = normalize(negated ? path.slice(1) : path).replace(/^\.\/|\/$/g, '');
  if (inside.startsWith('/') || inside === '..' || inside.startsWith('../')) return undefined;
  return `${negated ? '!' : ''}${inside === '.' ? '' : inside}`;
}
