import type { Token } from './script-tokens.ts';
import { callee, type Range } from './script-values.ts';

/** Functions to read per script. */
export const maxFunctions = 100;

/** The positions of functions and tasks, by name. */
export function functionsOf(tokens: readonly Token[]): Map<string, Range> {
  const found = new Map<string, Range>();
  const closers = closersOf(tokens);
  const closing = (open: number) => closers.get(open) ?? tokens.length;
  for (const [at, { kind, text }] of tokens.entries()) {
    if (found.size > maxFunctions) break;
    const after = (index: number) => tokens[at + index]?.text;
    if (text === 'function' && tokens[at + 1]?.kind === 'name' && after(2) === '(')
      found.set(after(1) ?? '', { from: at + 2, to: blockEnd(tokens, closing(at + 2), closing) });
    else if (/^(?:const|let|var)$/.test(text) && after(2) === '=' && isFunction(tokens, at + 3, closing))
      found.set(after(1) ?? '', { from: at + 3, to: statementEnd(tokens, at + 3, closing) });
    // `exports.copyIcons = copyIcons;`
    else if (text === 'exports' && after(1) === '.' && after(3) === '=' && after(4) !== after(2))
      found.set(after(2) ?? '', { from: at + 4, to: statementEnd(tokens, at + 4, closing) });
    else if (text === 'exports' && after(1) === '[' && after(4) === '=')
      found.set(after(2) ?? '', { from: at + 5, to: statementEnd(tokens, at + 5, closing) });
    else if (text === 'export' && after(1) === 'default')
      found.set('default', { from: at + 2, to: statementEnd(tokens, at + 2, closing) });
    else if (
      kind === 'name' &&
      text === 'task' &&
      after(1) === '(' &&
      tokens[at + 2]?.kind === 'text' &&
      after(3) === ','
    )
      found.set(after(2) ?? '', { from: at + 4, to: closing(at + 1) });
  }
  return found;
}

/** `() =>`, `x =>`, `function`, `async …`, and `series(…)` of gulp. */
function isFunction(tokens: readonly Token[], at: number, closing: (open: number) => number): boolean {
  const [first, second] = [tokens[at]?.text ?? '', tokens[at + 1]?.text ?? ''];
  if (/^(?:function|async)$/.test(first) || second === '=>') return true;
  if (/^(?:series|parallel)$/.test(callee(tokens, at).name.replace(/^\w+\./, ''))) return true;
  return first === '(' && tokens[closing(at) + 1]?.text === '=>';
}

/** The positions of closing brackets by those of the opening ones; an unclosed bracket closes at the end. */
export function closersOf(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const closers = new Map<number, number>();
  const open: number[] = [];
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'sign') continue;
    if (/^[([{]$/.test(text)) open.push(at);
    else if (/^[)\]}]$/.test(text)) closers.set(open.pop() ?? -1, at);
  }
  return closers;
}

/** The end of the block that follows the parameters of a function. */
const blockEnd = (tokens: readonly Token[], parameters: number, closing: (open: number) => number) =>
  tokens[parameters + 1]?.text === '{' ? closing(parameters + 1) + 1 : parameters + 1;

/** The end of an expression: a semicolon, or the start of the next statement. */
function statementEnd(tokens: readonly Token[], from: number, closing: (open: number) => number): number {
  for (let at = from; at < tokens.length; at++) {
    const { kind, text } = tokens[at] ?? { kind: 'other', text: '' };
    if (kind === 'sign' && /^[([{]$/.test(text)) at = closing(at);
    else if (kind === 'sign' && text === ';') return at;
    else if (at > from && /^(?:const|let|var|exports|module|export|import)$/.test(text)) return at;
  }
  return tokens.length;
}
