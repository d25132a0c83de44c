import { wordsOf } from '../../model/words.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that say that something is read, and those of operations that any of them may stand for. */
const reading = list(
  'get list search find lookup retrieve fetch read query view show check download export count watch poll load scrape',
);

/**
 * Verbs that a README may name an operation with, and words of which one is in the name, the action or the description of such
 * an operation, whatever its author calls it.
 */
const changing: readonly { verbs: ReadonlySet<string>; met: ReadonlySet<string> }[] = [
  {
    verbs: list('create add insert'),
    met: list(
      'create add new insert register post upload upsert save generate make submit import send start open book schedule ' +
        'record log sync write put issue invite trigger launch build order request draft append attach apply enroll place ' +
        'subscribe run execute convert provision deploy bulk batch publish duplicate clone copy set assign reply store ' +
        'link join connect push begin initiate install raise charge comment transfer check',
    ),
  },
  {
    verbs: list('update edit modify patch'),
    met: list(
      'update edit modify change set patch replace rename upsert save sync move assign toggle mark adjust write put configure ' +
        'override correct extend transition convert restore enable disable add append bulk batch increment decrement ' +
        'reschedule transform reopen close activate deactivate',
    ),
  },
  {
    verbs: list('delete remove'),
    met: list(
      'delete remove destroy trash archive cancel void revoke clear purge erase deactivate unsubscribe terminate detach drop ' +
        'empty close discard reject disable unassign unlink disconnect uninstall withdraw hide unregister leave end reset stop ' +
        'del unset dismiss cleanup flush forget bulk batch expire move',
    ),
  },
  { verbs: list('archive'), met: list('archive trash move delete') },
  { verbs: list('unarchive'), met: list('unarchive restore recover archive') },
  { verbs: list('restore recover'), met: list('restore recover undelete unarchive revert reactivate undo rollback') },
  { verbs: list('refund'), met: list('refund credit reverse return') },
  { verbs: list('cancel'), met: list('cancel void stop terminate abort delete revoke end') },
  { verbs: list('duplicate clone'), met: list('duplicate clone copy') },
  { verbs: list('approve'), met: list('approve accept confirm review decide') },
  { verbs: list('reject decline'), met: list('reject decline deny refuse review decide') },
  { verbs: list('lock'), met: list('lock freeze toggle') },
  { verbs: list('unlock'), met: list('unlock unfreeze toggle') },
  { verbs: list('publish'), met: list('publish release post deploy schedule toggle') },
  { verbs: list('unpublish'), met: list('unpublish withdraw toggle hide') },
  { verbs: list('merge'), met: list('merge combine join') },
];

/** Words of an operation that may do anything: `Manage labels`. */
const doingAll = list('manage crud custom request call graphql action actions');

/**
 * Whether one of the operations may be what an entry of a list names: undefined for an entry that does not begin with a verb of
 * the tables.
 * @param words those of the operations
 */
export function isOffered(entry: string, words: ReadonlySet<string>): boolean | undefined {
  const [verb = ''] = wordsOf(entry);
  if (reading.has(verb)) return true;
  const known = changing.find(({ verbs }) => verbs.has(verb));
  if (!known) return undefined;
  return [...words].some((word) => doingAll.has(word) || known.met.has(stemOf(word)) || known.met.has(word));
}

/** `cancel` of `cancelled` and `cancels`, `archive` of `archived`. */
function stemOf(word: string): string {
  const bare = word.replace(/(?:lled|led|ed|es|s|ing|lling)$/, '');
  return changing.some(({ met }) => met.has(bare)) ? bare : bare.endsWith('l') ? bare : `${bare}e`;
}
