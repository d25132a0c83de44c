import type { Prepared } from '../engine/prepare-node.ts';
import { bytesOf, type ResponseUse, unusedResponse, type WebhookCall } from '../engine/webhook-call.ts';
import { answerOf } from '../simulated/answers.ts';
import { newShape, recorder, type Shape } from '../simulated/recorder.ts';
import { hasEnded } from '../trace/ending.ts';
import { jsonText } from '../trace/json-text.ts';
import type { Run } from '../trace/run.ts';
import type { Answers, Learned } from './learned.ts';
import { observeRun, outcomeOf, type Stage } from './observe-run.ts';
import { outputsOf } from './traced-output.ts';
import { tellsEvent } from './webhook-names.ts';

const date = '2026-01-15T10:00:00.000Z';

/** Milliseconds after which a response that was not sent is not expected any more. */
const patience = 30_000;

/** As a signature is sent, for what nobody signed. */
const noDigest = '0'.repeat(64);
const forgery = `sha256=${noDigest}`;

const unknownEvent = 'v1';

interface Delivery {
  /** Whether two events are in it. */
  isTwice?: boolean;
  /** Headers and parameters of the query that it has besides. */
  forged?: readonly string[];
  /** What others of them say. */
  beside?: ReadonlyMap<string, string>;
  /** How this one is signed. */
  signature?: Signature;
  /** Whether what the webhook reads of static data is there, as `create` would have stored it. */
  isStored?: boolean;
}

/** Signs deliveries. */
export interface Signature {
  /** Headers and parameters of the query that a webhook asks for. */
  names: WebhookCall['asked'];
  /** What one of them says. @param digest of the signature */
  says(name: string, digest: string): string;
}

interface SampleOptions {
  webhook: string;
  method: string;
  stage: Stage;
  signature?: Signature | undefined;
  stored?: StaticData;
}

/** Fields of static data. */
export type StaticData = Readonly<Record<string, unknown>>;

/** A webhook, and what it is known to read. */
export class Samples {
  private readonly shape: Shape = newShape();
  /** What fields and headers that tell the event have to say. */
  private event: string | undefined;
  /** What other fields say: what the code compares them with. */
  texts: ReadonlyMap<string, string> = new Map();
  /** Headers and parameters of the query that it read, and that were not there. */
  readonly asked: WebhookCall['asked'] = { headers: new Set(), query: new Set(), kept: new Set() };
  /** What `create` has stored, as far as that is known. */
  stored: StaticData;
  /** Who sends, where another sender than the usual one is tried. */
  agent: string | undefined;
  /** The digest of the last signature over a body. */
  digest: string | undefined;
  /** What signatures were computed over: the bytes that arrived, or what JSON.stringify() makes of their value. */
  readonly signed: Set<'bytes' | 'value'> = new Set();

  private readonly webhook: string;
  private readonly method: string;
  private readonly stage: Stage;
  /** How all deliveries are signed. */
  private readonly signature: Signature | undefined;

  constructor({ webhook, method, stage, signature, stored = {} }: SampleOptions) {
    this.webhook = webhook;
    this.method = method;
    this.stage = stage;
    this.signature = signature;
    this.stored = stored;
  }

  /** Delivers a body that writes down what is read of it. */
  record(prepared: Prepared, answering: Answers): Promise<Run> {
    const body = recorder(this.shape, { texts: this.texts });
    return this.send('record', prepared, answering, { body, headers: this.sender(), kept: this.stored });
  }

