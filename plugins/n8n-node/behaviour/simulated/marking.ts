import type { GenericValue } from 'n8n-workflow';
import type { FormName } from './forms.ts';

/** What every item has for a parameter: `={{ $json.p3 }}`. */
export interface Marking {
  /** Names of parameters by number. */
  names: string[];
  /** The top-level parameter of each of them that is a text in a collection, by number; undefined for others. */
  texts: (string | undefined)[];
  /** Whether there are any that an item may have no value for, beside others by which its requests are told apart. */
  hasOptional: boolean;
  /** What an item has a value for all the same, where all is optional. */
  kept: ReadonlySet<string>;
  /** Numbers of those that n8n itself sends as they are. */
  sent: Set<number>;
  /** Names of the fields of collections that are true or false. */
  switches: Set<string>;
  /** Those of them that are true by default. */
  switchesOn: Set<string>;
  /** Those of them that search for entries by what they are: with true, for some, and with false, for the others. */
  filters: Set<string>;
  /** Names of the fields of collections that have a value which code would not leave out as empty. */
  filled: Set<string>;
  /** Parameters and fields that it came by, filled in or not. */
  known: {
    name: string;
    label: string;
    about: string;
    form: FormName;
    isField: boolean;
    isRequired: boolean;
    isNumber?: boolean;
    isSwitch?: boolean;
  }[];
  /**
   * Values of one item in one run.
   * @param left what has no value
   */
  valuesOf(item: number, run: number, left?: LeftOut): Record<string, GenericValue>;
}

/** What is left out: the fields of collections, or all that is optional but some of the top level. */
export interface LeftOut {
  without: 'fields' | 'optional';
  kept?: ReadonlySet<string>;
}

/** Values of parameters that lists of the editor offer, by name. */
export type ListedValues = ReadonlyMap<string, string | number>;

/** What is given other values than usual, because the node refused those. */
export interface Wishes {
  forms: ReadonlyMap<string, FormName>;
  /** Of optional fields: none, one of each collection, or all. */
  fields: 'none' | 'one' | 'all';
  /** Optional fields that are left out all the same. */
  without: ReadonlySet<string>;
  /** Optional parameters of the top level that keep their defaults. */
  unset?: ReadonlySet<string>;
  /** Forms that were guessed. */
  guessed: ReadonlySet<FormName>;
  /** What the fields of collections say that are true or false; their defaults unless given. */
  switches?: boolean;
  /** What is selected in lists that the editor loads. */
  listed?: ListedValues;
  /** Values of numbers in entries of fixed collections, by name. */
  values?: ReadonlyMap<string, number | string>;
  /** Fixed collections get two entries if they take several, of which the last has other options selected. */
  hasTwoEntries?: true;
  /** The parameter of JSON that gets an object, as an expression may give it, in place of the text that users enter. */
  object?: string;
  /** Parameters of the top level that are true, because the node demands it: `confirmDelete`. */
  confirmed?: ReadonlySet<string>;
  /** Numbers are as small as they may be, and no marks. */
  isSmall?: boolean;
  /** Fields of the data of items that code reads. */
  itemFields?: readonly string[];
  /** Extension of the file of each item. */
  file: string;
  /** Characters of a secret. */
  secret: number;
}
