import type { Service } from '../../../../kernel/check.ts';
import { reachedFiles } from '../../follow/reached-files.ts';
import { scriptReach } from '../../follow/script-reach.ts';
import { isTestFile } from '../../project/test-file.ts';

/** Code that reads parameters without their names. */
const readsAll = /\bgetNode\(\)\s*[!?]?\.\s*parameters\b|\bnode\.parameters\b|getNodeParameter\(\s*[\w$]+\.name\b/;

/** Comments with which a line begins. What is not closed extends to the end, so that nothing is scanned twice. */
const comments = /^[^\S\n]*(?:\/\/.*|\/\*(?:[\s\S]*?\*\/|[\s\S]*))/gm;

/**
 * Whether a word is written anywhere but in `name: 'word'`, in types and in comments. Also true where the sources are not
 * known, or read parameters without their names.
 */
export const mentions: Service<(word: string) => boolean> = {
  name: 'words in the sources',
  async create({ service }) {
    const reached = await service(reachedFiles);
    const all = [...((await service(scriptReach))?.texts ?? [])];
    const texts = all.flatMap(([path, text]) =>
      path.endsWith('.json') || isTestFile(path) || reached?.has(path) === false ? [] : [text],
    );
    if (texts.length === 0 || texts.some((text) => readsAll.test(text))) return () => true;
    const counts = new Map<string, number>();
    const count = (word: string, by: number) => counts.set(word, (counts.get(word) ?? 0) + by);
    for (const source of texts) {
      const text = source.replace(comments, '');
      for (const [word] of text.matchAll(/[\w$]+/g)) count(word, 1);
      for (const [, word = ''] of text.matchAll(/([\w$]+)\??:\s*(?:string|number|boolean|object|unknown|any)\b/g))
        count(word, -1);
      for (const [, word = ''] of text.matchAll(/\b(?:name|displayName)['"]?:\s*['"`]([\w$]+)['"`]/g)) count(word, -1);
    }
    return (word) => !/^[\w$]+$/.test(word) || counts.get(word) !== 0;
  },
};
