import type { INodeType } from 'n8n-workflow';
import { type Prepared, prepareNode, traceHead } from '../engine/prepare-node.ts';
import type { WebhookCall } from '../engine/webhook-call.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import { answerOf } from '../simulated/answers.ts';
import { newShape, recorder, type Shape } from '../simulated/recorder.ts';
import { jsonText } from '../trace/json-text.ts';
import type { Run } from '../trace/trace.ts';
import { type Answers, type Learned, learnAnswers } from './learn-answers.ts';
import { observeRun, outcomeOf, type Stage, type Trace } from './observe-run.ts';
import { outputsOf } from './traced-output.ts';

const date = '2026-01-15T10:00:00.000Z';

/** Names of events that are tried where a webhook ignores a sample. */
const maxEvents = 8;
/** Ways of authentication that are tried. */
const maxGuards = 4;

/** Sends samples to a webhook: bodies of the shape that the node reads. */
export const traceWebhook: Trace = async (operation, type, stage) => {
  const { samples, learned } = await learnSample(operation, type, stage);
  const runs = [learned.plain];
  // Some services deliver several events at once.
  if (!learned.plain.given) runs.push(await samples.deliver('again', learned, { isTwice: true }));
  for (const one of [
    { operation, samples, learned },
    ...(await withGuards(operation, learned.prepared, type, stage)),
  ]) {
    const forged = await deliverForged(one);
    // Without its optional fields, it may know no secret to compare with.
    const whole = forged && { ...one, learned: await withFields(one, type, stage) };
    if (!whole || !(await deliverForged(whole))) continue;
    runs.push(forged);
    break;
  }
  return { ...traceHead(operation, learned.prepared), runs };
};

interface Delivery {
  /** Whether two events are in it. */
  isTwice?: boolean;
  /** Headers and parameters of the query that it has besides. */
  forged?: readonly string[];
}

/** A webhook, and what it is known to read. */
class Samples {
  private readonly shape: Shape = newShape();
  /** What fields and headers that tell the event have to say. */
  private event: string | undefined;
  /** Headers and parameters of the query that it read, and that were not there. */
  readonly asked: WebhookCall['asked'] = { headers: new Set(), query: new Set(), kept: new Set() };

  private readonly webhook: string;
  private readonly method: string;
  private readonly stage: Stage;

  constructor(webhook: string, method: string, stage: Stage) {
    this.webhook = webhook;
    this.method = method;
    this.stage = stage;
  }

  /** Delivers a body that writes down what is read of it. */
  record(prepared: Prepared, answering: Answers): Promise<Run> {
    return this.send('record', prepared, answering, { body: recorder(this.shape) });
  }

