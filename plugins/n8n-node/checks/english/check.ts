import { setImmediate } from 'node:timers/promises';
import { defineCheck } from '../../../../kernel/plugin.ts';
import { checkRules } from '../../check-rules.ts';
import { type Language, LanguageShares, languageOf } from '../../project/language/language.ts';
import { readme } from '../../project/readme/readme.ts';
import { readmeLanguage } from '../../project/readme/readme-language.ts';
import { documentationOf } from '../../rule.ts';
import { englishInterface, englishInterfaceText, type InterfaceLanguage } from './rules/english-interface.ts';
import { englishReadme, englishReadmeSection } from './rules/english-readme.ts';
import { maxTexts, type ShownText, shownTexts, sourceTexts } from './shown-texts.ts';

export const englishCheck = defineCheck({
  name: 'english',
  title: 'Interface and README are in English',
  rules: documentationOf([englishReadme, englishReadmeSection, englishInterface, englishInterfaceText]),
  modes: ['project', 'package'],
  cacheVersion: 'built in',
  timeout: 240,
  async *run(context) {
    const [text, language] = [await context.service(readme), await context.service(readmeLanguage)];
    if (text && language) yield* checkRules([englishReadme, englishReadmeSection], { readme: text, language });
    const languages: Languages = new Map();
    // Most texts are literals in the sources: their language is detected while nodes are being loaded.
    const [texts] = await Promise.all([
      context.service(shownTexts),
      context.service(sourceTexts).then((written) => detect(written.slice(0, maxTexts), languages)),
    ]);
    if (!text && texts.length === 0) context.skip('there is no README and no text of an interface');
    if (texts.length === maxTexts) context.notChecked(`the interface has more than ${maxTexts} texts`);
    await detect(texts, languages);
    yield* checkRules([englishInterface, englishInterfaceText], interfaceLanguage(texts, languages));
  },
});

/** By text. */
type Languages = Map<string, Language>;

/** Adds the languages of texts that are not in the map yet. */
async function detect(texts: readonly ShownText[], languages: Languages): Promise<void> {
  for (const { text } of texts) {
    if (languages.has(text)) continue;
    languages.set(text, await languageOf(text));
    // Other runs share this process.
    if (languages.size % 500 === 0) await setImmediate();
  }
}

/** A name of an option in another script, with how it is written in Latin letters: `少数派 (Sspai)`. */
const isNameBesideLatin = ({ field, text }: ShownText): boolean =>
  field === 'name' && /^[^()\p{Script=Latin}]{1,30}\([\w .+&-]{0,30}[a-z][\w .+&-]{0,30}\)$/iu.test(text);

function interfaceLanguage(texts: readonly ShownText[], languages: Languages): InterfaceLanguage {
  const shares = new LanguageShares();
  for (const text of new Set(texts.map((one) => one.text))) shares.add(languages.get(text) ?? { words: 0 });
  const foreign = new Map<string, InterfaceLanguage['foreign'][number]>();
  for (const text of texts) {
    const language = isNameBesideLatin(text) ? undefined : languages.get(text.text)?.foreign;
    // Two nodes that share a file of fields show its texts twice.
    const key = [text.file, text.line, text.column, text.text].join(':');
    if (language !== undefined && !foreign.has(key)) foreign.set(key, { ...text, language });
  }
  return { foreign: [...foreign.values()], shares };
}
