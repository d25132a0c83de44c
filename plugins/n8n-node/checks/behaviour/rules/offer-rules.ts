import { parametersOf } from '../../../behaviour/plan/plan-operations.ts';
import type { RunOperation } from '../../../behaviour/run-package.ts';
import { haveSameDigests } from '../../../behaviour/trace/digest.ts';
import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { isLogin } from '../../../behaviour/trace/login-address.ts';
import { isWrite } from '../../../behaviour/trace/request.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { docs } from '../../../docs-links.ts';
import { everyParameter } from '../../../model/parameters/parameter.ts';
import { shown, textOf } from '../../../model/parameters/plain.ts';
import { alwaysRefused } from '../always-refused.ts';
import { isTaken, overOperations } from '../behaviour-rule.ts';
import { idleText } from '../idle-operation.ts';
import { kindOf } from '../seen-items.ts';

/** What a node says of an operation that its code does not know; not of one that needs something else. */
const unknown =
  /^(?:the )?(?:unknown|unsupported|unrecognized|invalid) (?:[\w-]+ ){0,2}(?:resource|operation)\b|\b(?:resource|operation)\b.{0,80} (?:is|was) not (?:supported|known|implemented|recognized|found)(?! *(?:with|in|by|when|while|if|unless|using|on|without|for this|for your)\b)/i;

/** The same where a node speaks to its users in another language. */
const unknownElsewhere =
  /unbekannt|nicht unterst|desconhecid|desconocid|n[ãa]o (?:é )?suportad|no (?:es )?(?:compatible|soportad)|inconnu|sconosciut|onbekend|nieznan|неизвестн|bilinmeyen|tidak dikenal|不支持|未知/i;
const operationElsewhere = /opera|ressour|recurso|risors|zasób|ресурс|операц|işlem|kaynak|sumber|操作|资源/i;

const isUnknown = (message: string): boolean =>
  unknown.test(message) || (unknownElsewhere.test(message) && operationElsewhere.test(message));

/** `Unknown operation: undefined` */
const withoutName =
  /\b(?:unknown|unsupported|invalid|unrecogni[sz]ed)\b.{0,20}\boperation\b\W{0,5}undefined\b|\boperation\W{0,5}undefined\W{0,5}is (?:not|un)\b/i;

export const operationUnknown = overOperations({
  code: 'behaviour-operation-unknown',
  title: 'Operation is in the description, but the code refuses it',
  severity: 'error',
  why: 'Users can select the operation, and it always fails: the code does not know it, or says that it is not supported before it reads what users enter.',
  fix: 'Add the operation to the code that selects what to run, correct its value, or remove its option.',
  bad: "options: [{ name: 'Archive', value: 'archive' }]\nswitch (operation) { case 'get': …; default: throw new NodeOperationError(this.getNode(), 'Unknown operation: ' + operation); }",
  good: "options: [{ name: 'Archive', value: 'archive' }]\nswitch (operation) { case 'get': …; case 'archive': …; }",
  docs: docs.nodeMethods,
  onlyUsual: true,
  fault(operation, all, { ownCredentials }) {
    const { run, choices, variants } = operation;
    if (variants.some(isTaken)) return undefined;
    const plain = run('plain');
    const [message = ''] = plain?.thrown?.message.split('\n') ?? [];
    const names = [choices.operation, choices.resource].filter((name) => typeof name === 'string');
    const isNamed = names.some((name) => name.length > 2 && message.includes(name));
    if (plain?.requests.length === 0 && withoutName.test(message))
      return {
        what: `the code refuses it, because it does not get what was selected: ${shown(message)}`,
        stack: plain.thrown?.stack ?? '',
      };
    return plain?.requests.length === 0 && isNamed && isUnknown(message)
      ? 'the code refuses it as unknown'
      : alwaysRefused(operation, all, ownCredentials);
  },
});

