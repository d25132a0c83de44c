import type { CheckContext } from '../../../kernel/index.ts';
import type { SourceFacts } from '../model/sources/source-facts.ts';
import { recordOf } from '../project/manifest/manifest-fields.ts';
import type { Disclosure } from './disclosed-hosts.ts';

/** The facts about the sources of a package. */
export interface SourcesSubject extends Pick<CheckContext, 'manifest' | 'files'> {
  facts: SourceFacts;
}

/** What a package says of the services that it is for. */
export async function disclosureOf({ manifest = {}, files, facts: { texts } }: SourcesSubject): Promise<Disclosure> {
  const { name, description, homepage, author, repository, keywords } = manifest;
  const readme = files.list().find((path) => /^readme(\.[^/]*)?$/i.test(path));
  const fields = [name, description, homepage, author, repository, keywords].flatMap(stringsOf);
  const shown = texts.filter(({ field }) => field !== 'error');
  const links = texts.filter(({ field }) => field === 'documentationUrl').map(({ text }) => text);
  const classes = files
    .list()
    .flatMap((path) => /(?<![^/])([^/]+)\.(?:node|credentials)\.[jt]s$/.exec(path)?.[1] ?? []);
  return {
    names: [...fields, ...links, ...classes],
    prose: [readme === undefined ? '' : await files.read(readme), ...shown.map(({ text }) => text)].join('\n'),
  };
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string');
  return Object.values(recordOf(value) ?? {}).filter((item) => typeof item === 'string');
}
