import type { INodeType } from 'n8n-workflow';
import { type Prepared, prepareNode } from '../engine/prepare-node.ts';
import { type PlannedOperation, withValues } from '../plan/run-input.ts';
import { start } from '../simulated/time.ts';
import { hasEnded } from '../trace/ending.ts';
import type { Run } from '../trace/run.ts';
import { most } from '../trace/trace-limits.ts';
import { eventsOf, learnSample } from './learn-sample.ts';
import type { Learned } from './learned.ts';
import type { Stage } from './observe-run.ts';
import { guardName, isProof, tellsEvent } from './webhook-names.ts';
import { type Samples, type Signature, startsWorkflow } from './webhook-samples.ts';

/** Ways of authentication that take requests without a signature: "If present". */
const isLenient = /present|optional|lenient|permissive|warn/i;
/** Ways of authentication that are tried. */
const maxGuards = 4;

/**
 * Delivers a forged signature to a webhook that asked for one.
 * @returns the run, if the webhook started the workflow without a signature and rejects this one, or the other way round
 */
export async function deliverForged({ samples, learned }: Guarded): Promise<Run | undefined> {
  // What `create` stores is not there: it may be what a signature is checked with.
  if (samples.asked.kept.size > 0) return deliverForgedStored({ samples, learned });
  const missing = proofsIn(samples);
  if (missing.length === 0) return undefined;
  const { plain } = learned;
  const forged = await samples.deliver('forged', learned, { forged: missing });
  const named = namedForged(missing);
  if (startsWorkflow(plain) || (returnsData(plain) && (await returnsDataSigned({ samples, learned })))) {
    if (isTurnedAway(forged)) return { ...forged, ...named, isRejected: true };
    const again = await deliverForgedBeside({ samples, learned }, missing);
    return again && { ...again, ...named, isRejected: true };
  }
  if (!isTurnedAway(plain) || isTurnedAway(forged)) return undefined;
  const started = startsWorkflow(forged)
    ? forged
    : await samples.findEvent(learned, eventsOf(learned.prepared), { forged: missing });
  // Others ask the service whether the signature is right, and the simulated one says that it is.
  return started?.requests.length === 0 ? { ...started, ...named } : undefined;
}

/**
 * Delivers the same with signatures that are as long as the right one, and differ from it as a whole or at the end.
 * @returns the run, if the webhook starts the workflow with one of them
 */
export async function deliverTampered({ samples, learned }: Sampled, signature: Signature): Promise<Run | undefined> {
  if (!startsWorkflow(learned.plain)) return undefined;
  for (const count of [1, Number.POSITIVE_INFINITY]) {
    const says: Signature['says'] = (name, digest) => {
      const value = signature.says(name, digest);
      if (!isProof(name)) return value;
      const tampered = signature.says(name, otherEnd(digest, count));
      return tampered === value ? otherEnd(value, 1) : tampered;
    };
    const run = await samples.deliver('forged', learned, { signature: { ...signature, says } });
    if (startsWorkflow(run) && run.requests.length === 0) return { ...run, ...namedForged(proofsIn(samples)) };
  }
  return undefined;
}

/** A text whose last characters are others. */
const otherEnd = (text: string, count: number): string =>
  [...text].map((one, at) => (at < text.length - count ? one : one === 'a' ? 'b' : 'a')).join('');

/** Whether it came to where it starts the workflow, with an event of which it makes no item. */
const returnsData = ({ outputs = [], count, status = 200, isRejected, thrown, given }: Run): boolean =>
  !thrown && !given && !isRejected && status < 400 && count === 0 && outputs.length > 0;

/** Whether it does the same with the right signature. */
async function returnsDataSigned(guarded: Sampled): Promise<boolean> {
  const signature = await signatureOf(guarded);
  return (
    signature !== undefined && returnsData(await guarded.samples.deliver('forged', guarded.learned, { signature }))
  );
}

/** The headers and parameters of the query by which a webhook asks who sends a delivery. */
const proofsIn = ({ asked: { headers, query } }: Samples): string[] => [...headers, ...query].filter(isProof);

/** Whether a node has an optional field for what deliveries are checked with. */
export const hasSecretField = ({ type: { description } }: Prepared): boolean =>
  description.properties.some(
    ({ type, options = [] }) => type === 'collection' && options.some(({ name }) => isProof(name)),
  );

const namedForged = (missing: readonly string[]) => ({
  kind: 'forged' as const,
  missing: missing.slice(0, 5).map((name) => name.slice(0, most.name)),
});

/**
 * Delivers the same to a webhook that has what `create` might have stored.
 * @returns the run, if the webhook starts the workflow without a signature, and does not with a wrong one
 */
async function deliverForgedStored({ samples, learned }: Sampled): Promise<Run | undefined> {
  const unsigned = await samples.deliver('plain', learned, { isStored: true });
  const missing = proofsIn(samples);
  if (missing.length === 0 || !startsWorkflow(unsigned)) return undefined;
  const forged = await samples.deliver('forged', learned, { isStored: true, forged: missing });
  // A header with a secret may also be how a service asks whether the webhook is there: it computes no signature then.
  const isIgnored = hasEnded(forged) && forged.count === 0 && samples.digest !== undefined;
  return isIgnored || isTurnedAway(forged) ? { ...forged, ...namedForged(missing), isRejected: true } : undefined;
}

/** What a signature is over beside the body: `webhook-id`, `x-acme-request-timestamp`. */
const ofSignature = /time|date|nonce|[-_]id$/i;

/**
 * Delivers the same with what services send beside a signature.
 * @returns the run, if that starts the workflow without the signature, and is rejected with it
 */
