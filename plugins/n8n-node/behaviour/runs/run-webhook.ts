import type { INodeType } from 'n8n-workflow';
import { traceHead } from '../engine/prepare-node.ts';
import { type PlannedOperation, withValues } from '../plan/run-input.ts';
import type { Run } from '../trace/run.ts';
import type { Learned } from './learned.ts';
import type { Stage, Trace } from './observe-run.ts';
import { tellsEvent, wildcard } from './webhook-names.ts';
import { type LearnedSample, learnSample, type Signature, startsWorkflow } from './webhook-samples.ts';
import {
  deliverForged,
  type Guarded,
  hasSecretField,
  signatureOf,
  signsParsedBody,
  withFields,
  withGuards,
} from './webhook-signatures.ts';

/** Sends samples to a webhook: bodies of the shape that the node reads. */
export const traceWebhook: Trace = async (operation, type, stage) => {
  const sample = await learnSample(operation, type, stage);
  const { samples, learned } = sample;
  const runs = [learned.plain];
  // Some services deliver several events at once.
  if (!learned.plain.given) runs.push(await samples.deliver('again', learned, { isTwice: true }));
  const guarded = [{ operation, samples, learned }, ...(await withGuards(operation, learned.prepared, type, stage))];
  const forged = await forgedOf(guarded, type, stage);
  if (forged) runs.push(forged);
  const signatures: (Signature | undefined)[] = [];
  for (const one of guarded) signatures.push(await signatureOf(one));
  const ignored = await deliverIgnored(operation, sample, type, stage, signatures[0]);
  const unanswered = [ignored, ...guarded.map((one) => one.learned.plain)].find((run) => run?.isUnanswered);
  if (unanswered) runs.push({ ...unanswered, kind: 'unanswered' });
  const signsParsed = guarded.some(signsParsedBody);
  return { ...traceHead(operation, learned.prepared), runs, ...(signsParsed && { signsParsed }) };
};

/** A delivery with a wrong signature, where that proves that the webhook does not check signatures as it should. */
async function forgedOf(guarded: readonly Guarded[], type: INodeType, stage: Stage): Promise<Run | undefined> {
  for (const one of guarded) {
    const forged = await deliverForged(one);
    // Without its optional fields, it may know no secret to compare with.
    const whole = forged && { ...one, learned: await withFields(one, type, stage) };
    if (whole && (await deliverForged(whole))) return forged;
  }
  // One of its optional fields may be that secret.
  const [first] = guarded;
  if (!first || !hasSecretField(first.learned.prepared)) return undefined;
  return deliverForged({ ...first, learned: await withFields(first, type, stage) });
}

/** Delivers an event that does not start the workflow. */
async function deliverIgnored(
  operation: PlannedOperation,
  unsigned: LearnedSample,
  type: INodeType,
  stage: Stage,
  signature: Signature | undefined,
): Promise<Run | undefined> {
  const isSigned = signature !== undefined && !startsWorkflow(unsigned.learned.plain);
  const { learned, ignored } = isSigned ? await learnSample(operation, type, stage, signature) : unsigned;
  if (ignored) return ignored;
  if (startsWorkflow(learned.plain))
    return deliverUnselected(operation, learned, type, stage, isSigned ? signature : undefined);
  return isSigned ? learned.plain : undefined;
}

/** Delivers what is no event that a user has selected, to a webhook that starts with any as long as none is. */
async function deliverUnselected(
  operation: PlannedOperation,
  { prepared: { node, type: shown } }: Learned,
  type: INodeType,
  stage: Stage,
  signature: Signature | undefined,
): Promise<Run | undefined> {
  for (const { name, type: kind, options = [] } of shown.description.properties) {
    if (!/^(?:options|multiOptions)$/.test(kind) || !tellsEvent(name) || !Object.hasOwn(node.parameters, name))
      continue;
    const selected = [node.parameters[name]].flat();
    if (!selected.every((one) => typeof one === 'string' && wildcard.test(one))) continue;
    const values = options.map((option) => ('value' in option ? option.value : undefined));
    const value = values.find((one) => typeof one === 'string' && !wildcard.test(one));
    if (value === undefined) continue;
    const one = withValues(operation, { [name]: kind === 'options' ? value : [value] });
    const { learned, ignored } = await learnSample(one, type, stage, signature);
    return ignored ?? (startsWorkflow(learned.plain) ? undefined : learned.plain);
  }
  return undefined;
}
