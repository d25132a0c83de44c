import type { Node } from 'oxc-parser';
import { unwrap } from '../../../ast/children.ts';
import { keyName } from '../../../ast/scope.ts';
import { docs } from '../../../docs-links.ts';
import { isUnknown, listOf, plainOf } from '../../../model/parameters/plain.ts';
import { isHeldBy, methodsOf, onlyReturns } from '../../../model/sources/idle-methods.ts';
import type { NodeRule, SourceViolation } from '../../../model/sources/source-rule.ts';
import type { CredentialRule } from '../credential-subject.ts';

const documentation = {
  code: 'credentials-test-cannot-fail',
  title: 'Test of the credential cannot fail',
  severity: 'warning',
  why: 'n8n considers a key valid if the service responds with success. A test that ignores the response reports "Connection tested successfully" for every key.',
  fix: 'Remove `ignoreHttpStatusErrors`, or add `rules` that match the response to an invalid key.',
  bad: "test = { request: { baseURL: 'https://api.acme.io', url: '/me', ignoreHttpStatusErrors: true } };",
  good: "test = { request: { baseURL: 'https://api.acme.io', url: '/me' } };",
  docs: docs.credentialFiles,
} as const;

/** A test that is a request in the description. */
export const testCannotFail: CredentialRule = {
  ...documentation,
  *check({ credential: { description } }) {
    const test = plainOf(description['test']);
    if (plainOf(test?.['request'])?.['ignoreHttpStatusErrors'] !== true) return;
    const rules = test?.['rules'];
    if (isUnknown(rules) || listOf(rules).length > 0) return;
    yield { message: 'test: the response of the service is ignored', about: { object: description, key: 'test' } };
  },
};

/** A test that is a method of a node. */
export const testMethodCannotFail: NodeRule = {
  ...documentation,
  types: ['ObjectExpression'],
  check({ node }) {
    if (node.type !== 'ObjectExpression' || !isHeldBy('credentialTest', node)) return undefined;
    return [...methodsOf(node)].flatMap(([name, method]): SourceViolation[] => {
      if (!onlyReturns(method, isOk)) return [];
      const message = `credentialTest: "${name}" returns OK without a request to the service`;
      return [{ message, start: method.start, end: method.end }];
    });
  },
};

/** `{ status: 'OK', message: '…' }` */
function isOk(value: Node): boolean {
  if (value.type !== 'ObjectExpression') return false;
  return value.properties.some((property) => {
    if (property.type !== 'Property' || keyName(property) !== 'status') return false;
    const status = unwrap(property.value);
    return status.type === 'Literal' && status.value === 'OK';
  });
}
