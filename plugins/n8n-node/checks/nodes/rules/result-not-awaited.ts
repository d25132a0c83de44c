import { docs } from '../../../docs-links.ts';
import type { Rule } from '../../../rule.ts';
import type { AskSubject } from '../ask-subject.ts';

export const resultNotAwaited: Rule<AskSubject> = {
  code: 'nodes-result-not-awaited',
  title: 'Result of an asynchronous function is used without `await`',
  severity: 'error',
  why: 'The variable holds a promise, not the result: its fields are undefined, and as a condition it is always true.',
  fix: 'Add `await` before the call.',
  bad: 'const order = this.helpers.httpRequest(options);\nreturn order.id;\n\nif (!verifySignature.call(this)) return { noWebhookResponse: true };',
  good: 'const order = await this.helpers.httpRequest(options);\nreturn order.id;\n\nif (!(await verifySignature.call(this))) return { noWebhookResponse: true };',
  docs: docs.nodeMethods,
  *check({ unawaited, functions }) {
    const declared = Map.groupBy(functions, ({ name }) => name);
    for (const { name, callee, file, line, column } of unawaited) {
      const called = callee === undefined ? [] : (declared.get(callee) ?? []).filter((one) => one.file !== file);
      if (callee !== undefined && (called.length === 0 || !called.every(({ isAsync }) => isAsync))) continue;
      yield { message: `"${name}" is a promise; add \`await\``, file, line, column, evidence: name };
    }
  },
};
