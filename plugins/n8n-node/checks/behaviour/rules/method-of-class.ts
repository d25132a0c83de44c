import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { overOperations } from '../behaviour-rule.ts';

export const methodOfClass = overOperations({
  code: 'behaviour-method-of-class',
  title: 'Method of the class of a node is called on another object',
  severity: 'error',
  why: 'n8n calls `execute()` and its like with a context as `this`, which has none of the methods that the class defines. The call throws "is not a function".',
  fix: 'Define a function outside of the class, and pass the context to it: `fetchAll.call(this, id)`.',
  bad: 'async execute() {\n  return [await (this as any).fetchAll()];\n}\nasync fetchAll() {}',
  good: 'async execute() {\n  return [await fetchAll.call(this)];\n}',
  docs: docs.nodeMethods,
  kinds: 'all',
  fault({ trace: { lostMethod } }) {
    if (lostMethod === undefined) return undefined;
    const { name, stack, afterFailure } = lostMethod;
    const when = afterFailure ? 'if a request fails, ' : '';
    const what = `${when}it calls a method of the class on an object that does not have it`;
    return { what, detail: shown(name), stack };
  },
});
