import type { Service } from '../../../../kernel/check.ts';
import { describedPackage } from '../../model/descriptions/described-package.ts';
import {
  type DescribedFindings,
  describedFindings,
  describedViolations,
} from '../../shared-rules/described-violations.ts';
import { credentialRules, credentialSubjects } from './credential-violations.ts';

/** What is wrong with the descriptions of credentials. */
export const credentialFindings: Service<DescribedFindings> = {
  name: 'findings about credentials',
  async create(context) {
    const all = await context.service(describedPackage);
    return describedFindings(context, await describedViolations(credentialRules, credentialSubjects(all)));
  },
};
