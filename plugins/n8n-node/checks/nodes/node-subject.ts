import type { OwnCredentials } from '../../model/descriptions/credential-fields.ts';
import type { DescribedNode, DescribedVersion } from '../../model/descriptions/described-node.ts';
import type { DescribedPackage } from '../../model/descriptions/described-package.ts';
import type { IconFile } from '../../model/icons/icon-files.ts';
import type { ExpressionOwner } from '../../shared-rules/expression-rules.ts';
import type { FieldOwner } from '../../shared-rules/field-owner.ts';
import type { Sighting, Watcher } from '../../shared-rules/sighting.ts';
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
