import { join, normalize } from '../project/project-path.ts';
import type { Token } from './script-tokens.ts';

/** The texts to which an expression may evaluate, and the position after it. */
interface Value {
  texts: readonly string[];
  next: number;
}

/** Known names of a script. */
export interface ScriptNames {
  /** Folder of the script, relative to the project. */
  folder: string;
  constants: ReadonlyMap<string, readonly string[]>;
}

/** Nesting of brackets in an expression, texts that it may evaluate to, and their characters. */
const limits = { depth: 20, texts: 200, characters: 2000 };

/** Positions of tokens: of the first one, and after the last one. */
export interface Range {
  from: number;
  to: number;
}

/**
 * The constants of a part of a script that are texts, lists of texts, or paths made of them.
 * @param known folder of the script, and the constants of what surrounds the part
 */
export function constantsOf(tokens: readonly Token[], known: ScriptNames, { from, to }: Range): ScriptNames {
  const constants = new Map(known.constants);
  const [named, twice] = [new Set<string>(), new Set<string>()];
  for (let index = from; index < to; index++) {
    const [name, sign] = [tokens[index + 1], tokens[index + 2]];
    if (!/^(?:const|let|var)$/.test(tokens[index]?.text ?? '') || name?.kind !== 'name' || sign?.text !== '=') continue;
    const value = valueAt(tokens, index + 3, { ...known, constants });
    if (named.has(name.text) || value === undefined) twice.add(name.text);
    else constants.set(name.text, value.texts);
    named.add(name.text);
  }
  // A name with different values in different scopes is unknown.
  for (const name of twice) constants.delete(name);
  return { ...known, constants };
}

/** Evaluates an expression that is a text, a list of texts, or a path made of them; undefined for others. */
export function valueAt(tokens: readonly Token[], at: number, names: ScriptNames, depth = 0): Value | undefined {
  let value = depth > limits.depth ? undefined : primary(tokens, at, names, depth);
  while (value && tokens[value.next]?.text === '+') {
    const right = primary(tokens, value.next + 1, names, depth);
    const [one, other] = [single(value), right && single(right)];
    if (!right || one === undefined || other === undefined || one.length + other.length > limits.characters)
      return undefined;
    value = { texts: [one + other], next: right.next };
  }
  return value;
}

function primary(tokens: readonly Token[], at: number, names: ScriptNames, depth: number): Value | undefined {
  const token = tokens[at];
  if (token?.kind === 'text') return { texts: [token.text], next: at + 1 };
  if (token?.text === '[') {
    const list = listAt(tokens, at, names, depth);
    const texts = list?.values.flat() ?? [];
    return list && texts.length <= limits.texts ? { texts, next: list.next } : undefined;
  }
  if (token?.kind !== 'name') return undefined;
  const called = callee(tokens, at);
  if (called.name === 'process.cwd' && tokens[called.next]?.text === '(') return { texts: [''], next: called.next + 2 };
  if (/^(?:path\.)?(?:posix\.)?(?:resolve|join|normalize)$/.test(called.name) && tokens[called.next]?.text === '(') {
    const list = listAt(tokens, called.next, names, depth);
    const parts = list?.values.map((texts) => (texts.length === 1 ? texts[0] : undefined));
    if (!list || !parts?.every((part) => part !== undefined && !part.startsWith('/'))) return undefined;
    return { texts: [normalize(join('.', ...parts.map((part) => part ?? '')))], next: list.next };
  }
  if (called.name === '__dirname' || called.name === 'import.meta.dirname')
    return { texts: [names.folder], next: called.next };
  const known = names.constants.get(called.name);
  return known && { texts: known, next: called.next };
}

const single = ({ texts }: Value) => (texts.length === 1 ? texts[0] : undefined);

/** The values between brackets, each with its texts. */
export function listAt(
  tokens: readonly Token[],
  open: number,
  names: ScriptNames,
  depth = 0,
): { values: (readonly string[])[]; next: number } | undefined {
  const close = tokens[open]?.text === '[' ? ']' : ')';
  const values: (readonly string[])[] = [];
  for (let at = open + 1; ; ) {
    if (tokens[at]?.text === close) return { values, next: at + 1 };
    const value = valueAt(tokens, at, names, depth + 1);
    if (!value || values.length >= limits.texts) return undefined;
    values.push(value.texts);
    at = value.next;
    if (tokens[at]?.text === ',') at += 1;
    else if (tokens[at]?.text !== close) return undefined;
  }
}

/** `a.b.c`, and the position after it. */
export function callee(tokens: readonly Token[], at: number): { name: string; next: number } {
  let name = tokens[at]?.text ?? '';
  let next = at + 1;
  while (tokens[next]?.text === '.' && tokens[next + 1]?.kind === 'name') {
    name += `.${tokens[next + 1]?.text}`;
    next += 2;
  }
  return { name, next };
}
