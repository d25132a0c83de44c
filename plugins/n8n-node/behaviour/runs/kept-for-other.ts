import { prepareNode } from '../engine/prepare-node.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import { atUsualHost } from '../simulated/credentials.ts';
import { haveSameDigests } from '../trace/digest.ts';
import { hasEnded } from '../trace/ending.ts';
import { withoutValues } from '../trace/marks.ts';
import { isWrite, type TracedRequest, withoutQuery } from '../trace/request.ts';
import type { OperationTrace } from '../trace/trace.ts';
import type { Learned } from './learned.ts';
import type { Stage } from './observe-run.ts';
import { heard, oneRun } from './one-run.ts';
import { asOtherUser } from './other-secrets.ts';

/** A value of a simulated response; the version of an API looks like one. */
const answered = /\b(?:v|name)\d{1,3}\b/;
const ofVersion = /\/v\d{1,3}(?=\/)/g;

/** Milliseconds after which a response that is cached for a time is requested again. */
const nextDay = 24 * 60 * 60 * 1000;

/**
 * What an operation keeps of the user before, with the credential of another user on another server.
 * @param learned with the runs that came before in this process
 */
export async function keptForOther(
  operation: PlannedOperation,
  learned: Learned,
  stage: Stage,
): Promise<OperationTrace['keepsForOther']> {
  const { prepared, answers, plain } = learned;
  // The author's own values are the same for everybody.
  if (!hasEnded(plain) || stage.credentials.areGiven(plain.credentials)) return undefined;
  if (plain.requests.length === 0) return (await keepsResponse(operation, learned, stage)) ? 'response' : undefined;
  if (!plain.requests.some(isOfUser)) return undefined;
  const other = await asOtherUser(stage, () =>
    oneRun(prepared, { kind: 'again', items: [0], number: 1, ...answers }, stage),
  );
  const kept = other.requests.find((request) => request.kept)?.kept;
  if (kept || !hasEnded(other)) return kept;
  return (await keepsList(operation, learned, stage)) ? 'list' : undefined;
}

/** Whether it outputs without a request what it was answered for another user. */
async function keepsResponse(operation: PlannedOperation, learned: Learned, stage: Stage): Promise<boolean> {
  if (learned.plain.count === 0) return false;
  const { first, other } = await runAnew(operation, learned, stage);
  if (!hasEnded(first) || !first.requests.some(isOfUser)) return false;
  const isKept = hasEnded(other) && other.requests.length === 0 && other.count > 0;
  return isKept && haveSameDigests(first.outputs?.flat() ?? [], other.outputs?.flat() ?? []);
}

/**
 * Whether it does not request something again that it requested for another user the day before, and sends what the response
 * had: what is only looked up may be the same for everybody.
 */
async function keepsList(operation: PlannedOperation, learned: Learned, stage: Stage): Promise<boolean> {
  const { first: recorded = [], plain } = learned;
  const isLess = (some: readonly TracedRequest[], others: readonly TracedRequest[]) => {
    const addresses = new Set(others.map(addressOf));
    return some.some((one) => isOfUser(one) && !isWrite(one) && !addresses.has(addressOf(one)));
  };
  if (!isLess(recorded, plain.requests)) return false;
  const { first, other, sent } = await runAnew(operation, learned, stage);
  const isComplete = hasEnded(first) && hasEnded(other) && other.requests.length > 0;
  const isFewer = other.requests.length < first.requests.length && isLess(first.requests, other.requests);
  return isComplete && isFewer && sent.some((text) => answered.test(text.replace(ofVersion, '')));
}

/**
 * Two runs for two users, in modules that are loaded anew: they have kept nothing of the runs before.
 * @returns `sent` is the address and the body of each request of the other user
 */
async function runAnew(operation: PlannedOperation, { prepared: { wishes }, answers }: Learned, stage: Stage) {
  const prepared = prepareNode(operation, stage.loadAnew(), wishes, stage.engine);
  const usual = { kind: 'again', items: [0], number: 1, ...answers } as const;
  const first = await oneRun(prepared, usual, stage);
  const { run: other, texts: sent } = await asOtherUser(stage, () =>
    heard((hear) => oneRun(prepared, { ...usual, later: nextDay, hear }, stage)),
  );
  return { first, other, sent };
}

const isOfUser = ({ secrets, hasToken }: TracedRequest) => secrets.length > 0 || hasToken === true;

const addressOf = ({ method, url }: TracedRequest) => withoutValues(`${method} ${withoutQuery(atUsualHost(url))}`);
