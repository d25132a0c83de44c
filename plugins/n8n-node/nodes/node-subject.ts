import type { OwnCredentials } from '../described/credential-fields.ts';
import type { DescribedNode, DescribedVersion } from '../described/described-node.ts';
import type { DescribedPackage } from '../described/described-package.ts';
import type { Sighting, Watcher } from '../described/sighting.ts';
import type { ExpressionOwner } from '../expressions/expression-rules.ts';
import type { IconFile } from '../icons/icon-files.ts';
import type { FieldOwner } from '../parameters/field-owner.ts';
import type { CodexFile } from './codex.ts';

/** A node as the rules about nodes see it. */
export interface NodeSubject {
  node: DescribedNode;
  all: DescribedPackage;
  own: OwnCredentials;
  icons: readonly IconFile[];
  codex: CodexFile | undefined;
  /** Its versions, as the rules about fields and those about expressions see them. */
  fieldOwners: readonly FieldOwner[];
  expressionOwners: readonly ExpressionOwner[];
}

export type NodeWatcher = Watcher<NodeSubject>;

/** A rule about each version of a node. */
export function overVersions(
  watcher: Omit<NodeWatcher, 'see'>,
  see: (version: DescribedVersion, subject: NodeSubject) => Iterable<Sighting>,
): NodeWatcher {
  return {
    ...watcher,
    *see(subject) {
      for (const version of subject.node.versions) yield* see(version, subject);
    },
  };
}
