import type { Node } from 'oxc-parser';
import { docs } from '../../../docs-links.ts';
import { isHeldBy, methodsOf, onlyReturns } from '../../../model/sources/idle-methods.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';

const lifecycle = ['checkExists', 'create', 'delete'];

/** Methods that n8n calls to register a webhook, and that do nothing. */
export const webhookNotRegistered: NodeRule = {
  code: 'nodes-webhook-not-registered',
  title: 'A trigger does not register its webhook',
  severity: 'warning',
  why: 'n8n calls checkExists, create and delete when the workflow is activated and deactivated. Where they only return true nobody tells the service where to send its events: users have to enter the address by hand, and events go on when the workflow is off.',
  fix: 'Register the webhook in `create` and remove it in `delete`. Where the service has no way to do so, remove the methods and say in the description what to enter where.',
  bad: 'webhookMethods = { default: {\n  async checkExists() { return true; },\n  async create() { return true; },\n  async delete() { return true; },\n} };',
  good: 'webhookMethods = { default: {\n  async checkExists() { … },\n  async create() { … },\n  async delete() { … },\n} };',
  docs: docs.nodeMethods,
  types: ['ObjectExpression'],
  check({ node }) {
    if (node.type !== 'ObjectExpression' || !isHeldBy('webhookMethods', node)) return undefined;
    const methods = methodsOf(node);
    if (!lifecycle.every((name) => onlyReturns(methods.get(name), isTrue))) return undefined;
    const message = 'checkExists, create and delete only return true: the webhook is never registered at the service';
    return [{ message, start: node.start, end: node.end }];
  },
};

const isTrue = (value: Node) => value.type === 'Literal' && value.value === true;
