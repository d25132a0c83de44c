import type { OwnCredentials } from '../../model/descriptions/credential-fields.ts';
import type { DescribedNode, DescribedVersion } from '../../model/descriptions/described-node.ts';
import type { DescribedPackage } from '../../model/descriptions/described-package.ts';
import type { IconFile } from '../../model/icons/icon-files.ts';
import type { Rule, Violation } from '../../rule.ts';
import type { ExpressionOwner } from '../../shared-rules/expression-owner.ts';
import type { FieldOwner } from '../../shared-rules/field-owner.ts';
import type { CodexFile } from './codex.ts';

/** A node as the rules about nodes see it. */
export interface NodeSubject {
  node: DescribedNode;
  all: DescribedPackage;
  own: OwnCredentials;
  /** Whether code may read a credential. */
  mayRead(credential: string): boolean;
  icons: readonly IconFile[];
  codex: CodexFile | undefined;
  /** Its versions, as the rules about fields and those about expressions see them. */
  fieldOwners: readonly FieldOwner[];
  expressionOwners: readonly ExpressionOwner[];
}

/**
 * Parameters that n8n adds to nodes.
 * Source: n8n-core 2.41, dist/nodes-loader/constants.js
 * Source: n8n 2.41, dist/tool-generation/ai-tools.js and dist/tool-generation/hitl-tools.js
 */
export const addedParameters: ReadonlySet<string> = new Set([
  ...['requestOptions', 'pollTimes', 'toolDescription', 'descriptionType'],
]);

export type NodeRule = Rule<NodeSubject>;

/** A rule about each version of a node. */
export function overVersions(
  rule: Omit<NodeRule, 'check'>,
  check: (version: DescribedVersion, subject: NodeSubject) => Iterable<Violation>,
): NodeRule {
  return {
    ...rule,
    *check(subject) {
      for (const version of subject.node.versions) yield* check(version, subject);
    },
  };
}
