import type { Operation } from '../../../../kernel/index.ts';
import type { RunOperation } from '../../behaviour/run-package.ts';
import { replaceMarks, wholeSecret } from '../../behaviour/trace/marks.ts';
import type { Run } from '../../behaviour/trace/run.ts';
import { credentialOf } from '../../behaviour/trace/texts.ts';
import { idleText } from './idle-operation.ts';
import { outputText, shownRun, whyNotExercised } from './outcome-text.ts';

/** Requests of one operation that are told. */
const maxRequests = 10;
/** Characters of all simulated answers that are told. */
const maxAnswers = 200_000;

/**
 * What is told of an operation or another part of a node, whether or not something is wrong with it.
 * @param all operations of the node
 */
export function operationRow(ran: RunOperation, all: readonly RunOperation[]): Operation {
  const { node, version, kind, method, choices, leftOut } = ran;
  const isExercised = (one: RunOperation) => whyNotExercised(one, shownRun(one)) === undefined;
  // Another parameter may have to be selected first.
  const told = isExercised(ran) ? ran : (ran.variants.find(isExercised) ?? ran);
  const run = shownRun(told);
  const isIdle = told === ran && idleText(ran, all) !== undefined;
  const reason = isIdle ? 'no code handles it' : whyNotExercised(told, run);
  const resource = kind === 'execute' ? choices['resource'] : undefined;
  const operation = kind === 'execute' ? choices['operation'] : method;
  return {
    node: node.name,
    version,
    ...(kind !== 'execute' && { kind }),
    ...(resource !== undefined && { resource: String(resource) }),
    ...(operation !== undefined && { operation: String(operation) }),
    outcome: leftOut !== undefined ? 'left out' : reason === undefined ? 'exercised' : 'not exercised',
    ...(reason !== undefined && { reason }),
    requests: run ? requestsOf(run, told.trace.marked) : [],
    ...(run &&
      reason === undefined && {
        output: [outputText(told, run), ...('change' in told ? [told.change] : [])].join(', '),
      }),
  };
}

/** Different requests, each once. */
function requestsOf({ requests }: Run, marked: readonly string[]): Operation['requests'] {
  const all = requests.map(({ method, url, secrets, answer }) => {
    const [credential] = secrets.map(credentialOf);
    return {
      method,
      url: withNames(url, marked),
      ...(credential !== undefined && { credential }),
      ...(answer !== undefined && { answer }),
    };
  });
  const groups = Map.groupBy(all, ({ method, url, credential }) => JSON.stringify([method, url, credential]));
  return [...groups.values()].flatMap(([first]) => first ?? []).slice(0, maxRequests);
}

/** Rows that tell each simulated answer once: operations of a resource send the same requests. */
export function withoutRepeatedAnswers(rows: readonly Operation[]): Operation[] {
  const told = new Set<string>();
  let left = maxAnswers;
  const isNew = (key: string, { length }: string) => {
    if (told.has(key) || length > left) return false;
    told.add(key);
    left -= length;
    return true;
  };
  return rows.map((row) => ({
    ...row,
    requests: row.requests.map(({ answer, ...request }) => ({
      ...request,
      ...(answer !== undefined && isNew(`${request.method} ${request.url}`, answer) && { answer }),
    })),
  }));
}

/** An address with the names of parameters in place of their values, and without what hides a secret. */
export function withNames(url: string, marked: readonly string[]): string {
  return replaceMarks(url, (parameter) => `{${marked[parameter] ?? 'value'}}`)
    .replace(wholeSecret, '{secret}')
    .replace(/(?:ek\dp\d{1,3}r\d)+v?\d?/gi, '{answer}')
    .replaceAll('https://credential.example', '{credential}');
}
