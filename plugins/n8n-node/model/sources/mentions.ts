import type { Service } from '../../../../kernel/check.ts';
import { reachedFiles } from '../../follow/reached-files.ts';
import { scriptReach } from '../../follow/script-reach.ts';
import { memoize } from '../../memoize.ts';
import { isTestFile } from '../../project/test-file.ts';

/** Code that reads parameters without their names. */
const readsAll =
  /\bgetNode\(\)\s*[!?]?\.\s*parameters\b|\bnode\.parameters\b|getNodeParameter\(\s*(?:[\w$]+\.name\b|`[^`]*\$\{|[\w$]+\s*\+)/;

/** Comments with which a line begins. What is not closed extends to the end, so that nothing is scanned twice. */
const comments = /^[ \t]*(?:\/\/.*|\/\*(?:[\s\S]*?\*\/|[\s\S]*))/gm;

/** What the editor only shows to users. */
const shownTexts =
  /\b(?:displayName|description|hint|placeholder|action)['"]?:\s{0,99}(?:'(?:[^'\\\n]|\\.){0,2000}'|"(?:[^"\\\n]|\\.){0,2000}"|`[^`$]{0,2000}`)/g;

/** The sources that nodes and credentials lead to. */
const reachedTexts: Service<readonly string[]> = {
  name: 'texts of the sources that run',
  async create({ service }) {
    const reached = await service(reachedFiles);
    const all = [...((await service(scriptReach))?.texts ?? [])];
    return all.flatMap(([path, text]) =>
      path.endsWith('.json') || isTestFile(path) || reached?.has(path) === false ? [] : [text],
    );
  },
};

/** Members that code reads, `it.word`, `it['word']` and `{ word } = it`; the expressions of descriptions are not code. */
const members =
  /(?<!\$credentials\??)\.\s{0,9}([\w$]+)|\[\s{0,9}['"`]([\w$]+)['"`]\s{0,9}\]|\{([\w$\s,:=.'"]{1,400})\}\s{0,9}(?::[^=;{}]{1,80})?(?:=|\))/g;

/** Whether code may read a member of that name, of whatever object. Also true where the sources are not known. */
export const mayReadMember: Service<(name: string) => boolean> = {
  name: 'members that the sources read',
  async create({ service }) {
    const texts = await service(reachedTexts);
    return (name) => texts.length === 0 || membersIn(texts).has(name);
  },
};

// Both are collected when a rule first asks: most projects have nothing to look up.
const membersIn = memoize((texts: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const text of texts)
    for (const [, member = '', key = '', pattern = ''] of text.matchAll(members))
      for (const [word] of `${member} ${key} ${pattern}`.matchAll(/[\w$]+/g)) found.add(word);
  return found;
});

/** A field that gets the value of another one: `body.word = …`, `{ word: options.other }`. In a table, its value is no member. */
const written = /(?:\.([\w$]+)[ \t]{0,9}=(?![=>])|(?<=[{,]\s{0,99})([\w$]+):\s{0,9}[\w$]+\??\.[\w$]+\s{0,9}[,}])/g;

/**
 * How often a word is written anywhere but in `name: 'word'`, in texts for users, in types, in comments, as the name of a variable and as a field
 * that gets a value: `body.word = …`. Infinite where the sources are not known, or read parameters without their names.
 */
export const timesMentioned: Service<(word: string) => number> = {
  name: 'words in the sources',
  async create({ service }) {
    const texts = await service(reachedTexts);
    return (word) => countsIn(texts)?.get(word) ?? Number.POSITIVE_INFINITY;
  },
};

const countsIn = memoize((texts: readonly string[]): ReadonlyMap<string, number> | undefined => {
  if (texts.length === 0 || texts.some((text) => readsAll.test(text))) return undefined;
  const counts = new Map<string, number>();
  const count = (word: string, by: number) => counts.set(word, (counts.get(word) ?? 0) + by);
  for (const source of texts) {
    const text = source.replace(comments, '').replace(shownTexts, '');
    const own = variablesIn(text);
    for (const [word] of text.matchAll(/[\w$]+/g)) count(word, 1);
    for (const [word] of text.matchAll(/(?<![.\w$'"`])[\w$]+(?![\w$'"`])/g)) if (own.has(word)) count(word, -1);
    for (const [, word = ''] of text.matchAll(
      /(?<![\w$])([\w$]+)\??:\s*(?:string|number|boolean|object|unknown|any)\b/g,
    ))
      if (!own.has(word)) count(word, -1);
    for (const [, assigned, key = ''] of text.matchAll(written)) count(assigned ?? key, -1);
    for (const [, word = ''] of text.matchAll(/\bname['"]?:\s*['"`]([\w$]+)['"`]/g)) count(word, -1);
  }
  return counts;
});

/** Whether a text is written somewhere in the sources, whatever it is there for. Also true where the sources are not known. */
export const writtenTexts: Service<(text: string) => boolean> = {
  name: 'whether a text is in the sources',
  async create({ service }) {
    const texts = await service(reachedTexts);
    return (text) => texts.length === 0 || texts.some((one) => one.includes(text));
  },
};

/** Whether a word is mentioned, or may be. */
export const mentions: Service<(word: string) => boolean> = {
  name: 'whether a word is in the sources',
  async create({ service }) {
    const times = await service(timesMentioned);
    return (word) => times(word) !== 0;
  },
};

/** Variables with a value of their own: `const word = …`. What is destructured has the name of a field. */
function variablesIn(text: string): Set<string> {
  const found = new Set([...text.matchAll(/\b(?:const|let|var)\s+([\w$]+)\s*[:=]/g)].map(([, word = '']) => word));
  for (const [, fields = ''] of text.matchAll(/\{([^{}]*)\}\s*(?:=(?![=>])|[:),])/g))
    for (const [field] of fields.matchAll(/[\w$]+/g)) found.delete(field);
  return found;
}
