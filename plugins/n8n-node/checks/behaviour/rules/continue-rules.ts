import { isVariant, type RunOperation } from '../../../behaviour/run-package.ts';
import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { itemOf } from '../../../behaviour/trace/marks.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { docs } from '../../../docs-links.ts';
import { executes } from '../../../model/descriptions/described-node.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { overOperations } from '../behaviour-rule.ts';
import type { Fault } from '../fault-site.ts';
import { mixed } from '../seen-items.ts';

export const continueIgnored = overOperations({
  code: 'behaviour-continue-ignored',
  title: '"Continue on fail" has no effect',
  severity: 'warning',
  why: 'Users set "On Error: Continue" so that one bad item does not stop the others. Here the error of one item ends the node for all of them.',
  fix: 'Catch the error of each item, and add it to the output if `this.continueOnFail()` is true.',
  bad: 'for (let i = 0; i < items.length; i++) returnData.push(await send(i));',
  good: 'try {\n  returnData.push(await send(i));\n} catch (error) {\n  if (!this.continueOnFail()) throw error;\n  returnData.push({ json: { error: error.message }, pairedItem: { item: i } });\n}',
  docs: docs.nodeMethods,
  supersededBy: ['n8n-nodes-base/node-execute-block-missing-continue-on-fail'],
  fault(operation) {
    const { run, of } = operation;
    const tolerant = run('tolerant');
    // One request for all items.
    if (isVariant(operation) && mixed(tolerant?.requests ?? []).length > 0) return undefined;
    if (!executes(of.methods) || !tolerant) return undefined;
    if (isEnded(tolerant)) return endBy('one failed request', tolerant);
    const broken = run('broken');
    return broken && isEnded(broken) ? endBy('one request without a response', broken) : undefined;
  },
});

/** Whether the error of a failed request ended a run. */
const isEnded = ({ thrown, given, requests }: Run) =>
  thrown !== undefined && !given && requests.some(({ status }) => status === 500 || status === 0);

/** Code that catches the error may fail itself: then, what is wrong is there. */
function endBy(cause: string, { thrown }: Run): Fault {
  const what = `${cause} ends the node although "Continue on fail" is set`;
  if (thrown?.name !== 'TypeError' || thrown.message === 'fetch failed') return { what };
  const { message, stack } = thrown;
  return { what: `${what}: the code that handles it throws ${shown(message.split('\n')[0])}`, stack };
}

export const failedItemLost = overOperations({
  code: 'behaviour-failed-item-lost',
  title: '"Continue on fail" loses items or errors',
  severity: 'warning',
  why: 'Users set "On Error: Continue" (`continueOnFail`) to see which items failed, and to go on with the others. Here a failed item has no output, or one without its error, which looks like a success: with "On Error: Continue (using error output)", n8n sends it to the branch of successful items. Reported as an error if the failure ends the loop: the items after it are not processed, and nothing says so.',
  fix: 'Add the error of the item to the output, and continue with the next item.',
  bad: 'catch (error) {\n  if (this.continueOnFail()) continue;\n  throw error;\n}',
  good: 'catch (error) {\n  if (!this.continueOnFail()) throw error;\n  returnData.push({ json: { error: error.message }, pairedItem: { item: i } });\n}',
  docs: docs.nodeMethods,
  isGrave: (operation) => lostAfterFailure(operation) === 'others',
  fault(operation) {
    switch (lostAfterFailure(operation)) {
      case 'others':
        return 'with "Continue on fail", the items after a failed one are not processed';
      case 'earlier':
        return 'with "Continue on fail", the results of the items before a failed one are lost';
      case 'before':
        return 'with "Continue on fail", the results of the items before a failed one are lost, and those after it are not processed';
      case 'error':
        return 'with "Continue on fail", a failed item is output without its error';
      case 'failed':
        return 'with "Continue on fail", a failed item has no output';
      default:
        return undefined;
    }
  },
});

/** What is missing where only the requests of the second of three items fail. */
function lostAfterFailure({ run, of }: RunOperation): 'failed' | 'others' | 'before' | 'earlier' | 'error' | undefined {
  const [plain, tolerant] = [run('plain'), run('tolerant')];
  if (!executes(of.methods) || !plain || !tolerant || !hasEnded(tolerant)) return undefined;
  const each = plain.count / 3;
  if (plain.items !== 3 || each < 1 || !Number.isInteger(each)) return undefined;
  const outputs = tolerant.outputs?.flat() ?? [];
  const has = (item: number) => outputs.some(({ items }) => items.includes(item));
  const sends = (item: number) => sentIn(tolerant, item);
  const isFailed = tolerant.requests.some(({ status }) => status === 500);
  if (!isFailed) return undefined;
  const failures = outputs.filter(({ failure }) => failure).length;
  const isOver = sentIn(plain, 2) && !sends(2) && !has(2);
  if (failures === 1 && isOver && tolerant.count === 1 && !has(0) && sends(0)) return 'before';
  const isLost = !has(0) && sends(0) && plain.outputs?.flat().some(({ items }) => items.includes(0));
  if (failures === 1 && isLost && has(2) && tolerant.count === each + 1) return 'earlier';
  if (!has(0)) return undefined;
  if (failures === 1 && isOver && tolerant.count === each + 1) return 'others';
  if (failures > 0) return undefined;
  const strict = run('strict');
  if (strict?.thrown && isOutputWithoutError(tolerant, each)) return 'error';
  if (has(1)) return undefined;
  if (tolerant.count === each && !sends(2)) return 'others';
  return tolerant.count === 2 * each && has(2) ? 'failed' : undefined;
}

/** Whether the failed item alone has other output than without a failure, none of which may tell of it. */
function isOutputWithoutError({ outputs = [], count }: Run, each: number): boolean {
  const own = outputs.flat().filter(({ items }) => !items.includes(0) && !items.includes(2));
  // Another output of the node is one for failures.
  const isOne = outputs.length === 1 && own.length > 0 && count === 2 * each + own.length;
  return isOne && own.every(({ isItem, mayTell, files }) => isItem && !mayTell && !files);
}

const sentIn = ({ requests }: Run, item: number) =>
  requests.some(({ marks }) => marks.some((mark) => itemOf(mark) === item));
