import { normalize } from '../project/project-path.ts';
import { baseOf, type CopyRule } from './copy-rule.ts';
import { scriptTokens, type Token } from './script-tokens.ts';
import { callee, constantsOf, listAt, type Range, type ScriptNames, valueAt } from './script-values.ts';

/** What a script copies. */
export interface ScriptCopies {
  rules: readonly CopyRule[];
  /** Whether it also copies files that its text does not name. */
  unclear: boolean;
  /** The endings of those, if it selects them by their endings: `.svg`. */
  endings?: ReadonlySet<string> | undefined;
}

/** Functions that a script may call if it only reads, copies and removes files. */
const harmless = new Set(
  (
    'require log warn error info table exit on once Promise if for while switch catch function return await Error Set Map ' +
    'Date URL forEach map filter find some every endsWith startsWith includes push join replace replaceAll test split ' +
    'slice trim sort flat flatMap concat indexOf lastIndexOf substring at keys values entries toString toLowerCase ' +
    'toUpperCase padEnd padStart repeat round now then finally all resolve reject relative dirname basename extname ' +
    'normalize cwd parse stringify fileURLToPath has get add set readFileSync readdirSync existsSync statSync lstatSync ' +
    'mkdirSync rmSync rmdirSync unlinkSync emptyDirSync ensureDirSync readFile readdir mkdir rm stat lstat access unlink ' +
    'ensureDir emptyDir isFile isDirectory sync glob globSync fg del rimraf done cb callback next main src dest pipe ' +
    'series parallel task merge watch'
  ).split(' '),
);
const copying = new Set(['copyFileSync', 'copyFile', 'cpSync', 'cp', 'copySync', 'copy']);

/**
 * Reads what a Node.js script copies, without running it.
 * @param folder of the script, relative to the project
 * @returns undefined for a script that may do other things
 */
export function copiesOfScript(script: string, folder: string): ScriptCopies | undefined {
  const tokens = scriptTokens(script);
  if (!tokens || runsOthers(tokens)) return undefined;
  const functions = functionsOf(tokens);
  if (functions.size > maxFunctions) return undefined;
  const whole = { from: 0, to: tokens.length };
  return copiesIn(tokens, [whole], { names: constantsOf(tokens, { folder, constants: new Map() }, whole), functions });
}

/**
 * Reads what tasks of the gulpfile of a project copy.
 * @param tasks their names
 * @returns undefined if they may do other things, or do not exist
 */
export function copiesOfGulp(script: string, tasks: readonly string[]): ScriptCopies | undefined {
  const tokens = scriptTokens(script);
  if (!tokens) return undefined;
  const functions = functionsOf(tokens);
  if (functions.size > maxFunctions) return undefined;
  const reached = new Map<string, Range>();
  const todo = [...tasks];
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    const range = functions.get(name);
    if (!range && tasks.includes(name)) return undefined;
    if (!range || reached.has(name)) continue;
    reached.set(name, range);
    for (const { kind, text } of tokens.slice(range.from, range.to))
      if (kind !== 'other' && functions.has(text) && !reached.has(text)) todo.push(text);
  }
  const names = constantsOf(tokens, { folder: '', constants: new Map() }, { from: 0, to: tokens.length });
  return copiesIn(tokens, [...reached.values()], { names, functions });
}

/** Functions to read per script. */
const maxFunctions = 100;

function copiesIn(
  tokens: readonly Token[],
  ranges: readonly Range[],
  { names, functions }: { names: ScriptNames; functions: ReadonlyMap<string, Range> },
): ScriptCopies | undefined {
  const rules: CopyRule[] = [];
  let unclear = false;
  for (const { from, to } of ranges) {
    // Functions may use one name for different folders.
    const own = constantsOf(tokens, names, { from, to });
    for (let at = from; at < to; at++) {
      if (tokens[at]?.kind !== 'name' || tokens[at + 1]?.text !== '(') continue;
      const name = tokens[at]?.text ?? '';
      const read = name === 'src' ? pipedCopy(tokens, at, own) : copying.has(name) ? copied(tokens, at, own) : [];
      if (!harmless.has(name) && !copying.has(name) && !functions.has(name)) return undefined;
      if (read) rules.push(...read);
      // Not the declaration itself.
      else if (tokens[at - 1]?.text !== 'function') unclear = true;
    }
  }
  return { rules, unclear, endings: unclear ? endingsIn(tokens) : undefined };
}

/** Endings of files that builds copy. */
const assets = ['.svg', '.png', '.json', '.jpg', '.jpeg', '.gif', '.webp', '.md'];

/** Other ways to select files, and to leave some out. */
const otherSelection =
  /^(?:!|continue|startsWith|includes|test|match|matches|minimatch|glob|globSync|fg|cp|cpSync|copy|copySync)$/;

/**
 * The endings by which a script selects files, `if (name.endsWith('.svg'))`; undefined if it may select others, too, or may leave
 * out those with these endings.
 */
function endingsIn(tokens: readonly Token[]): ReadonlySet<string> | undefined {
  const texts = tokens.flatMap(({ kind, text }) => (kind === 'text' || kind === 'other' ? [text] : []));
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
  return tokens.some(({ kind, text }, at) => {
    if (kind === 'other' && text === '/') return !isOfReplacement(tokens, at);
    if (otherSelection.test(text)) return !(text === 'continue' && isCaught(at));
    if (text !== 'if') return false;
    const end = closers.get(at + 1);
    if (end === undefined || end - at > maxCondition) return true;
    const isByEnding = tokens.slice(at, end).some((one) => one.text === 'endsWith' || one.text === 'extname');
    const block = tokens.slice(end + 1, (tokens[end + 1]?.text === '{' ? closers.get(end + 1) : undefined) ?? end + 2);
    return isByEnding && block.slice(0, maxCondition).some((one) => one.text === 'return');
  });
}

/** Tokens of a regular expression that are looked at. */
const maxPattern = 20;

/** Whether a slash begins or ends a regular expression that changes a path: `path.replace(/^nodes/, 'dist')`. */
function isOfReplacement(tokens: readonly Token[], at: number): boolean {
  const begins = (one: number) =>
    tokens[one]?.text === '/' && tokens[one - 1]?.text === '(' && /^replace/.test(tokens[one - 2]?.text ?? '');
  return Array.from({ length: Math.min(maxPattern, at) + 1 }, (_, before) => at - before).some(begins);
}

/** `src('nodes/**').pipe(dest('dist/nodes'))`, and what comes after it: `.pipe(dest('dist/icons'))` */
function pipedCopy(tokens: readonly Token[], at: number, names: ScriptNames): CopyRule[] | undefined {
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
function copied(tokens: readonly Token[], at: number, names: ScriptNames): CopyRule[] | undefined {
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

/** Whether a script loads another one of the project, which may do anything. */
function runsOthers(tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ kind, text }, at) =>
      kind === 'text' &&
      text.startsWith('.') &&
      !text.endsWith('.json') &&
      /^(?:\(|from|import)$/.test(tokens[at - 1]?.text ?? '') &&
      isLoad(tokens, at),
  );
}

const isLoad = (tokens: readonly Token[], at: number) =>
  tokens[at - 1]?.text !== '(' || /^(?:require|import)$/.test(tokens[at - 2]?.text ?? '');

/** The positions of functions and tasks, by name. */
function functionsOf(tokens: readonly Token[]): Map<string, Range> {
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
function closersOf(tokens: readonly Token[]): ReadonlyMap<number, number> {
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