  /** Delivers a sample. */
  deliver(
    kind: Run['kind'],
    { prepared, answers }: Pick<Learned, 'prepared' | 'answers'>,
    { isTwice = false, forged = [], beside = new Map(), signature = this.signature, isStored }: Delivery = {},
  ): Promise<Run> {
    const { event, shape, asked } = this;
    const named = (names: readonly string[]) =>
      event === undefined ? [] : names.map((name) => [name, event] as const);
    const texts = new Map([...this.texts, ...named(eventFields(shape))]);
    const sample = () => backwards(answerOf(shape, '', { isFirst: true, date, texts }));
    const body = isTwice ? [sample(), sample()] : sample();
    const given = [...beside, ...forged.map((name) => [name, forgery] as const)];
    const givenAmong = (names: ReadonlySet<string>) => given.filter(([name]) => names.has(name));
    const eventHeaders = [...asked.headers].filter(tellsEvent);
    const headers = {
      ...this.sender(),
      ...Object.fromEntries([...named(eventHeaders), ...givenAmong(asked.headers)]),
    };
    const query = Object.fromEntries(givenAmong(asked.query));
    const kept = isStored ? storedIn(asked, this.stored) : {};
    return this.send(kind, prepared, answers, { body, headers, query, kept }, signature);
  }

  /** Looks for an event that starts the workflow. @returns the run that it started with */
  async findEvent(learned: Learned, events: readonly string[], how: Delivery = {}): Promise<Run | undefined> {
    if (eventFields(this.shape).length === 0 && ![...this.asked.headers].some(tellsEvent)) return;
    for (const event of events) {
      this.event = event;
      const run = await this.deliver('plain', learned, how);
      if (startsWorkflow(run)) return run;
    }
    this.event = undefined;
  }

  /** Delivers an event that nobody selects. @returns undefined where deliveries name no event */
  async deliverUnknown(learned: Learned): Promise<Run | undefined> {
    const { event } = this;
    if (event === undefined) return undefined;
    this.event = unknownEvent;
    const run = await this.deliver('plain', learned);
    this.event = event;
    return run;
  }

  private sender(): Readonly<Record<string, string>> {
    return this.agent === undefined ? {} : { 'user-agent': this.agent };
  }

  /** Twice where it is signed: the webhook itself computes what the signature has to be. */
  private async send(
    kind: Run['kind'],
    prepared: Prepared,
    answering: Answers,
    sent: Sent,
    signature = this.signature,
  ): Promise<Run> {
    if (!signature) return this.sendOnce(kind, prepared, answering, sent);
    await this.sendOnce(kind, prepared, answering, signed(sent, signature, noDigest, this.stored));
    return this.sendOnce(kind, prepared, answering, signed(sent, signature, this.digest ?? noDigest, this.stored));
  }

  private async sendOnce(kind: Run['kind'], { node, type }: Prepared, answering: Answers, sent: Sent): Promise<Run> {
    const { webhook, method, stage, asked } = this;
    const opened = stage.engine.open(node, type);
    const use = unusedResponse();
    const isSilent = (result: unknown) => leavesUnanswered(result, use, opened.responseModeOf(webhook));
    const { run, result } = await observeRun(stage, { kind, items: 0, number: 1, answering }, async () => {
      const result = await opened.webhook(webhook, { method, ...sent, asked }, use);
      // It may answer after it has returned.
      if (kind !== 'record' && isSilent(result)) await new Promise((resolve) => setTimeout(resolve, patience));
      return result;
    });
    this.noteSigned(sent.body);
    const { status } = use;
    const answer = { ...run, ...(Number.isInteger(status) && { status }) };
    return {
      ...answer,
      ...(hasEnded(run) && !run.isRecorded && isSilent(result) && { isUnanswered: true }),
      ...(isRejection(answer, result) && { isRejected: true }),
      ...outcomeOf(run, () => answerOfWebhook(result, stage)),
    };
  }

  private noteSigned(body: unknown): void {
    const [value, bytes] = [JSON.stringify(body), bytesOf(body).toString()];
    this.digest = undefined;
    for (const { text, digest } of this.stage.watches.signatures.all()) {
      const isOfBytes = text.includes(bytes);
      // What comes before or after it is a time, an ID or a secret.
      const isOfValue = !isOfBytes && (text.startsWith(value) || text.endsWith(value));
      if (isOfBytes || isOfValue) this.digest ??= digest;
      if (value.length <= shortest) continue;
      if (isOfBytes) this.signed.add('bytes');
      else if (isOfValue) this.signed.add('value');
    }
  }
}

