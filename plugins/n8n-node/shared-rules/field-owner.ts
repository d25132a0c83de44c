import type { Display } from '../model/parameters/display-conditions.ts';
import type { Level } from '../model/parameters/parameter.ts';
import type { Plain } from '../model/parameters/plain.ts';
import type { Reachability } from '../model/parameters/reachability.ts';
import type { Rule } from '../rule.ts';

/** One version of a node, or a credential. */
export interface FieldOwner {
  fields: Level;
  reachability: Reachability;
  /** The version numbers; empty for a credential. */
  versions: readonly unknown[];
  /** Those of all nodes in the package, which may share fields; undefined if some are unknown. */
  versionsOfAll?: readonly number[] | undefined;
  /** Names that code reads without a fallback value. */
  asked?: ReadonlySet<string>;
  /** Whether code or an expression may read a parameter: see `mentions`. */
  mayRead?(parameter: string): boolean;
  /** Whether lists of options may be shorter than in n8n. */
  partial: boolean;
  /** What else depends on top-level fields: the credentials of a node. */
  dependents: readonly { path: string; raw: Plain; display: Display | undefined }[];
}

/** The words in the texts of rules about fields, for nodes and for credentials. */
export interface FieldWords {
  /** The check, and the first word of its codes. */
  check: 'nodes' | 'credentials';
  field: 'parameter' | 'field';
  owner: 'node' | 'credential';
  docs: string;
}

export type FieldRule = Rule<FieldOwner>;

export const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
