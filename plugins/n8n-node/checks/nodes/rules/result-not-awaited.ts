import { dirname } from 'node:path/posix';
import { docs } from '../../../docs-links.ts';
import { join, normalize } from '../../../project/project-path.ts';
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
    const declared = new Map(functions.map((one) => [`${withoutExtension(one.file)} ${one.name}`, one]));
    for (const { name, callee, from = '', file, line, column } of unawaited) {
      if (callee !== undefined) {
        const path = withoutExtension(normalize(join(dirname(file), from)));
        const called = declared.get(`${path} ${callee}`) ?? declared.get(`${path}/index ${callee}`);
        if (called?.isAsync !== true) continue;
      }
      yield { message: `"${name}" is a promise; add \`await\``, file, line, column, evidence: name };
    }
  },
};

const withoutExtension = (path: string) => path.replace(/\.[cm]?[jt]sx?$/, '');
