import type { Service } from '../../../../kernel/check.ts';
import { isRecord } from '../../../../kernel/record.ts';
import { reachedFiles } from '../../follow/reached-files.ts';
import { type LoadedFile, type LoadedPackage, loadedPackage } from '../../loader/loaded-package.ts';
import { isDescribed } from '../../loader/without-description.ts';
import type { Plain } from '../../model/parameters/plain.ts';
import { sourceFacts } from '../../model/sources/source-facts-service.ts';
import { isTestFile } from '../../project/test-file.ts';

/** A text that users of the package read, and its location. */
export interface ShownText {
  /** Its field: `displayName`, `description`, `name` of an option … */
  field: string;
  text: string;
  file: string;
  line?: number;
  column?: number;
}

const fields = new Set(['displayName', 'description', 'hint', 'action', 'subtitle', 'activationMessage']);
export const maxTexts = 20_000;
/** Nesting of descriptions. */
const maxDepth = 60;

/** The texts of the interface that are literals in the sources. */
export const sourceTexts: Service<readonly ShownText[]> = {
  name: 'the texts of the interface in the sources',
  async create({ service }) {
    const { texts } = await service(sourceFacts);
    const reached = await service(reachedFiles);
    const isKnown = [...(reached ?? [])].some((file) => /\.(node|credentials)\.[cm]?[jt]s$/.test(file));
    const isTest = new Map<string, boolean>();
    return texts.filter(({ field, file }) => {
      // Sample input may be in any language. URLs have no language.
      if (field === 'placeholder' || field === 'documentationUrl') return false;
      // Nobody sees the texts of a file that nothing imports.
      if (isKnown && reached?.has(file) === false) return false;
      const known = isTest.get(file) ?? isTestFile(file);
      isTest.set(file, known);
      return !known;
    });
  },
};

/**
 * What nodes and credentials show: the texts of the loaded descriptions, and for those that could not be loaded the
 * literals in their sources.
 */
export const shownTexts: Service<readonly ShownText[]> = {
  name: 'the texts of the interface',
  async create({ service }) {
    const written = await service(sourceTexts);
    const locations = new Map<string, ShownText>();
    for (const text of written) locations.set(text.text, text);
    // The check `load` reports why a package could not be loaded.
    const loaded = await service(loadedPackage).catch((): LoadedPackage | undefined => undefined);
    const files = loaded?.files ?? [];
    const loadedTexts = files.flatMap((file) => textsOf(file, locations));
    const isComplete = files.length > 0 && files.every(isDescribed);
    // Error messages are not part of a description.
    const errors = written.filter(({ field }) => field === 'error');
    const all = isComplete
      ? [...loadedTexts, ...errors]
      : [...written, ...loadedTexts.filter(({ text }) => !locations.has(text))];
    return all.slice(0, maxTexts);
  },
};

/** @param locations of the literals in the sources, by text */
function textsOf({ node, credential, source, file, path }: LoadedFile, locations: ReadonlyMap<string, ShownText>) {
  const texts: ShownText[] = [];
  const add = (field: string, text: string) =>
    texts.push(locations.get(text) ?? { field, text, file: source ?? file ?? path });
  findTexts(node?.base, add);
  for (const { description } of node?.versions ?? []) findTexts(description, add);
  findTexts(credential?.description, add);
  return texts;
}

/** Descriptions come from code of the project: any field may have any value. */
function findTexts(value: unknown, add: (field: string, text: string) => void, depth = 0): void {
  if (depth > maxDepth) return;
  if (Array.isArray(value)) for (const item of value) findTexts(item, add, depth + 1);
  if (!isRecord(value)) return;
  for (const field in value) {
    const content = value[field];
    if (typeof content !== 'string') findTexts(content, add, depth + 1);
    else if ((fields.has(field) || isOptionName(field, value)) && !content.startsWith('=')) add(field, content);
  }
}

/** The name of an option, but not of a language, which is written in that language. */
function isOptionName(field: string, { type, value }: Plain): boolean {
  return (
    field === 'name' &&
    type === undefined &&
    value !== undefined &&
    !/^[a-z]{2,3}([-_][A-Za-z]{2,4})?$/.test(String(value))
  );
}
