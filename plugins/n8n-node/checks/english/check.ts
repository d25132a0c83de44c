import { setImmediate } from 'node:timers/promises';
import type { CheckContext } from '../../../../kernel/check.ts';
import type { Observation, Rule } from '../../../../kernel/finding.ts';
import { defineCheck } from '../../../../kernel/plugin.ts';
import { docs } from '../../docs-links.ts';
import { type Language, LanguageShares, languageOf } from '../../project/language/language.ts';
import { readme } from '../../project/readme/readme.ts';
import { readmeLanguage } from '../../project/readme/readme-language.ts';
import { mostShown, type ShownText, shownTexts, writtenTexts } from './shown-texts.ts';

const rules: readonly Rule[] = [
  {
    code: 'english-readme',
    title: 'The README is not in English',
    severity: 'error',
    why: 'n8n verifies packages whose documentation is in English: its users and reviewers are everywhere.',
    fix: 'Write README.md in English. Put translations into files of their own, README.pt.md for example, and link to them.',
    bad: '## Instalação\n\nAbra as configurações do n8n e instale o pacote.',
    good: '## Installation\n\nOpen the settings of n8n and install the package.',
    docs: docs.verification,
  },
  {
    code: 'english-interface',
    title: 'The interface of the node is not in English',
    severity: 'error',
    why: 'n8n verifies packages whose interface is in English; names and descriptions are shown to every user as they are.',
    fix: 'Write display names, descriptions, hints and the names of options in English.',
    bad: "description: 'Número máximo de resultados por página'",
    good: "description: 'Maximum number of results per page'",
    docs: docs.verification,
  },
  {
    code: 'english-interface-text',
    title: 'A text of the interface is not in English',
    severity: 'warning',
    why: 'The rest of the interface is in English: this text was probably forgotten.',
    fix: 'Translate the text.',
    bad: "displayName: 'Nome da instância'",
    good: "displayName: 'Instance Name'",
    docs: docs.verification,
  },
];

/** Share of the words of an interface that makes it foreign, and how many words it takes to say so. */
const foreignFrom = 0.4;
const fewestWords = 30;
/** Texts up to which each is a finding; more are one, which names some. */
const toldAlone = 3;
const mostTold = 20;

export const englishCheck = defineCheck({
  name: 'english',
  title: 'English',
  rules,
  modes: ['project', 'package'],
  pure: 'built in',
  timeout: 240,
  async *run(context) {
    yield* readmeObservations(context);
    const languages: Languages = new Map();
    // Most of what is shown is spelt out in the sources: it is judged while nodes are still being loaded.
    const [texts] = await Promise.all([
      context.service(shownTexts),
      context.service(writtenTexts).then((written) => judge(written.slice(0, mostShown), languages)),
    ]);
    if (texts.length === mostShown) context.notChecked(`only ${mostShown} texts of the interface are read`);
    await judge(texts, languages);
    yield* interfaceObservations(texts, languages);
  },
});

async function* readmeObservations({ service }: CheckContext): AsyncGenerator<Observation> {
  const [text, language] = [await service(readme), await service(readmeLanguage)];
  if (!text || !language || language.isEnglish) return;
  const { shares, firstForeign } = language;
  yield {
    code: 'english-readme',
    message: `${percent(shares.foreignShare)} of the README is in ${shares.foreign}`,
    file: text.path,
    ...(firstForeign && { line: firstForeign.line, evidence: firstForeign.text.slice(0, 160) }),
  };
}

/** By text. */
type Languages = Map<string, Language>;

/** Adds the languages of texts that are not among them. */
async function judge(texts: readonly ShownText[], languages: Languages): Promise<void> {
  for (const { text } of texts) {
    if (languages.has(text)) continue;
    languages.set(text, await languageOf(text));
    // Other runs share this process.
    if (languages.size % 500 === 0) await setImmediate();
  }
}

interface Foreign extends ShownText {
  language: string;
}

function* interfaceObservations(texts: readonly ShownText[], languages: Languages): Generator<Observation> {
  const shares = new LanguageShares();
  for (const text of new Set(texts.map((one) => one.text))) shares.add(languages.get(text) ?? { words: 0 });
  const foreign: Foreign[] = [];
  const places = new Set<string>();
  for (const text of texts) {
    const language = languages.get(text.text)?.foreign;
    if (language === undefined) continue;
    // Two nodes that share a file of fields show its texts twice.
    const place = [text.file, text.line, text.column, text.text].join(':');
    if (places.has(place)) continue;
    places.add(place);
    foreign.push({ ...text, language });
  }
  const [first] = foreign;
  if (!first) return;
  if (shares.foreignShare >= foreignFrom && shares.words >= fewestWords) {
    const evidence = foreign.slice(0, 10).map(({ text }) => text.slice(0, 80));
    const message = `${percent(shares.foreignShare)} of the interface is in ${shares.foreign}: ${foreign.length} texts`;
    yield { code: 'english-interface', message, ...placeOf(first), evidence: evidence.join('\n') };
    return;
  }
  if (foreign.length > toldAlone) {
    const evidence = foreign.slice(0, mostTold).map((one) => `${lineOf(one)}: ${one.text.slice(0, 80)}`);
    const message = `${foreign.length} texts of the interface are in another language, the first in ${first.language}`;
    yield { code: 'english-interface-text', message, ...placeOf(first), evidence: evidence.join('\n') };
    return;
  }
  for (const one of foreign) {
    const { text, field, language } = one;
    const message = `This ${field === 'name' ? 'name of an option' : field} has text in ${language}`;
    yield { code: 'english-interface-text', message, ...placeOf(one), evidence: text.slice(0, 160) };
  }
}

const lineOf = ({ file, line }: ShownText) => (line === undefined ? file : `${file}:${line}`);

function placeOf({ file, line, column }: ShownText) {
  return { file, ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
