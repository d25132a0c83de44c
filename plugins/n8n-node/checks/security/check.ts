import type { CheckContext } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { defineCheck } from '../../../../kernel/plugin.ts';
import { isHarmless } from '../../model/sources/harmless-hosts.ts';
import { isCut } from '../../model/sources/remembered-facts.ts';
import type { Sighting, SourceFacts } from '../../model/sources/source-facts.ts';
import { sourceFacts } from '../../model/sources/source-facts-service.ts';
import { isTestFile } from '../../model/sources/source-files.ts';
import { mostFacts } from '../../model/sources/source-limits.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import { SaidByLint } from './said-by-lint.ts';
import { securityRules } from './security-rules.ts';
import type { Disclosure } from './undisclosed-hosts.ts';

/** What is seen besides belongs to other checks. */
const codes = new Set(securityRules.map(({ code }) => code));

export const securityCheck = defineCheck({
  name: 'security',
  title: 'Security',
  rules: securityRules,
  modes: ['project', 'package'],
  pure: 'built in',
  timeout: 240,
  async *run(context) {
    const facts = await context.service(sourceFacts);
    if (isCut(facts)) context.notChecked(`${mostFacts} sights of one kind are told`, 'the rest of the sources');
    const said = new SaidByLint(context);
    for (const sighting of facts.sightings)
      if (codes.has(sighting.code) && !(await said.has(sighting))) yield observationOf(sighting);
    yield* hostObservations(context, facts);
    for (const { file, reason } of facts.unread) {
      const code = 'security-unreadable-source';
      if (!(await said.has({ code, file }))) yield { code, message: `${file} was not looked into: ${reason}`, file };
    }
  },
});

/** In the code of a dependency that was bundled it is a warning: the author did not write it and may not know. */
function observationOf({ code, message, file, line, column, evidence, severity, bundled }: Sighting): Observation {
  if (bundled === undefined) return { code, message, file, line, column, evidence, ...(severity && { severity }) };
  const where = `${message} (in the bundled package ${bundled})`;
  return { code, message: where, file, line, column, evidence, severity: 'warning' };
}

async function* hostObservations(context: CheckContext, facts: SourceFacts): AsyncGenerator<Observation> {
  const own = facts.hosts.filter(
    ({ host, bundled, file }) => bundled === undefined && !isHarmless(host) && !isTestFile(file),
  );
  if (own.length === 0) return;
  // The list of the internet's suffixes is large: it waits until there are hosts to compare.
  const { undisclosedHosts } = await import('./undisclosed-hosts.ts');
  for (const { sight, collector, tracker } of undisclosedHosts(own, await disclosureOf(context, facts))) {
    const { host, file, line, column, evidence } = sight;
    const message = collector
      ? `The code sends to ${host}, which collects what it is sent`
      : tracker
        ? `The code holds an address of ${host}, which counts what users do, and the package does not speak of it`
        : `The code holds an address of ${host}, which the package does not speak of`;
    yield {
      code: 'security-undisclosed-host',
      message,
      file,
      line,
      column,
      evidence,
      ...((collector || tracker) && { severity: 'error' }),
    };
  }
}

async function disclosureOf({ manifest = {}, files }: CheckContext, { texts }: SourceFacts): Promise<Disclosure> {
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
