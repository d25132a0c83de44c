import type { INodeType } from 'n8n-workflow';
import { errorOutput } from '../trace/ending.ts';
import type { Run } from '../trace/run.ts';

/** What V8 says: `this.fetchAll is not a function` */
const noFunction = /(?:^|[\s("'`])([\w$.]+)\.([\w$]+) is not a function(?![\w$])/;
/** A name of the author's own: values have `get` and `format` too. */
const ownName = /[a-z][A-Z]/;
/** What stands for the context or the node: clients and values have methods of such names too. */
const ofNode = /^(?:self|that|me|ctx|context|node\w*|\w*[iI]nstance)$/;

/** The method of the node's class that a run called on something that has no such method. */
export function lostMethodOf(run: Run, type: INodeType): string | undefined {
  const [, receiver, name = ''] = noFunction.exec(run.thrown?.message ?? errorOutput(run) ?? '') ?? [];
  if (receiver === undefined || name in Object.prototype) return undefined;
  if (receiver !== 'this' && (run.requests.length > 0 || !ownName.test(name) || !ofNode.test(receiver)))
    return undefined;
  try {
    return typeof Reflect.get(type, name) === 'function' ? name : undefined;
  } catch {
    return undefined;
  }
}
