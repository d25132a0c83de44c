import type { Service } from '../../../../kernel/check.ts';
import { describedPackage } from '../../model/descriptions/described-package.ts';
import {
  type DescribedFindings,
  describedFindings,
  describedViolations,
} from '../../shared-rules/described-violations.ts';
import { nodeRules, nodeSubjects } from './node-violations.ts';
import { reachedAsks } from './reached-asks.ts';

/** What is wrong with the descriptions of nodes. */
export const nodeFindings: Service<DescribedFindings> = {
  name: 'findings about nodes',
  async create(context) {
    const all = await context.service(describedPackage);
    const { asks } = await context.service(reachedAsks);
    const needed = asks.filter(({ kind, fallback }) => kind === 'parameter' && !fallback);
    const asked = new Set(needed.map(({ name }) => name));
    return describedFindings(context, await describedViolations(nodeRules, nodeSubjects(all, asked)));
  },
};
