import type { CheckContext } from '../../../../../kernel/index.ts';
import { docs } from '../../../docs-links.ts';
import { isHarmless } from '../../../model/sources/harmless-hosts.ts';
import type { SourceFacts } from '../../../model/sources/source-facts.ts';
import { isTestFile } from '../../../model/sources/source-files.ts';
import { recordOf } from '../../../project/manifest/manifest-fields.ts';
import type { Rule } from '../../../rule.ts';
import type { Disclosure, HostKind } from '../undisclosed-hosts.ts';

/** The facts about the sources of a package. */
export interface SourcesSubject extends Pick<CheckContext, 'manifest' | 'files'> {
  facts: SourceFacts;
}

export const undisclosedHost: Rule<SourcesSubject> = {
  code: 'security-undisclosed-host',
  title: 'URL of a service that the package does not mention',
  severity: 'warning',
  why: 'A package is for one service. If the code contains the URL of another one that neither the README nor any name mentions, users do not expect data to be sent there.',
  fix: 'Read the URL from the credential, or explain in the README which service it is and which data is sent to it.',
  bad: "await this.helpers.httpRequest({ url: 'https://collect.metrics-acme.io/v1' });   // n8n-nodes-weather",
  good: "await this.helpers.httpRequest({ url: 'https://api.weather.example/v1' });",
  docs: docs.verification,
  async *check(subject) {
    const own = subject.facts.hosts.filter(
      ({ host, bundled, file }) => bundled === undefined && !isHarmless(host) && !isTestFile(file),
    );
    if (own.length === 0) return;
    // The list of public suffixes is large, so it is loaded only if needed.
    const { undisclosedHosts } = await import('../undisclosed-hosts.ts');
    for (const { use, kind } of undisclosedHosts(own, await disclosureOf(subject))) {
      const { host, file, line, column, evidence } = use;
      const message = `${host} ${problems[kind]}`;
      yield { message, file, line, column, evidence, ...(kind !== 'service' && { severity: 'error' }) };
    }
  },
};

const problems: Readonly<Record<HostKind, string>> = {
  metadata: 'is the metadata service of a cloud, which nodes must not access',
  collector: 'is a service that collects requests',
  address: 'is an IP address that the package does not mention',
  tracker: 'is an analytics service that the package does not mention',
  service: 'is not mentioned in the README or any name of the package',
};

async function disclosureOf({ manifest = {}, files, facts: { texts } }: SourcesSubject): Promise<Disclosure> {
  const { name, description, homepage, author, repository, keywords } = manifest;
  const readme = files.list().find((path) => /^readme(\.[^/]*)?$/i.test(path));
  const fields = [name, description, homepage, author, repository, keywords].flatMap(stringsOf);
  const shown = texts.filter(({ field }) => field !== 'error');
  const links = texts.filter(({ field }) => field === 'documentationUrl').map(({ text }) => text);
  const classes = files.list().flatMap((path) => /([^/]+)\.(?:node|credentials)\.[jt]s$/.exec(path)?.[1] ?? []);
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
