import type { Observation, Service } from '../../../../kernel/index.ts';
import { checkRules } from '../../check-rules.ts';
import { reachedFiles } from '../../follow/reached-files.ts';
import { type DescribedPackage, describedPackage } from '../../model/descriptions/described-package.ts';
import { methodsNamed } from '../../model/parameters/methods-named.ts';
import { everyParameter } from '../../model/parameters/parameter.ts';
import { mayReadMember, timesMentioned } from '../../model/sources/mentions.ts';
import type { Ask, Comparison, StaticDataUse } from '../../model/sources/source-facts.ts';
import { sourceFacts } from '../../model/sources/source-facts-service.ts';
import { isUsed } from '../../model/sources/used-exports.ts';
import { versionsOf } from './ask-subject.ts';
import { askRules } from './rules/ask-rules.ts';

interface ReachedAsks {
  /** The parameters and credentials that code requests from n8n. */
  asks: readonly Ask[];
  /** What no node has of them. The evidence is the name. */
  unknown: readonly Observation[];
}

/** What the code that nodes lead to requests from n8n. */
export const reachedAsks: Service<ReachedAsks> = {
  name: 'what the code requests from n8n',
  async create({ service }) {
    const all = await service(describedPackage);
    const facts = await service(sourceFacts);
    const reached = await service(reachedFiles);
    // What nothing imports never runs.
    const used = await service(isUsed);
    const runs = (at: Ask | Comparison | StaticDataUse) => (reached === undefined || reached.has(at.file)) && used(at);
    const isCalled = calledMethods(all);
    const asks = facts.asks.filter((one) => runs(one) && isCalled(one.listMethod));
    const comparisons = facts.comparisons.filter(runs);
    const staticData = facts.staticData.filter(runs);
    const of = { timesMentioned: await service(timesMentioned), mayRead: await service(mayReadMember) };
    const subject = { asks, comparisons, staticData, all, ...of };
    const unknown: Observation[] = [];
    for await (const observation of checkRules(askRules, subject)) unknown.push(observation);
    return { asks, unknown };
  },
};

/** Determines whether the editor may call a method of a node: what no parameter names never runs. */
function calledMethods(all: DescribedPackage): (method: string | undefined) => boolean {
  const levels = versionsOf(all).map(({ parameters }) => parameters);
  if (levels.length === 0 || !levels.every(({ complete }) => complete)) return () => true;
  const named = levels.flatMap((level) => everyParameter(level)).flatMap(({ raw }) => [...methodsNamed(raw)]);
  const called = new Set(named.map(({ group, name }) => `${group}.${name}`));
  return (method) => method === undefined || called.has(method);
}
