import { prepareNode } from '../engine/prepare-node.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import { haveSameDigests } from '../trace/digest.ts';
import { hasEnded } from '../trace/ending.ts';
import type { Learned } from './learned.ts';
import type { Stage } from './observe-run.ts';
import { oneRun } from './one-run.ts';

/**
 * Whether it outputs without a request what it was answered for the credential of another user. Modules are loaded anew, which
 * have kept nothing of the runs before.
 * @param plain run without a request
 */
export async function keepsForOther(
  operation: PlannedOperation,
  { prepared: { wishes }, answers, plain }: Learned,
  stage: Stage,
): Promise<boolean> {
  if (!hasEnded(plain) || plain.count === 0) return false;
  const prepared = prepareNode(operation, stage.loadAnew(), wishes, stage.engine);
  const again = () => oneRun(prepared, { kind: 'again', items: [0], number: 1, ...answers }, stage);
  const first = await again();
  const isOfUser = first.requests.some(({ secrets, hasToken }) => secrets.length > 0 || hasToken);
  if (!hasEnded(first) || !isOfUser) return false;
  stage.credentials.useOtherUser(true);
  try {
    const other = await again();
    const isKept = hasEnded(other) && other.requests.length === 0 && other.count > 0;
    return isKept && haveSameDigests(first.outputs?.flat() ?? [], other.outputs?.flat() ?? []);
  } finally {
    stage.credentials.useOtherUser(false);
  }
}
