import type { Node } from 'oxc-parser';
import { unwrap } from '../../../ast/children.ts';
import { keyName } from '../../../ast/scope.ts';
import { docs } from '../../../docs-links.ts';
import { isUnknown, listOf, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { isHeldBy, methodsOf, onlyReturns } from '../../../model/sources/idle-methods.ts';
import type { NodeRule, SourceViolation } from '../../../model/sources/source-rule.ts';
import type { CredentialRule } from '../credential-subject.ts';

const documentation = {
  code: 'credentials-test-cannot-fail',
  title: 'Test of the credential cannot fail',
  severity: 'warning',
  why: 'n8n considers a key valid if the service responds with success. A test that ignores the response, or requests the description of the API, reports "Connection tested successfully" for every key.',
  fix: 'Request something that needs the key, without `ignoreHttpStatusErrors`, or add `rules` that match the response to an invalid key.',
  bad: "test = { request: { baseURL: 'https://api.acme.io', url: '/me', ignoreHttpStatusErrors: true } };",
  good: "test = { request: { baseURL: 'https://api.acme.io', url: '/me' } };",
  docs: docs.credentialFiles,
} as const;

/**
 * Where frameworks show the description of an API: https://fastapi.tiangolo.com/tutorial/metadata/#docs-urls. `/docs` may
 * also be what a service keeps.
 */
const documentationPath =
  /^\/?(?:(?:api|v\d)\/)?(?:redoc|swagger(?:-ui)?(?:\/index\.html)?|(?:openapi|swagger)\.(?:json|ya?ml))\/?$/i;

/** A test that is a request in the description. */
export const testCannotFail: CredentialRule = {
  ...documentation,
  *check({ credential: { description } }) {
    const test = plainOf(description['test']);
    const request = plainOf(test?.['request']);
    const url = textOf(request?.['url']) ?? '';
    if (documentationPath.test(url))
      yield {
        message: `test: ${shown(url)} is documentation, which the service shows for every key`,
        fix: 'Request something that needs the key, such as the profile of the user.',
        about: { object: description, key: 'test' },
      };
    if (request?.['ignoreHttpStatusErrors'] !== true) return;
    const rules = test?.['rules'];
    if (isUnknown(rules) || listOf(rules).length > 0) return;
    yield { message: 'test: the response of the service is ignored', about: { object: description, key: 'test' } };
  },
};

/** Fields by which services say that a request succeeded. */
const ofSuccess = /^(?:status|success|ok|valid|is_?valid|authenticated|result)$/i;

const success = /^(?:success|succeeded|ok|valid|true)$/i;

/** What n8n would show as the reason why a key is rejected: "Authentication successful" */
const saysSuccess = (message: string) =>
  /\b(?:successful(?:ly)?|succeeded)\b/i.test(message) && !/\b(?:not|un\w+|fail\w*|error|invalid|if)\b/i.test(message);

/**
 * A rule of a test that holds where the key is valid.
 * Source: n8n 2.41, dist/services/credentials-tester.service.js
 */
export const testRuleInverted: CredentialRule = {
  code: 'credentials-test-rule-inverted',
  title: 'Rule of the test matches the response to a valid key',
  severity: 'error',
  why: 'A rule of a test describes a failure: if it matches, n8n shows its message and rejects the key. One that matches success rejects all valid keys.',
  fix: 'Describe the response to an invalid key, or remove the rule: n8n rejects a key if the status is an error.',
  bad: "rules: [{ type: 'responseSuccessBody', properties: { key: 'success', value: true, message: 'Invalid key' } }]",
  good: "rules: [{ type: 'responseSuccessBody', properties: { key: 'success', value: false, message: 'Invalid key' } }]",
  docs: docs.credentialFiles,
  *check({ credential: { description } }) {
    for (const rule of listOf(plainOf(description['test'])?.['rules'])) {
      const { type, properties } = plainOf(rule) ?? {};
      const { key, value, message } = plainOf(properties) ?? {};
      const meansSuccess = ofSuccess.test(textOf(key) ?? '') && (value === true || success.test(textOf(value) ?? ''));
      if (type !== 'responseSuccessBody' || !(meansSuccess || saysSuccess(textOf(message) ?? ''))) continue;
      yield {
        message: `test: a response in which ${shown(key)} is ${shown(value)} rejects the key`,
        about: { object: description, key: 'test' },
      };
    }
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
