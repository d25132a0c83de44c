import { copied, pipedCopy } from './copy-calls.ts';
import type { CopyRule } from './copy-rule.ts';
import { functionsOf, maxFunctions } from './script-functions.ts';
import { scriptTokens, type Token } from './script-tokens.ts';
import { constantsOf, type Range, type ScriptNames } from './script-values.ts';
import { endingsIn } from './selected-endings.ts';

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
