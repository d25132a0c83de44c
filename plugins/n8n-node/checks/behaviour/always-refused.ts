import { filledInFor } from '../../behaviour/plan/plan-operations.ts';
import type { RunOperation } from '../../behaviour/run-package.ts';
import { hasEnded } from '../../behaviour/trace/ending.ts';
import type { Run } from '../../behaviour/trace/run.ts';
import type { DescribedCredential } from '../../model/descriptions/described-credential.ts';
import { everyParameter } from '../../model/parameters/parameter.ts';
import { shown, textOf } from '../../model/parameters/plain.ts';
import type { Fault } from './fault-site.ts';

/** What an author says of an operation that does not exist, or not any more. */
const unsupported = /\bnot\b.{0,30}\b(?:supported|implemented)\b|\bno longer (?:supported|available)\b|\bdeprecated\b/i;
/** What that may depend on beside values that users enter in the node. */
const ofSurroundings =
  /\b(?:binary|files?|items?|inputs?|environment|install\w{0,5}|n8n|self-hosted|cloud version|sandbox|sub-?nodes?|agents?|modes?|versions?|plans?|credentials?|sessions?|tokens?|first|before|log ?in|start\w{0,3})\b/i;

/** What an author says of a response that is empty. */
const withoutResponse =
  /\b(?:empty|no|missing|undefined|null) (?:\w{1,20} )?(?:response|answer|reply)\b|\bno (?:data|results?) (?:was |were )?(?:returned|received)\b/i;

/**
 * What is wrong with an operation that throws before it sends a request, and that has read nothing but what every operation reads
 * at the same place, where no other value of it makes a difference: it says that it is not supported, or that there is no response.
 */
export function alwaysRefused(
  operation: RunOperation,
  all: readonly RunOperation[],
  own: ReadonlyMap<string, DescribedCredential>,
): Fault | undefined {
  const { choices } = operation;
  const refusal = refusalOf(operation);
  if (!refusal || isAnnounced(operation)) return undefined;
  const { plain, said, stack } = refusal;
  if (ofSurroundings.test(said) || plain.credentials.some((name) => mayDecide(own.get(name)))) return undefined;
  const others = all.flatMap((one) => one.run('plain') ?? []).filter((one) => hasEnded(one) && one.requests.length > 0);
  const isShared = ({ name, site }: Read) =>
    Object.hasOwn(choices, name) || others.some((other) => readsAt(other, name, plain.sites?.[site]));
  if (others.length === 0 || !(plain.reads ?? []).every(isShared)) return undefined;
  if (unsupported.test(said)) return { what: `the code always refuses it: ${shown(said)}`, stack };
  // One that has parameters and does not read them shows that it is not about what the node was given.
  return withoutResponse.test(said) && all.some((one) => refusalOf(one)?.said === said && leavesParameters(one))
    ? { what: `no code handles it: it sends no request, and throws ${shown(said)}`, stack }
    : undefined;
}

/** How it failed before it sent a request, in the code of the package. */
function refusalOf({ run, variants }: RunOperation): { plain: Run; said: string; stack: string } | undefined {
  const plain = run('plain');
  const { message = '', stack = '' } = plain?.thrown ?? {};
  const [said = ''] = message.split('\n');
  if (!plain?.thrown || variants.length > 0 || plain.requests.length > 0) return undefined;
  return plain.refused.length > 0 || plain.itemFields || !isOwn(stack) ? undefined : { plain, said, stack };
}

/** Whether it has parameters that users fill in, and read none of them. */
function leavesParameters(operation: RunOperation): boolean {
  const filled = filledInFor(operation);
  const reads = operation.run('plain')?.reads ?? [];
  return filled.length > 0 && filled.every((name) => !reads.some((read) => read.name === name));
}

type Read = NonNullable<Run['reads']>[number];

const readsAt = ({ reads = [], sites = [] }: Run, name: string, stack: string | undefined): boolean =>
  reads.some((one) => one.name === name && sites[one.site] === stack);

/** Whether code of the package threw, and not n8n or Node.js. */
const isOwn = (stack: string): boolean => {
  const [frame = 'node:'] = stack.split('\n').filter((line) => line.trim().startsWith('at '));
  return !/node_modules|\bnode:/.test(frame);
};

/** Whether users read at the operation that it is not there any more. */
const isAnnounced = ({ option }: RunOperation): boolean =>
  [option?.['name'], option?.['description'], option?.['action']].some((text) =>
    /deprecat|legacy|support|removed|no longer|obsolete/i.test(textOf(text) ?? ''),
  );

/** Whether something in a credential is selected, on which it may depend what an operation does. */
const mayDecide = (credential: DescribedCredential | undefined): boolean =>
  !credential || everyParameter(credential.fields).some(({ type }) => type !== 'string' && type !== 'hidden');
