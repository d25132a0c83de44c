import type { Display } from '../model/parameters/display-conditions.ts';
import type { Level } from '../model/parameters/parameter.ts';
import type { Plain } from '../model/parameters/plain.ts';
import type { Reachability } from '../model/parameters/reachability.ts';
import type { Rule } from '../rule.ts';

/** Something with fields to fill in: one version of a node, or a credential. */
export interface FieldOwner {
  fields: Level;
  reachability: Reachability;
  /** The versions that it is for; empty for a credential. */
  versions: readonly unknown[];
  /** Lists of options may be shorter than they are in n8n. */
  partial: boolean;
  /** What else is shown under conditions on the fields at the top: the credentials of a node. */
  beside: readonly { path: string; raw: Plain; display: Display | undefined }[];
}

/** The words in which rules about fields speak to the authors of nodes and of credentials. */
export interface FieldWords {
  /** The check, and the first word of its codes. */
  check: 'nodes' | 'credentials';
  field: 'parameter' | 'field';
  owner: 'node' | 'credential';
  docs: string;
}

export type FieldRule = Rule<FieldOwner>;