  /** Delivers a sample. */
  deliver(
    kind: Run['kind'],
    { prepared, answers }: Pick<Learned, 'prepared' | 'answers'>,
    { isTwice = false, forged = [] }: Delivery = {},
  ): Promise<Run> {
    const { event, shape, asked } = this;
    const named = (names: readonly string[]) =>
      event === undefined ? [] : names.map((name) => [name, event] as const);
    const texts = new Map(named(eventFields(shape)));
    const sample = () => answerOf(shape, '', { isFirst: true, date, texts });
    const body = isTwice ? [sample(), sample()] : sample();
    const forgedAmong = (names: ReadonlySet<string>) =>
      forged.filter((name) => names.has(name)).map((name) => [name, forgery] as const);
    const eventHeaders = [...asked.headers].filter(tellsEvent);
    const headers = Object.fromEntries([...named(eventHeaders), ...forgedAmong(asked.headers)]);
    const query = Object.fromEntries(forgedAmong(asked.query));
    return this.send(kind, prepared, answers, { body, headers, query });
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

  private async send(
    kind: Run['kind'],
    { node, type }: Prepared,
    answering: Answers,
    sent: Omit<WebhookCall, 'method' | 'asked'>,
  ): Promise<Run> {
    const { webhook, method, stage, asked } = this;
    let status: number | undefined;
    const { run, result } = await observeRun(stage, { kind, items: 0, number: 1, answering }, () =>
      stage.engine.open(node, type).webhook(webhook, { method, ...sent, asked }, (given) => {
        status = given;
      }),
    );
    const answer = { ...run, ...(Number.isInteger(status) && { status }) };
    return {
      ...answer,
      ...(isRejection(answer, result) && { isRejected: true }),
      ...outcomeOf(run, () => answerOfWebhook(result, stage)),
    };
  }
}

async function learnSample(operation: PlannedOperation, type: INodeType, stage: Stage) {
  const { method: webhook = 'default' } = operation;
  const same = type.description.webhooks?.filter(({ name }) => name === webhook) ?? [];
  const [first = 'POST', ...others] = same.flatMap(({ httpMethod }) => httpMethod);
  // With GET, many services only ask whether the webhook is there.
  const method = others.includes('POST') || first.startsWith('=') ? 'POST' : first;
  const samples = new Samples(webhook, method, stage);
  const learned = await learnAnswers(
    operation,
    { type, engine: stage.engine, credentials: stage.credentials },
    (prepared, answers, kind) =>
      kind === 'record' ? samples.record(prepared, answers) : samples.deliver(kind, { prepared, answers }),
  );
  const { plain, prepared } = learned;
  const isIgnored = !plain.thrown && !plain.given && !startsWorkflow(plain) && !plain.isRejected;
  const started = isIgnored ? await samples.findEvent(learned, eventsOf(prepared)) : undefined;
  return { samples, learned: started ? { ...learned, plain: started } : learned };
}

/** What n8n starts the workflow with. */
const startsWorkflow = ({ count, status = 200, isRejected }: Run) => count > 0 && status < 400 && !isRejected;

/** What tells the event of a delivery: `event`, `eventType`, `x-acme-topic`, `dataType`. */
const eventName = /event|topic|action|type|kind/i;

/** `x-zevent-signature` does not. */
const tellsEvent = (name: string): boolean => eventName.test(name) && !isProof(name);

const eventFields = ({ fields, element }: Shape): string[] => [
  ...(element ? eventFields(element) : []),
  ...[...fields].flatMap(([name, inner]) =>
    inner.fields.size > 0 || inner.element ? eventFields(inner) : tellsEvent(name) ? [name] : [],
  ),
];

/** The events that a user selects. */
function eventsOf({ node, type }: Prepared): string[] {
  const selected = type.description.properties
    .filter(({ type: kind, name }) => /^(?:options|multiOptions)$/.test(kind) && !guardName.test(name))
    .flatMap(({ name, options = [] }) => [
      ...[node.parameters[name]].flat(),
      ...options.map((option) => ('value' in option ? option.value : undefined)),
    ]);
  const texts = selected.filter((one) => typeof one === 'string').filter((one) => one !== '' && one !== '*');
  return [...new Set(texts)].slice(0, maxEvents);
}

/** Words in the name of what authenticates a delivery: `x-acme-signature`, `x-gitlab-token`. */
const proofs = new Set('signature signatures sign sig hmac digest secret token authorization auth apikey'.split(' '));
/** What only the first request has, with which a service asks whether the webhook is there, and what pages have. */
const handshake = /hub\.|verif|valid|challenge|^x-hook-secret$|page|next|sync|csrf/i;

const isProof = (name: string) =>
  !handshake.test(name) &&
  name
    .replace(/api[-_]key/i, 'apikey')
    .split(/[-_.]|(?<=[a-z])(?=[A-Z])/)
    .some((word) => proofs.has(word.toLowerCase()));

/** Parameters that say how deliveries are authenticated. */
const guardName = /auth|sign|secur|verif|hmac|valid/i;
/** Ways of authentication that take requests without a signature: "If present". */
const isLenient = /present|optional|lenient|permissive|warn/i;
/** As a signature is sent, for what nobody signed. */
const forgery = `sha256=${'0'.repeat(64)}`;

/**
 * Delivers a forged signature to a webhook that asked for one.
 * @returns the run, if the webhook started the workflow without a signature and rejects this one, or the other way round
 */
async function deliverForged({ samples, learned }: Guarded): Promise<Run | undefined> {
  const { headers, query, kept } = samples.asked;
  const missing = [...headers, ...query].filter(isProof);
  // What `create` stores is not there: it may be what a signature is checked with.
  if (missing.length === 0 || kept.size > 0) return undefined;
  const { plain } = learned;
  const forged = await samples.deliver('forged', learned, { forged: missing });
  const named = { kind: 'forged' as const, missing: missing.slice(0, 5) };
  if (startsWorkflow(plain)) return isTurnedAway(forged) ? { ...forged, ...named } : undefined;
  if (!isTurnedAway(plain) || isTurnedAway(forged)) return undefined;
  const started = startsWorkflow(forged)
    ? forged
    : await samples.findEvent(learned, eventsOf(learned.prepared), { forged: missing });
  // Others ask the service whether the signature is right, and the simulated one says that it is.
  return started?.requests.length === 0 ? { ...started, ...named } : undefined;
}

/** The same webhook with all optional fields. */
async function withFields({ operation, samples, learned }: Guarded, type: INodeType, stage: Stage): Promise<Learned> {
  const wishes = { ...learned.prepared.wishes, fields: 'all' } as const;
  const prepared = prepareNode(operation, type, wishes, stage.engine);
  return { ...learned, prepared, plain: await samples.deliver('plain', { ...learned, prepared }) };
}

const isTurnedAway = ({ isRejected, count }: Run) => isRejected === true && count === 0;

interface Guarded {
  operation: PlannedOperation;
  samples: Samples;
  learned: Learned;
}

/** The webhook with each way of authentication that a user can turn on. */
async function withGuards(
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
    const one = { ...operation, values: { ...operation.values, ...way } };
    found.push({ operation: one, ...(await learnSample(one, type, stage)) });
  }
  return found;
}

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
