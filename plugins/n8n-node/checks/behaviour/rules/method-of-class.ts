import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { overOperations } from '../behaviour-rule.ts';

export const methodOfClass = overOperations({
  code: 'behaviour-method-of-class',
  title: 'Method of the node class is called on another object',
  severity: 'error',
  why: 'In `execute()` and the other methods that n8n calls, `this` is not the node: it is a context without the methods of the class. The call throws "is not a function".',
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
