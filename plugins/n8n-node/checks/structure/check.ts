import { defineCheck } from '../../../../kernel/plugin.ts';
import { docs } from '../../docs-links.ts';
import { findAll } from '../finder.ts';
import { declaredRules } from './rules/declared-rules.ts';
import { undeclared } from './rules/undeclared.ts';
import { unused } from './rules/unused-source.ts';
import { structureSubject } from './structure-subject.ts';

const finders = [...declaredRules, undeclared, unused];

export const structureCheck = defineCheck({
  name: 'structure',
  title: 'Everything that is declared exists and is shipped',
  docs: docs.fileStructure,
  modes: ['project', 'package'],
  pure: 'built in',
  rules: finders.map(({ rule }) => rule),
  async *run(context) {
    yield* findAll(finders, await structureSubject(context));
  },
});
