import type { Severity } from '../../../kernel/enums.ts';
import type { Rule } from '../../../kernel/finding.ts';
import type { Position } from '../../../kernel/project-files.ts';
import type { About } from '../model/locations/wanted.ts';

/** A fault that a rule sees in a description. */
export interface Sighting {
  message: string;
  /** For a fault that weighs less, or more, than its rule says. */
  severity?: Severity;
  evidence?: string;
  /** What it is about, to be looked for in the sources. */
  about?: About;
  /** The file, where it is another one than that of the node or credential; and the place in it. */
  file?: string;
  at?: Position;
}

/** A rule about descriptions, and how its faults are seen. */
export interface Watcher<Subject> {
  rule: Rule;
  /**
   * Codes of n8n's linter, and of TypeScript, that tell the same fault where they can see it: then this rule says
   * nothing. A code that ends with `-` stands for all that begin so.
   */
  toldBy?: readonly string[];
  /** The fault is one of the package, however many nodes show it: the others are named with the first. */
  oncePerPackage?: true;
  see(subject: Subject): Iterable<Sighting>;
}

/** The rule of a watcher of owners, for a subject that has some. */
export function overOwners<Owner, Subject>(
  watcher: Watcher<Owner>,
  ownersOf: (subject: Subject) => readonly Owner[],
): Watcher<Subject> {
  return {
    ...watcher,
    *see(subject): Generator<Sighting> {
      for (const owner of ownersOf(subject)) yield* watcher.see(owner);
    },
  };
}

/** A sighting with the rule and the file that it belongs to. */
export interface Seen extends Sighting {
  file: string;
  watcher: Pick<Watcher<never>, 'rule' | 'toldBy' | 'oncePerPackage'>;
}

/** How many faults of one rule are told of one node or credential: a hostile one may have a million. */
const enough = 25;

/** Characters of a message: names of the project stand in it, and may have any length. */
const longest = 600;

/** What all watchers see in a subject, each thing once: versions of a node repeat each other. */
export function* seeAll<Subject>(
  watchers: readonly Watcher<Subject>[],
  subject: Subject,
  file: string,
): Generator<Seen> {
  for (const watcher of watchers) {
    const told = new Set<string>();
    for (const sighting of watcher.see(subject)) {
      const key = `${sighting.file ?? ''}\0${sighting.message}`;
      if (told.has(key)) continue;
      told.add(key);
      const { message } = sighting;
      const short = message.length > longest ? `${message.slice(0, longest)}…` : message;
      const last = told.size === enough;
      const more = last ? ' (and more of the same: the rest is not listed)' : '';
      yield { file, ...sighting, message: `${short}${more}`, watcher };
      if (last) break;
    }
  }
}