export const operationIdle = overOperations({
  code: 'behaviour-operation-idle',
  title: 'Operation does nothing',
  severity: 'error',
  why: 'Users can select the operation, but no code handles it: it sends no request, or one to the host alone, reads no parameter and does not fail. Reported only if other operations of the node send requests.',
  fix: 'Add the operation to the code that selects what to run, correct its value, or remove its option.',
  bad: "options: [{ name: 'Upsert', value: 'upsert' }]\nif (operation === 'update') { … }",
  good: "options: [{ name: 'Upsert', value: 'upsert' }]\nif (operation === 'update') { … }\nif (operation === 'upsert') { … }",
  docs: docs.nodeMethods,
  supersededBy: ['nodes-compared-value-unknown'],
  onlyUsual: true,
  fault: idleText,
});

/** Words in an address that tell what a GET request does, or fields that do. */
const verb =
  /[?&](?:call|cmd|command|func|function|op|operation|do)=|terminat|creat|updat|(?<!cr)edit|modif|(?<!ex)chang|insert|delet|remov|destroy|trash|archiv|cancel|revok|discard|clear|unlink|purge|drop|unsub|detach|(?<!\btrans|\bre|\binter)action|method/i;

export const deleteReads = overOperations({
  code: 'behaviour-delete-reads',
  title: 'Operation that deletes only sends GET requests',
  severity: 'warning',
  why: 'GET requests read. Users get the record as if it were deleted, and it is still there.',
  fix: "Set `method: 'DELETE'`: without a method, n8n sends GET.",
  bad: "{ name: 'Delete', value: 'delete', routing: { request: { url: '=/orders/{{$parameter.orderId}}' } } }",
  good: "{ name: 'Delete', value: 'delete', routing: { request: { method: 'DELETE', url: '=/orders/{{$parameter.orderId}}' } } }",
  docs: docs.nodeMethods,
  onlyUsual: true,
  isGrave: isGet,
  fault: (operation) => (isNamed(operation, /^(delete|remove)/i) && onlyReads(operation) ? readsText : undefined),
});

export const updateReads = overOperations({
  code: 'behaviour-update-reads',
  title: 'Operation that creates or updates only sends GET requests',
  severity: 'error',
  why: 'GET requests read. Users get the record as if it were changed, and it is not. Reported only if other operations of the node send requests other than GET.',
  fix: "Set `method: 'POST'`, `'PUT'` or `'PATCH'`: without a method, n8n sends GET.",
  bad: "{ name: 'Update', value: 'update', routing: { request: { url: '=/orders/{{$parameter.orderId}}' } } }",
  good: "{ name: 'Update', value: 'update', routing: { request: { method: 'PATCH', url: '=/orders/{{$parameter.orderId}}' } } }",
  docs: docs.nodeMethods,
  onlyUsual: true,
  fault(operation, all) {
    const writes = all.some(({ run }) =>
      run('plain')?.requests.some(({ method }) => /^(?:PUT|PATCH|POST)$/.test(method)),
    );
    return writes && isNamed(operation, /^(create|update)(?![a-z])/) && onlyReads(operation) ? readsText : undefined;
  },
});

const readsText = 'its only request for each item is a GET';
const isNamed = ({ choices }: RunOperation, pattern: RegExp) => pattern.test(String(choices.operation));

/** Whether an operation of the same resource gets the record with the same requests, and no switch of this one may do more. */
function isGet(operation: RunOperation, all: readonly RunOperation[]): boolean {
  const plain = operation.run('plain');
  const hasSwitch = [...operation.of.parameters.named.keys()].some((name) =>
    parametersOf(operation, name).some(({ type }) => type === 'boolean'),
  );
  return (
    plain !== undefined &&
    !hasSwitch &&
    all.some((one) => {
      const same = isNamed(one, /^(?:get|read|retrieve)/i) ? one.run('plain') : undefined;
      return (
        same !== undefined &&
        isSameBut(one, operation, String(one.choices.operation)) &&
        haveSameDigests(same.requests, plain.requests)
      );
    })
  );
}

