import { closersOf } from './script-functions.ts';
import type { Token } from './script-tokens.ts';

/** Endings of files that builds copy. */
const assets = ['.svg', '.png', '.json', '.jpg', '.jpeg', '.gif', '.webp', '.md'];

/** Other ways to select files, and to leave some out. */
const otherSelection =
  /^(?:!|continue|startsWith|includes|test|match|matches|minimatch|glob|globSync|fg|cp|cpSync|copy|copySync)$/;

/**
 * The endings by which a script selects files, `if (name.endsWith('.svg'))`; undefined if it may select others, too, or may leave
 * out those with these endings.
 */
export function endingsIn(tokens: readonly Token[]): ReadonlySet<string> | undefined {
  // What it prints is a sentence: `no icons (*.svg) found`.
  const isSentence = ({ kind, text }: Token) => kind === 'text' && text.trim().split(' ').length > 2;
  const texts = tokens.flatMap((one) =>
    (one.kind === 'text' || one.kind === 'other') && !isSentence(one) ? [one.text] : [],
  );
  const named = texts.filter((text) => /^\.\w+$/.test(text));
  const isClear =
    named.length > 0 &&
    named.every((ending) => assets.includes(ending)) &&
    tokens.some(({ text }) => text === 'endsWith') &&
    !skipsByEnding(tokens) &&
    !texts.some((text) => text.includes('*'));
  if (!isClear) return undefined;
  return new Set(assets.filter((ending) => texts.some((text) => text.includes(ending.slice(1)))));
}

/** Tokens of a condition, and of what it leads to, that are looked at. */
const maxCondition = 200;

/** Whether it may leave out files by their endings, or select others: `if (name.endsWith('.json')) continue;` */
function skipsByEnding(tokens: readonly Token[]): boolean {
  const closers = closersOf(tokens);
  // `catch { continue; }` is no selection.
  const isCaught = (at: number) => tokens[at - 1]?.text === '{' && tokens[at - 2]?.text === 'catch';
  const asksFunction = tokens.some(({ text }, at) => text === 'return' && tokens[at + 1]?.text === 'true');
  return tokens.some(({ kind, text }, at) => {
    if (kind === 'other' && text === '/') return !isOfReplacement(tokens, at);
    if (otherSelection.test(text))
      return !((text === 'continue' && isCaught(at)) || (text === '!' && isOfExistence(tokens, at)));
    // Its answer may be that a file is left out.
    if (asksFunction && (text === '?' || (kind === 'name' && /ignore|skip|excl|omit|drop/i.test(text)))) return true;
    if (text !== 'if') return false;
    const end = closers.get(at + 1);
    if (end === undefined || end - at > maxCondition) return true;
    const condition = tokens.slice(at + 2, end);
    const isByEnding = condition.some((one) => one.text === 'endsWith' || one.text === 'extname');
    const isByFunction =
      asksFunction && !isByEnding && condition.some((one) => one.text === '(') && !isOfPlace(condition);
    const block = tokens.slice(end + 1, (tokens[end + 1]?.text === '{' ? closers.get(end + 1) : undefined) ?? end + 3);
    return (isByEnding || isByFunction) && block.slice(0, maxCondition).some(isSkip);
  });
}

/** Whether a condition asks what there is: `!fs.existsSync('nodes')`, `entry.isDirectory()`. */
const isOfPlace = (condition: readonly Token[]) =>
  condition.every(
    ({ text }, at) => condition[at + 1]?.text !== '(' || /^(?:existsSync|isDirectory|isFile)$/.test(text),
  );

/** `return`, but not `return true`, of a function that says which files to copy. */
const isSkip = ({ text }: Token, at: number, block: readonly Token[]) =>
  text === 'return' && block[at + 1]?.text !== 'true';

/** `!fs.existsSync(`: about a folder. */
const isOfExistence = (tokens: readonly Token[], at: number) =>
  /^!(?:fs\.)?existsSync\($/.test(
    tokens
      .slice(at, at + 5)
      .map(({ text }) => text)
      .join('')
      .replace(/(?<=existsSync\().*/, ''),
  );

/** Tokens of a regular expression that are looked at. */
const maxPattern = 20;

/** Whether a slash begins or ends a regular expression that changes a path: `path.replace(/^nodes/, 'dist')`. */
function isOfReplacement(tokens: readonly Token[], at: number): boolean {
  const begins = (one: number) =>
    tokens[one]?.text === '/' && tokens[one - 1]?.text === '(' && /^replace/.test(tokens[one - 2]?.text ?? '');
  return Array.from({ length: Math.min(maxPattern, at) + 1 }, (_, before) => at - before).some(begins);
}
