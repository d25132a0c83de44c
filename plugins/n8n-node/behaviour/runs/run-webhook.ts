import type { INodeType } from 'n8n-workflow';
import { traceHead } from '../engine/prepare-node.ts';
import { type PlannedOperation, withValues } from '../plan/run-input.ts';
import type { Run } from '../trace/run.ts';
import { type LearnedSample, learnSample } from './learn-sample.ts';
import type { Learned } from './learned.ts';
import type { Stage, Trace } from './observe-run.ts';
import { storedByCreate } from './stored-by-create.ts';
import { isProof, tellsEvent, wildcard } from './webhook-names.ts';
import { type Signature, startsWorkflow } from './webhook-samples.ts';
import {
  deliverForged,
  deliverTampered,
  type Guarded,
  hasSecretField,
  signatureOf,
  signsParsedBody,
  withFields,
  withGuards,
  withoutGuard,
} from './webhook-signatures.ts';

/** Sends samples to a webhook: bodies of the shape that the node reads. */
export const traceWebhook: Trace = async (operation, type, stage) => {
  const sample = await learnSample(operation, type, stage);
  const { samples, learned } = sample;
  const { plain, prepared } = learned;
  const runs = [plain];
  // Some services deliver several events at once.
  if (!plain.given) runs.push(await samples.deliver('again', learned, { isTwice: true }));
  // What it checks deliveries with may be what `create` has got.
  if (!startsWorkflow(plain) && samples.asked.kept.size > 0) {
    samples.stored = await storedByCreate(operation, type, stage);
    await samples.record(prepared, learned.answers);
  }
  const guarded = [{ operation, samples, learned }, ...(await withGuards(operation, prepared, type, stage))];
  const forged = await forgedOf(guarded, type, stage);
  if (forged) runs.push(forged);
  const signature = await signatureOf({ samples, learned }, startsWorkflow(plain) ? [] : secretsOf(sample, stage));
  for (const one of guarded.slice(1)) await signatureOf(one);
  const signed =
    signature && !startsWorkflow(plain)
      ? await learnSample(operation, type, stage, { signature, stored: samples.stored })
      : undefined;
  const isStarted = [plain, signed?.learned.plain].some((run) => run && startsWorkflow(run));
  if (signed && !signed.learned.plain.isRejected)
    runs.push({ ...withoutSecrets(signed.learned.plain), kind: 'signed' });
  const tampered =
    signature && signed && !forged && !hasSecretField(prepared) ? await deliverTampered(signed, signature) : undefined;
  if (tampered) runs.push(withoutSecrets(tampered));
  const ignored = await deliverIgnored(operation, { unsigned: sample, signed }, type, stage, signature);
  const unanswered = [ignored, ...guarded.map((one) => one.learned.plain)].find((run) => run?.isUnanswered);
  if (unanswered) runs.push({ ...withoutSecrets(unanswered), kind: 'unanswered' });
  const signsParsed = guarded.some(signsParsedBody);
  const open = isStarted ? undefined : await withoutGuard(operation, prepared, type, stage);
  const head = traceHead(operation, prepared);
  return {
    ...{ ...head, runs },
    ...(signsParsed && { signsParsed }),
    ...(open && { variants: [{ ...head, runs: [open.learned.plain], parameter: open.parameter, value: false }] }),
  };
};

/** A secret that a delivery has is no secret that the node shows. */
const withoutSecrets = ({ logged: _, outputs, ...run }: Run): Run => ({
  ...{ ...run, secrets: [] },
  ...(outputs && { outputs: outputs.map((all) => all.map((one) => ({ ...one, secrets: [] }))) }),
});

/** What a webhook may compare with what a delivery has: values of its own parameters, its credential, and what is stored. */
function secretsOf({ samples, learned: { prepared, plain } }: LearnedSample, { credentials }: Stage): string[] {
  const own = Object.entries(prepared.node.parameters).filter(([name]) => isProof(name));
  const values = [
    ...[...samples.asked.kept].map((name) => samples.stored[name]),
    ...own.map(([, value]) => value),
    ...plain.credentials.flatMap((name) => Object.values(credentials.valuesOf(name))),
  ];
  return [...new Set(values.filter((value) => typeof value === 'string').filter((value) => value !== ''))];
}

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
  { unsigned, signed }: { unsigned: LearnedSample; signed: LearnedSample | undefined },
  type: INodeType,
  stage: Stage,
  signature: Signature | undefined,
): Promise<Run | undefined> {
  const { learned, ignored } = signed ?? unsigned;
  if (ignored) return ignored;
  if (startsWorkflow(learned.plain))
    return deliverUnselected(
      operation,
      learned,
      type,
      stage,
      signed ? { signature, stored: signed.samples.stored } : {},
    );
  return signed ? learned.plain : undefined;
}

/** Delivers what is no event that a user has selected, to a webhook that starts with any as long as none is. */
async function deliverUnselected(
  operation: PlannedOperation,
  { prepared: { node, type: shown } }: Learned,
  type: INodeType,
  stage: Stage,
  how: Parameters<typeof learnSample>[3],
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
    const { learned, ignored } = await learnSample(one, type, stage, how);
    return ignored ?? (startsWorkflow(learned.plain) ? undefined : learned.plain);
  }
  return undefined;
}
