import { docs } from '../../../docs-links.ts';
import type { LanguageShares } from '../../../project/language/language.ts';
import type { Rule } from '../../../rule.ts';
import type { ShownText } from '../shown-texts.ts';

/** The texts of an interface that are not in English, each once, and the languages of all. */
export interface InterfaceLanguage {
  foreign: readonly (ShownText & { language: string })[];
  shares: LanguageShares;
}

/** From this share of foreign words on, an interface is foreign; with fewer words in all, the share says nothing. */
const minForeignShare = 0.4;
const minWords = 30;
/** Up to this many texts, each is a finding; more are one finding that lists some. */
const maxSeparate = 3;
const maxListed = 20;

const isForeign = ({ shares }: InterfaceLanguage) => shares.foreignShare >= minForeignShare && shares.words >= minWords;

export const englishInterface: Rule<InterfaceLanguage> = {
  code: 'english-interface',
  title: 'Interface of the node is not in English',
  severity: 'error',
  why: 'n8n verifies only packages whose interface is in English. It shows names and descriptions to all users as they are.',
  fix: 'Write displayName, description, hint and the names of options in English.',
  bad: "description: 'Número máximo de resultados por página'",
  good: "description: 'Maximum number of results per page'",
  docs: docs.verification,
  *check(subject) {
    const { foreign, shares } = subject;
    const [first] = foreign;
    if (!first || !isForeign(subject)) return;
    const evidence = foreign.slice(0, 10).map(({ text }) => text.slice(0, 80));
    const message = `Interface is ${shares.text}, not counting short labels: at least ${foreign.length} texts are not in English`;
    yield { message, ...locationOf(first), evidence: evidence.join('\n') };
  },
};

export const englishInterfaceText: Rule<InterfaceLanguage> = {
  code: 'english-interface-text',
  title: 'Text of the interface is not in English',
  severity: 'warning',
  why: 'The rest of the interface is in English, so the translation of this text was probably forgotten.',
  fix: 'Translate the text into English.',
  bad: "displayName: 'Nome da instância'",
  good: "displayName: 'Instance Name'",
  docs: docs.verification,
  *check(subject) {
    const { foreign } = subject;
    const [first] = foreign;
    if (!first || isForeign(subject)) return;
    if (foreign.length > maxSeparate) {
      const evidence = foreign.slice(0, maxListed).map((one) => `${lineOf(one)}: ${one.text.slice(0, 80)}`);
      // Short labels tell no language, and lists may be shorter without a dependency.
      const message = `At least ${foreign.length} texts of the interface are not in English${mostlyIn(foreign)}`;
      yield { message, ...locationOf(first), evidence: evidence.join('\n') };
      return;
    }
    for (const one of foreign) {
      const { text, field, language } = one;
      const message = `${field === 'name' ? 'Option name' : field} is in ${language}, not in English`;
      yield { message, ...locationOf(one), evidence: text.slice(0, 160) };
    }
  },
};

/** Of related languages, a few short texts may be taken for the other one. */
function mostlyIn(foreign: InterfaceLanguage['foreign']): string {
  const [most] = [...Map.groupBy(foreign, ({ language }) => language)].sort(([, a], [, b]) => b.length - a.length);
  return most && most[1].length > foreign.length / 2 ? `; most of them are in ${most[0]}` : '';
}

const lineOf = ({ file, line }: ShownText) => (line === undefined ? file : `${file}:${line}`);

function locationOf({ file, line, column }: ShownText) {
  return { file, ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
}
