import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import type { Rule } from '../../../rule.ts';
import { type AskSubject, versionsOf } from '../ask-subject.ts';
import { isCollection, namesIn } from './collection-field-unknown.ts';

export const collectionFieldCopied: Rule<AskSubject> = {
  code: 'nodes-collection-field-copied',
  title: 'Field gets the value of another field of the collection',
  severity: 'error',
  why: 'The value of one field is used for both. No code reads the other field, so what users enter there is ignored.',
  fix: 'Read each value from the field with its name.',
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
