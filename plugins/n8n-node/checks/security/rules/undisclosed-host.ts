import { docs } from '../../../docs-links.ts';
import { isHarmless } from '../../../model/sources/harmless-hosts.ts';
import type { Host } from '../../../model/sources/source-facts.ts';
import { isTestFile } from '../../../project/test-file.ts';
import { listed, type Rule } from '../../../rule.ts';
import { disclosureOf, type SourcesSubject } from '../../../shared-rules/disclosure.ts';
import type { HostKind } from '../undisclosed-hosts.ts';

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
    const found = undisclosedHosts(own, await disclosureOf(subject));
    for (const { use, kind } of found.filter((one) => one.kind !== 'service'))
      yield { message: `${use.host} ${problems[kind]}`, ...placeOf(use), severity: 'error' };
    // A file may list the hosts of many services: one finding for it.
    const services = found.filter(({ kind }) => kind === 'service').map(({ use }) => use);
    for (const [first, ...others] of Map.groupBy(services, ({ file }) => file).values()) {
      if (!first) continue;
      const problem = others.length > 0 ? problems.services : problems.service;
      yield { message: `${listed([first, ...others].map(({ host }) => host))} ${problem}`, ...placeOf(first) };
    }
  },
};

const placeOf = ({ file, line, column, evidence }: Host) => ({ file, line, column, evidence });

const problems: Readonly<Record<HostKind | 'services', string>> = {
  metadata: 'is the metadata service of a cloud, which nodes must not access',
  collector: 'is a service that collects requests',
  address: 'is an IP address that the package does not mention',
  tracker: 'is an analytics service that the package does not mention',
  service: 'is not mentioned in the README or any name of the package',
  services: 'are not mentioned in the README or any name of the package',
};
