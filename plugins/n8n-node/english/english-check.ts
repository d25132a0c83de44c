import type { CheckContext } from '../../../kernel/check.ts';
import type { Observation, Rule } from '../../../kernel/finding.ts';
import { defineCheck } from '../../../kernel/plugin.ts';
import { docs } from '../checks/docs-links.ts';
import { readme } from '../docs-check/readme.ts';
import { type Language, LanguageShares, languageOf } from './language.ts';
import { readmeLanguage } from './readme-language.ts';
import { type ShownText, shownTexts } from './shown-texts.ts';

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
/** Findings that are told. */
const mostTold = 20;

export const englishCheck = defineCheck({
  name: 'english',
  title: 'English',
  rules,
  modes: ['project', 'package'],
  pure: 'built in',
  timeout: 120,
  async *run(context) {
    yield* readmeObservations(context);
    yield* interfaceObservations(await context.service(shownTexts));
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

interface Foreign extends ShownText {
  language: string;
}

async function* interfaceObservations(texts: readonly ShownText[]): AsyncGenerator<Observation> {
  const shares = new LanguageShares();
  const foreign: Foreign[] = [];
  const known = new Map<string, Language>();
  const places = new Set<string>();
  for (const text of texts) {
    let judged = known.get(text.text);
    if (!judged) {
      judged = await languageOf(text.text);
      shares.add(judged);
      known.set(text.text, judged);
    }
    const language = judged.foreign;
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
  for (const [index, one] of foreign.slice(0, mostTold).entries()) {
    const rest =
      index === mostTold - 1 && foreign.length > mostTold ? `; and ${foreign.length - mostTold} texts more` : '';
    const { text, field, language } = one;
    const message = `This ${field === 'name' ? 'name of an option' : field} has text in ${language}${rest}`;
    yield { code: 'english-interface-text', message, ...placeOf(one), evidence: text.slice(0, 160) };
  }
}

function placeOf({ file, line, column }: ShownText) {
  return { file, ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
