import type { Service } from '../../../../kernel/check.ts';
import { type LoadedFile, type LoadedPackage, loadedPackage } from '../../loader/loaded-package.ts';
import { isRecord, type Plain } from '../../model/parameters/plain.ts';
import { sourceFacts } from '../../model/sources/source-facts-service.ts';
import { isTestFile } from '../../model/sources/source-files.ts';

/** A text that users of the package read, where it stands. */
export interface ShownText {
  /** The field that holds it: `displayName`, `description`, `name` of an option … */
  field: string;
  text: string;
  file: string;
  line?: number;
  column?: number;
}

const fields = new Set(['displayName', 'description', 'hint', 'action', 'subtitle', 'activationMessage']);
/** Texts that are told. */
export const mostShown = 20_000;
/** How deep descriptions are gone into. */
const deepest = 60;

/** The texts of the interface that sources spell out. */
export const writtenTexts: Service<readonly ShownText[]> = {
  name: 'the texts of the interface in the sources',
  async create({ service }) {
    const { texts } = await service(sourceFacts);
    const isTest = new Map<string, boolean>();
    return texts.filter(({ field, file }) => {
      // Samples of what to type in may be in any language: they are the user's. Addresses are in none.
      if (field === 'placeholder' || field === 'documentationUrl') return false;
      const known = isTest.get(file) ?? isTestFile(file);
      isTest.set(file, known);
      return !known;
    });
  },
};

/**
 * What nodes and credentials show: of those that could be loaded what they really say, however they come by it; of the
 * others what their sources spell out.
 */
export const shownTexts: Service<readonly ShownText[]> = {
  name: 'the texts of the interface',
  async create({ service }) {
    const written = await service(writtenTexts);
    const places = new Map<string, ShownText>();
    for (const text of written) places.set(text.text, text);
    // Why it could not be loaded is told by the check `load`.
    const loaded = await service(loadedPackage).catch((): LoadedPackage | undefined => undefined);
    const files = loaded?.files ?? [];
    const said = files.flatMap((file) => textsOf(file, places));
    const isWhole = files.length > 0 && files.every(isKnown);
    // Of errors a description says nothing.
    const errors = written.filter(({ field }) => field === 'error');
    const all = isWhole ? [...said, ...errors] : [...written, ...said.filter(({ text }) => !places.has(text))];
    return all.slice(0, mostShown);
  },
};

function isKnown({ node, credential }: LoadedFile): boolean {
  return (node !== undefined && !node.omitted) || (credential !== undefined && !credential.omitted);
}

/** @param places where texts are written, by text */
function textsOf({ node, credential, source, file, path }: LoadedFile, places: ReadonlyMap<string, ShownText>) {
  const place = source ?? file ?? path;
  const texts: ShownText[] = [];
  const tell = (field: string, text: string) => texts.push(places.get(text) ?? { field, text, file: place });
  findTexts(node?.base, tell);
  for (const { description } of node?.versions ?? []) findTexts(description, tell);
  findTexts(credential?.description, tell);
  return texts;
}

/** Descriptions are made by code of the project: any field may hold anything. */
function findTexts(value: unknown, tell: (field: string, text: string) => void, depth = 0): void {
  if (depth > deepest) return;
  if (Array.isArray(value)) for (const item of value) findTexts(item, tell, depth + 1);
  if (!isRecord(value)) return;
  for (const field in value) {
    const content = value[field];
    if (typeof content !== 'string') findTexts(content, tell, depth + 1);
    else if ((fields.has(field) || isOptionName(field, value)) && !content.startsWith('=')) tell(field, content);
  }
}

/** Of a list of options, and not of languages by their own names. */
function isOptionName(field: string, { type, value }: Plain): boolean {
  return (
    field === 'name' &&
    type === undefined &&
    value !== undefined &&
    !/^[a-z]{2,3}([-_][A-Za-z]{2,4})?$/.test(String(value))
  );
}
