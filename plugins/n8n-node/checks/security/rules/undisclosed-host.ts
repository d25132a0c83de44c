import type { CheckContext } from '../../../../../kernel/index.ts';
import { docs } from '../../../docs-links.ts';
import { isHarmless } from '../../../model/sources/harmless-hosts.ts';
import type { SourceFacts } from '../../../model/sources/source-facts.ts';
import { isTestFile } from '../../../model/sources/source-files.ts';
import { recordOf } from '../../../project/manifest/manifest-fields.ts';
import type { Rule } from '../../../rule.ts';
import type { Disclosure } from '../undisclosed-hosts.ts';

/** What the sources show, and the package that they are of. */
export interface SourcesSubject extends Pick<CheckContext, 'manifest' | 'files'> {
  facts: SourceFacts;
}

export const undisclosedHost: Rule<SourcesSubject> = {
  code: 'security-undisclosed-host',
  title: 'The code holds the address of a service that the package does not speak of',
  severity: 'warning',
  why: 'A package is for one service. An address of another one that neither README nor names mention looks like data going where the user does not expect it.',
  fix: 'Take the address from the credentials, or say in the README which service it is and what is sent there.',
  bad: "await this.helpers.httpRequest({ url: 'https://collect.metrics-acme.io/v1' });   // n8n-nodes-weather",
  good: "await this.helpers.httpRequest({ url: 'https://api.weather.example/v1' });",
  docs: docs.verification,
  async *check(subject) {
    const own = subject.facts.hosts.filter(
      ({ host, bundled, file }) => bundled === undefined && !isHarmless(host) && !isTestFile(file),
    );
    if (own.length === 0) return;
    // The list of the internet's suffixes is large: it waits until there are hosts to compare.
    const { undisclosedHosts } = await import('../undisclosed-hosts.ts');
    for (const { sight, collector, tracker } of undisclosedHosts(own, await disclosureOf(subject))) {
      const { host, file, line, column, evidence } = sight;
      const message = collector
        ? `The code sends to ${host}, which collects what it is sent`
        : tracker
          ? `The code holds an address of ${host}, which counts what users do, and the package does not speak of it`
          : `The code holds an address of ${host}, which the package does not speak of`;
      yield { message, file, line, column, evidence, ...((collector || tracker) && { severity: 'error' }) };
    }
  },
};

async function disclosureOf({ manifest = {}, files, facts: { texts } }: SourcesSubject): Promise<Disclosure> {
  const { name, description, homepage, author, repository, keywords } = manifest;
  const readme = files.list().find((path) => /^readme(\.[^/]*)?$/i.test(path));
  const said = [name, description, homepage, author, repository, keywords].flatMap(stringsOf);
  const shown = texts.filter(({ field }) => field !== 'error');
  const links = texts.filter(({ field }) => field === 'documentationUrl').map(({ text }) => text);
  const classes = files.list().flatMap((path) => /([^/]+)\.(?:node|credentials)\.[jt]s$/.exec(path)?.[1] ?? []);
  return {
    names: [...said, ...links, ...classes],
    prose: [readme === undefined ? '' : await files.read(readme), ...shown.map(({ text }) => text)].join('\n'),
  };
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string');
  return Object.values(recordOf(value) ?? {}).filter((item) => typeof item === 'string');
}