function onlyReads({ run }: RunOperation): boolean {
  const plain = run('plain');
  if (plain?.items !== 3 || !hasEnded(plain)) return false;
  const { requests } = plain;
  // One that is looked for first may not be there.
  const isOnePerItem = requests.length === 3 && requests.every(({ marks }) => marks.length > 0);
  // In a list, it looks for what the simulated response does not have.
  const isList = requests.some(({ answer = '' }) => answer.includes('['));
  return isOnePerItem && !isList && requests.every(({ method, url }) => method === 'GET' && !verb.test(url));
}

/** Words of operations that do the opposite of each other, or, the last ones, less than each other. */
const opposites = [
  ...['approve reject', 'approve deny', 'accept reject', 'accept decline', 'enable disable', 'activate deactivate'],
  ...['start stop', 'pause resume', 'lock unlock', 'block unblock', 'archive unarchive', 'publish unpublish'],
  ...['select unselect', 'select deselect', 'connect disconnect', 'attach detach', 'like unlike', 'star unstar'],
  ...['pin unpin', 'freeze unfreeze', 'verify unverify', 'link unlink', 'share unshare', 'tag untag', 'ban unban'],
  ...['add remove', 'follow unfollow', 'subscribe unsubscribe', 'assign unassign', 'mute unmute', 'open close'],
  ...['delete empty', 'delete clear'],
].map((pair) => pair.split(' '));

export const oppositeSame = overOperations({
  code: 'behaviour-opposite-same',
  title: 'Operation sends the requests of another one',
  severity: 'error',
  why: 'Two operations that should do the opposite of each other, empty and delete something, or calculate and do something, send exactly the same requests, so one of them does the wrong thing.',
  fix: 'Correct the URL, the method or the body of the operation.',
  bad: "approve: send('/tasks/approve', { id }),\nreject: send('/tasks/approve', { id }),",
  good: "approve: send('/tasks/approve', { id }),\nreject: send('/tasks/reject', { id }),",
  docs: docs.nodeMethods,
  onlyUsual: true,
  fault(operation, all) {
    const opposite = sameOpposite(operation, all);
    return opposite === undefined ? undefined : `it sends the same requests as "${opposite}"`;
  },
});

/** What is the same when it is empty and when it is deleted. */
const holding = /trash|bin|cache|cart|basket|history|memory|queue|log|inbox|session|context/i;

/** The name of the opposite of an operation that sends the same requests. */
function sameOpposite(operation: RunOperation, all: readonly RunOperation[]): string | undefined {
  const plain = writing(operation.run('plain'));
  const name = String(operation.choices.operation);
  if (!plain || plain.requests.some(({ url }) => /toggle|switch/i.test(url))) return undefined;
  const isContainer = holding.test(`${name} ${operation.choices.resource}`);
  for (const [one = '', other = ''] of opposites) {
    // Who deletes a cart empties it.
    if (one === 'delete' && isContainer) continue;
    const wanted = inPlaceOf(name, other, one);
    const opposite = wanted && all.find((some) => isSameBut(some, operation, wanted));
    const same = opposite && writing(opposite.run('plain'));
    if (same && haveSameDigests(same.requests, plain.requests)) return wanted;
  }
  const act = onlyCalculates(operation) ? all.find((one) => isSameAct(one, operation, plain)) : undefined;
  return act && String(act.choices.operation);
}

const titlesOf = ({ option, choices }: RunOperation) => [textOf(option?.['name']) ?? '', String(choices.operation)];

/** Whether users read that an operation does not do what it is about: "Calculate Price", "without sending". */
const onlyCalculates = (operation: RunOperation): boolean =>
  titlesOf(operation).some((title) => /^(?:calculate|estimate|preview|simulate|quote)(?![a-z])/i.test(title)) ||
  /\bwithout (?:actually )?(?:send|submitt?|book|plac|publish|purchas|buy|pay|charg)ing\b/i.test(
    textOf(operation.option?.['description']) ?? '',
  );