type Sent = Omit<WebhookCall, 'method' | 'asked'>;

/** Characters of a body that are in other texts by chance. */
const shortest = 10;

/** A delivery that says of itself who sends it. */
function signed(sent: Sent, { names, says }: Signature, digest: string, stored: StaticData): Sent {
  const named = (all: ReadonlySet<string>) =>
    Object.fromEntries([...all].filter((name) => !tellsEvent(name)).map((name) => [name, says(name, digest)]));
  return {
    ...sent,
    headers: { ...named(names.headers), ...sent.headers },
    query: { ...named(names.query), ...sent.query },
    kept: storedIn(names, stored),
  };
}

/**
 * What `create` has stored, with what else a webhook may check deliveries with; where that is not known, all fields of
 * static data that it reads.
 */
const storedIn = ({ kept }: WebhookCall['asked'], stored: StaticData): StaticData => {
  const names = [...kept].filter((name) => Object.keys(stored).length === 0 || ofProof.test(name));
  return { ...Object.fromEntries(names.map((name) => [name, 'kept'])), ...stored };
};
const ofProof = /secret|token|key|sign|hmac|auth|pass/i;

/** An object whose fields are in no usual order: some services sign a body with its fields sorted. */
const backwards = (body: unknown): unknown =>
  typeof body !== 'object' || body === null || Array.isArray(body)
    ? body
    : Object.fromEntries(
        Object.entries(body)
          .sort(([one], [other]) => (one < other ? 1 : -1))
          .map(([name, value]) => [name, backwards(value)]),
      );

/**
 * Whether nobody responds to a request. With `noWebhookResponse`, n8n does not, unless a node of the workflow does that
 * was started: packages/cli/src/webhooks/webhook-helpers.ts
 */
function leavesUnanswered(result: unknown, { isAskedFor, mayBeEnded }: ResponseUse, mode: string): boolean {
  const { noWebhookResponse, workflowData } = Object(result);
  if (noWebhookResponse !== true || mayBeEnded) return false;
  // It may have been handed on to what runs in the workflow.
  return workflowData === undefined || (!isAskedFor && mode === 'onReceived');
}

/** The fields that tell the event: by their names, or any of a few, where none has such a name. */
function eventFields(shape: Shape): string[] {
  const all = leavesOf(shape);
  const named = all.filter(tellsEvent);
  return named.length > 0 || all.length > maxUnnamed ? named : all;
}
const maxUnnamed = 3;

const leavesOf = ({ fields, element }: Shape): string[] => [
  ...(element ? leavesOf(element) : []),
  ...[...fields].flatMap(([name, inner]) => (inner.fields.size > 0 || inner.element ? leavesOf(inner) : [name])),
];

/** What n8n starts the workflow with. */
export const startsWorkflow = ({ count, shapeless, status = 200, isRejected }: Run) =>
  (count > 0 || shapeless !== undefined) && status < 400 && !isRejected;

/** What is said to a sender who is not who he says. */
const rejection =
  /signature|unauthori[sz]ed|authenticat|forbidden|denied|hmac|token|secret|api key|byte length|"status(?:Code)?":40[13]\b/i;

/** Whether a delivery is turned away. */
function isRejection({ status, thrown }: Pick<Run, 'status' | 'thrown'>, result: unknown): boolean {
  if (status === 401 || status === 403) return true;
  if (thrown) return rejection.test(`${thrown.message}\n${thrown.description ?? ''}`);
  const answer: unknown = Reflect.get(Object(result), 'webhookResponse');
  return answer !== undefined && rejection.test(jsonText(answer));
}

/** What a webhook gave back: n8n starts the workflow with `workflowData`, if there is any. */
function answerOfWebhook(result: unknown, { credentials }: Stage): ReturnType<typeof outputsOf> {
  if (Array.isArray(result)) return { count: 0, shapeless: 'a list', isFlat: true };
  return outputsOf(Reflect.get(Object(result), 'workflowData'), credentials);
}