async function deliverForgedBeside({ samples, learned }: Sampled, forged: readonly string[]): Promise<Run | undefined> {
  const { headers, query } = samples.asked;
  const beside = [...headers, ...query].filter((name) => ofSignature.test(name) && !isProof(name) && !tellsEvent(name));
  if (beside.length === 0) return undefined;
  const values = new Map(beside.map((name) => [name, others(name)]));
  if (!startsWorkflow(await samples.deliver('plain', learned, { beside: values }))) return undefined;
  const run = await samples.deliver('forged', learned, { forged, beside: values });
  return isTurnedAway(run) ? run : undefined;
}

/** A time is the one at which runs begin, in seconds; what is left is an ID. */
const others = (name: string) => (/time|date/i.test(name) ? `${start / 1000}` : 'v1');
/** Forms of signatures. */
const forms = [
  (digest: string) => `sha256=${digest}`,
  (digest: string) => `t=${start / 1000},v1=${digest}`,
  (digest: string) => digest,
  (digest: string) => `v1,${digest}`,
  (digest: string) => `sha1=${digest}`,
  (digest: string) => `v0=${digest}`,
  (digest: string) => `t=${start / 1000},signature=${digest}`,
  (digest: string) => `ts=${start / 1000};h1=${digest}`,
  (digest: string) => `${start / 1000};${digest}`,
  // Where code has the bytes, it may compare them as base64: https://www.standardwebhooks.com
  (digest: string) => `v1,${base64Of(digest)}`,
  (digest: string) => base64Of(digest),
];
const base64Of = (digest: string) => Buffer.from(digest, 'hex').toString('base64');

/**
 * Looks for the way in which deliveries are signed, or for the secret that they have to have.
 * @param secrets that the webhook may know
 * @returns undefined where nothing that was tried is taken
 */
export async function signatureOf(
  { samples, learned }: Sampled,
  secrets: readonly string[] = [],
): Promise<Signature | undefined> {
  const names = samples.asked;
  if (proofsIn(samples).length === 0) return undefined;
  let found: Signature | undefined;
  for (const form of forms) {
    const says: Signature['says'] = (name, digest) => (isProof(name) ? form(digest) : others(name));
    const run = await samples.deliver('forged', learned, { signature: { names, says } });
    // It does not take that for a signature, or compares a secret, or what it computes is not seen.
    if (samples.digest === undefined || run.given || isTurnedAway(run)) continue;
    if (startsWorkflow(run)) return { names, says };
    found ??= { names, says };
  }
  if (found) return found;
  for (const value of secrets.slice(0, maxSecrets).flatMap((secret) => [secret, `Bearer ${secret}`])) {
    const says: Signature['says'] = (name) => (isProof(name) ? value : others(name));
    if (startsWorkflow(await samples.deliver('forged', learned, { signature: { names, says } })))
      return { names, says };
  }
  return undefined;
}

/** Secrets that are tried as they are. */
const maxSecrets = 6;

/** Whether the signature that a webhook asks for is one of what was parsed, whatever the delivery looked like. */
export const signsParsedBody = ({ samples }: Pick<Guarded, 'samples'>): boolean =>
  proofsIn(samples).length > 0 && samples.signed.has('value') && !samples.signed.has('bytes');

/** The same webhook with all optional fields. */
export async function withFields(
  { operation, samples, learned }: Guarded,
  type: INodeType,
  stage: Stage,
): Promise<Learned> {
  const wishes = { ...learned.prepared.wishes, fields: 'all' } as const;
  const prepared = prepareNode(operation, type, wishes, stage.engine);
  return { ...learned, prepared, plain: await samples.deliver('plain', { ...learned, prepared }) };
}

const isTurnedAway = ({ isRejected, count, status = 200 }: Run) =>
  (isRejected === true || status >= 400) && count === 0;

export interface Guarded {
  operation: PlannedOperation;
  samples: Samples;
  learned: Learned;
}
type Sampled = Pick<Guarded, 'samples' | 'learned'>;

/** The webhook without the check that a user can turn off. */
export async function withoutGuard(
  operation: PlannedOperation,
  { node, type: shown }: Prepared,
  type: INodeType,
  stage: Stage,
): Promise<{ parameter: string; learned: Learned } | undefined> {
  const switches = shown.description.properties.filter(
    ({ name, type: kind }) => kind === 'boolean' && guardName.test(name) && node.parameters[name] === true,
  );
  for (const { name: parameter } of switches.slice(0, maxGuards)) {
    const { learned } = await learnSample(withValues(operation, { [parameter]: false }), type, stage);
    if (startsWorkflow(learned.plain)) return { parameter, learned };
  }
  return undefined;
}

/** The webhook with each way of authentication that a user can turn on. */
export async function withGuards(
  operation: PlannedOperation,
  { node, type: shown }: Prepared,
  type: INodeType,
  stage: Stage,
): Promise<Guarded[]> {
  const ways = shown.description.properties
    .filter(({ name }) => guardName.test(name) && Object.hasOwn(node.parameters, name))
    .flatMap(({ name, type: kind, options = [] }): { [name: string]: string | boolean }[] => {
      if (kind === 'boolean') return node.parameters[name] === false ? [{ [name]: true }] : [];
      if (kind !== 'options') return [];
      const values = options.map((option) => ('value' in option ? option.value : undefined));
      return values
        .filter((one) => typeof one === 'string')
        .filter((one) => one !== node.parameters[name] && !isLenient.test(one))
        .map((one) => ({ [name]: one }));
    });
  const found: Guarded[] = [];
  for (const way of ways.slice(0, maxGuards)) {
    const one = withValues(operation, way);
    found.push({ operation: one, ...(await learnSample(one, type, stage)) });
  }
  return found;
}
