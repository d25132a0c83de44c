import { counted } from '../counted.ts';
import type { Operation } from '../result.ts';

/** Reasons that are named. */
const maxReasons = 3;

/**
 * Returns `37 of 40 operations exercised; not exercised: 2 × no answer that the node understands; left out: uploads a file`;
 * empty without operations.
 */
export function operationCounts(operations: readonly Operation[]): string {
  if (operations.length === 0) return '';
  const of = (wanted: Operation['outcome']) => operations.filter(({ outcome }) => outcome === wanted);
  const groups = (['not exercised', 'left out'] as const).flatMap((outcome) => {
    const all = of(outcome);
    return all.length === 0 ? [] : [`${outcome}: ${reasonsOf(all)}`];
  });
  return [`${of('exercised').length} of ${operations.length} operations exercised`, ...groups].join('; ');
}

function reasonsOf(operations: readonly Operation[]): string {
  const byReason = Map.groupBy(operations, ({ reason = 'unknown reason' }) => reason);
  const reasons = [...byReason]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, all]) => (all.length === 1 ? reason : `${all.length} × ${reason}`));
  const more = reasons.length - maxReasons;
  return [...reasons.slice(0, maxReasons), ...(more > 0 ? [counted(more, 'other reason')] : [])].join('; ');
}

/** The operations of a node in one version, in their order. */
export interface NodeOperations {
  node: string;
  version: number;
  operations: Operation[];
}

/** Groups operations by node and version. */
export function operationsByNode(operations: readonly Operation[]): NodeOperations[] {
  const groups = Map.groupBy(operations, ({ node, version }) => JSON.stringify([node, version]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? { node: first.node, version: first.version, operations: group } : [];
  });
}

/** Returns `shipment: create` or `loadOptions: getCarriers`; empty for a node without operations. */
export function operationName({ kind, resource, operation }: Operation): string {
  return [kind, resource, operation].filter((part) => part !== undefined).join(': ');
}

/** Returns `output: 3 items, paired`, or what else an operation did, such as `passes`; undefined if that is unknown. */
export function outputText({ output }: Operation): string | undefined {
  return output !== undefined && /^\d/.test(output) ? `output: ${output}` : output;
}
