import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { alwaysRefused } from '../always-refused.ts';
import { isTaken, overOperations } from '../behaviour-rule.ts';
import { idleText } from '../idle-operation.ts';

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
    const readsOthers = plain?.itemFields || plain?.reads?.some(({ name }) => !Object.hasOwn(choices, name));
    if (plain?.requests.length === 0 && !readsOthers && withoutName.test(message))
      return {
        what: `the code does not receive the operation that is selected: ${shown(message)}`,
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