/** What cannot be undone: a service may create a draft to calculate something. */
const acting = /^(?:send|submit|book|place|publish|purchase|buy|pay|charge)(?![a-z])/i;

/** Whether an operation does something with the same requests as another one. */
function isSameAct(one: RunOperation, operation: RunOperation, plain: Run): boolean {
  if (onlyCalculates(one) || !titlesOf(one).some((title) => acting.test(title))) return false;
  const same = isSameBut(one, operation, String(one.choices.operation)) ? writing(one.run('plain')) : undefined;
  return same !== undefined && haveSameDigests(same.requests, plain.requests);
}

export const actionOfOther = overOperations({
  code: 'behaviour-action-of-other',
  title: 'Operation requests the action of another operation',
  severity: 'error',
  why: 'The request names the action that another operation of the resource is for, and is otherwise the same: it was copied, and does what users did not select.',
  fix: 'Name the action of this operation in the body or the URL of the request.',
  bad: "resolve: send({ action: 'resolve' }),\nmarkSafe: send({ action: 'resolve' }),",
  good: "resolve: send({ action: 'resolve' }),\nmarkSafe: send({ action: 'mark_safe' }),",
  docs: docs.nodeMethods,
  onlyUsual: true,
  fault(operation, all) {
    const own = actionIn(operation);
    if (!own || isCalledLike(operation, own.action) || sameOpposite(operation, all) !== undefined) return undefined;
    if (isSelectable(operation, own.action)) return undefined;
    const other = all.find((one) => {
      if (one === operation || one.of !== operation.of) return false;
      if (one.choices.resource !== operation.choices.resource || !isCalledLike(one, own.action)) return false;
      const its = actionIn(one);
      return its?.kind === own.kind && its.actedOn === own.actedOn;
    });
    return other && `it requests ${shown(own.action)}, as the operation ${shown(String(other.choices.operation))} does`;
  },
});

/** The only request with which an operation changes something, if it names an action. */
function actionIn({ run }: RunOperation): { kind: string; action: string; actedOn: string | undefined } | undefined {
  const requests = run('single')?.requests.filter(isWrite) ?? [];
  const [first] = requests;
  if (!first || requests.length > 1 || first.action === undefined) return undefined;
  return { kind: kindOf(first), action: first.action, actedOn: first.actedOn };
}

/** Whether users select an action beside the operation: `decision: 'approve'`. */
const isSelectable = ({ choices, of: { parameters } }: RunOperation, action: string): boolean =>
  everyParameter(parameters).some(
    ({ name, raw, choices: values = [] }) =>
      !Object.hasOwn(choices, name) && (raw['default'] === action || values.some(({ value }) => value === action)),
  );

/** Whether an operation is called like an action: `markSafe` for `mark_safe`. */
function isCalledLike({ choices: { operation } }: RunOperation, action: string): boolean {
  const [name, done] = [String(operation), action].map((text) => text.replace(/[^a-z]/gi, '').toLowerCase());
  return Boolean(name && done && (name.includes(done) || done.includes(name)));
}

/** `approveTask` for `rejectTask` */
function inPlaceOf(name: string, word: string, other: string): string | undefined {
  const replaced = name.replace(new RegExp(`^${word}(?![a-z])`), other);
  return replaced === name ? undefined : replaced;
}

const isSameBut = ({ choices, of, version }: RunOperation, other: RunOperation, name: string) =>
  choices.operation === name &&
  choices.resource === other.choices.resource &&
  of === other.of &&
  version === other.version;

const writing = (run: Run | undefined): Run | undefined =>
  run && hasEnded(run) && run.requests.some((one) => one.method !== 'GET' && !isLogin(one)) ? run : undefined;
