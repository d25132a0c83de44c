import { defineCheck } from '../../../../kernel/plugin.ts';
import { checkRules } from '../../check-rules.ts';
import { reachedFiles } from '../../follow/reached-files.ts';
import { importsOfTests } from '../../follow/test-imports.ts';
import { isCut } from '../../model/sources/remembered-facts.ts';
import { sourceFacts } from '../../model/sources/source-facts-service.ts';
import { sourceOrder } from '../../model/sources/source-files.ts';
import { maxFacts } from '../../model/sources/source-limits.ts';
import { observationOf } from '../../model/sources/source-observation.ts';
import { isUsed } from '../../model/sources/used-exports.ts';
import { documentationOf } from '../../rule.ts';
import { otherFindings } from '../../superseded.ts';
import { fileRules, rules, textRules } from './rules/index.ts';
import { insecureAddress } from './rules/insecure-address.ts';
import { npmToken } from './rules/npm-token.ts';
import { undisclosedHost } from './rules/undisclosed-host.ts';
import { unreadableSource } from './rules/unreadable-source.ts';

/** Checked in the sandbox, file by file; see read-sources-program.ts. */
const sourceRules = new Map([...rules, ...fileRules, ...textRules].map((rule) => [rule.code, rule]));

export const securityCheck = defineCheck({
  name: 'security',
  title: 'Code does nothing that n8n forbids or that reviewers cannot read',
  rules: documentationOf([...sourceRules.values(), unreadableSource, undisclosedHost, npmToken]),
  modes: ['project', 'package'],
  cacheVersion: 'built in',
  timeout: 240,
  async *run(context) {
    const { manifest, files } = context;
    const facts = await context.service(sourceFacts);
    if (isCut(facts)) context.notChecked(`more than ${maxFacts} results of one kind`, 'the rest of the sources');
    const reached = context.mode === 'project' ? await context.service(reachedFiles) : undefined;
    const runs = (file: string) => reached === undefined || reached.has(file);
    const isOfTests = facts.violations.length > 0 && reached ? await importsOfTests(files) : new Set<string>();
    const found = facts.violations.flatMap((violation) => {
      const rule = sourceRules.get(violation.code);
      const { code, file } = violation;
      // What nothing imports sends no requests.
      const isIdle = !runs(file) && (isOfTests.has(file) || code === insecureAddress.code);
      const graded = isIdle ? { ...violation, severity: 'warning' as const } : violation;
      return rule ? [{ rule, violation: graded }] : [];
    });
    const unread = facts.unread.length > 0 ? unreadableSource.supersededBy : undefined;
    const others = await otherFindings(context, [
      ...found.flatMap(({ rule }) => rule.supersededBy ?? []),
      ...(unread ?? []),
    ]);
    for (const { rule, violation } of found)
      if (!others.supersede(rule.supersededBy, violation)) yield observationOf(violation);
    const used = await context.service(isUsed);
    const hosts = facts.hosts.filter(used);
    yield* checkRules([npmToken], files);
    yield* checkRules([undisclosedHost], { facts: { ...facts, hosts }, manifest, files });
    for await (const observation of checkRules([unreadableSource], facts))
      if (!others.supersede(unread, { file: observation.file ?? '' })) yield observation;
    if (sourceOrder(files.list(), context.mode).sources.length === 0) context.skip('there are no source files');
  },
});
