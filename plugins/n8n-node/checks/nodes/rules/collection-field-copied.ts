import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import type { Rule } from '../../../rule.ts';
import { type AskSubject, versionsOf } from '../ask-subject.ts';
import { isCollection, namesIn } from './collection-field-unknown.ts';

export const collectionFieldCopied: Rule<AskSubject> = {
  code: 'nodes-collection-field-copied',
  title: 'Value of another field of the collection is sent',
  severity: 'error',
  why: 'Users fill in both fields. What they enter in one is sent as the other as well, which no code reads: its value is ignored.',
  fix: 'Read the field that has the name of what is sent.',
  bad: 'body: { width: options.width, height: options.width },   // nothing reads `options.height`',
  good: 'body: { width: options.width, height: options.height },',
  docs: docs.nodeMethods,
  *check({ asks, all, isMentioned }) {
    const levels = versionsOf(all).map(({ parameters }) => parameters);
    for (const { kind, name, collection = '', givenTo, file, line, column } of asks) {
      if (kind !== 'entry' && kind !== 'assigned') continue;
      if (givenTo === undefined || givenTo === name || isMentioned(givenTo)) continue;
      const found = levels.flatMap(({ named }) => named.get(collection) ?? []).filter(isCollection);
      const isHandedOn = asks.some((one) => one.kind === 'whole' && one.collection === collection && one.file === file);
      if (isHandedOn || !found.some((one) => namesIn(one).has(name) && namesIn(one).has(givenTo))) continue;
      const message = `${shown(givenTo)} gets the value of ${shown(name)}, and no code reads the field ${shown(givenTo)} of ${shown(collection)}`;
      yield { message, file, line, column, evidence: name };
    }
  },
};
