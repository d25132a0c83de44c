import { docs } from '../../../docs-links.ts';
import type { LanguageShares } from '../../../project/language/language.ts';
import type { Rule } from '../../../rule.ts';
import { percent } from '../percent.ts';
import type { ShownText } from '../shown-texts.ts';

/** The texts of an interface that are not in English, each once, and the languages of all. */
export interface InterfaceLanguage {
  foreign: readonly (ShownText & { language: string })[];
  shares: LanguageShares;
}

/** Share of the words of an interface that makes it foreign, and how many words it takes to say so. */
const minForeignShare = 0.4;
const minWords = 30;
/** Texts up to which each is a finding; more are one, which names some. */
const maxSeparate = 3;
const maxNamed = 20;

const isForeign = ({ shares }: InterfaceLanguage) => shares.foreignShare >= minForeignShare && shares.words >= minWords;

export const englishInterface: Rule<InterfaceLanguage> = {
  code: 'english-interface',
  title: 'The interface of the node is not in English',
  severity: 'error',
  why: 'n8n verifies packages whose interface is in English; names and descriptions are shown to every user as they are.',
  fix: 'Write display names, descriptions, hints and the names of options in English.',
  bad: "description: 'Número máximo de resultados por página'",
  good: "description: 'Maximum number of results per page'",
  docs: docs.verification,
  *check(subject) {
    const { foreign, shares } = subject;
    const [first] = foreign;
    if (!first || !isForeign(subject)) return;
    const evidence = foreign.slice(0, 10).map(({ text }) => text.slice(0, 80));
    const message = `${percent(shares.foreignShare)} of the interface is in ${shares.foreign}: ${foreign.length} texts`;
    yield { message, ...placeOf(first), evidence: evidence.join('\n') };
  },
};

export const englishInterfaceText: Rule<InterfaceLanguage> = {
  code: 'english-interface-text',
  title: 'A text of the interface is not in English',
  severity: 'warning',
  why: 'The rest of the interface is in English: this text was probably forgotten.',
  fix: 'Translate the text.',
  bad: "displayName: 'Nome da instância'",
  good: "displayName: 'Instance Name'",
  docs: docs.verification,
  *check(subject) {
    const { foreign } = subject;
    const [first] = foreign;
    if (!first || isForeign(subject)) return;
    if (foreign.length > maxSeparate) {
      const evidence = foreign.slice(0, maxNamed).map((one) => `${lineOf(one)}: ${one.text.slice(0, 80)}`);
      const message = `${foreign.length} texts of the interface are in another language, the first in ${first.language}`;
      yield { message, ...placeOf(first), evidence: evidence.join('\n') };
      return;
    }
    for (const one of foreign) {
      const { text, field, language } = one;
      const message = `This ${field === 'name' ? 'name of an option' : field} has text in ${language}`;
      yield { message, ...placeOf(one), evidence: text.slice(0, 160) };
    }
  },
};

const lineOf = ({ file, line }: ShownText) => (line === undefined ? file : `${file}:${line}`);

function placeOf({ file, line, column }: ShownText) {
  return { file, ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
}
