import type { Node } from 'oxc-parser';
import { docs } from '../../../docs-links.ts';
import type { DescribedNode } from '../../../model/descriptions/described-node.ts';
import { listOf, plainOf } from '../../../model/parameters/plain.ts';
import { isHeldBy, methodsOf, onlyReturns } from '../../../model/sources/idle-methods.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';

const lifecycle = ['checkExists', 'create', 'delete'];

/** Methods that should register a webhook but do nothing. */
export const webhookNotRegistered: NodeRule = {
  code: 'nodes-webhook-not-registered',
  title: 'Trigger does not register its webhook',
  severity: 'warning',
  why: 'n8n calls checkExists, create and delete when a workflow is activated and deactivated. If they only return true, the service does not get the webhook URL: users have to enter it by hand, and events continue after deactivation.',
  fix: 'Register the webhook in `create` and remove it in `delete`. If the service has no API for that, say in a notice of the node, or in the README, that users enter the webhook URL there by hand; n8n demands the methods all the same.',
  bad: 'webhookMethods = { default: {\n  async checkExists() { return true; },\n  async create() { return true; },\n  async delete() { return true; },\n} };',
  good: 'webhookMethods = { default: {\n  async checkExists() { … },\n  async create() { … },\n  async delete() { … },\n} };',
  docs: docs.nodeMethods,
  types: ['ObjectExpression'],
  check({ node }) {
    if (node.type !== 'ObjectExpression' || !isHeldBy('webhookMethods', node)) return undefined;
    const methods = methodsOf(node);
    if (!lifecycle.every((name) => onlyReturns(methods.get(name), isTrue))) return undefined;
    const message =
      'webhookMethods: checkExists, create and delete only return true, so the webhook is never registered';
    return [{ message, start: node.start, end: node.end }];
  },
};

/**
 * Whether a notice or another text of the node names a URL to copy, or the service confirms it with GET: users enter it there
 * by hand.
 */
export const isEnteredByHand = ({ versions }: DescribedNode): boolean =>
  versions.some(({ description }) => {
    const methods = listOf(description['webhooks']).map((webhook) => plainOf(webhook)?.['httpMethod']);
    const notices = listOf(description['properties']).filter((property) => plainOf(property)?.['type'] === 'notice');
    const texts = [description['description'], description['activationMessage'], description['triggerPanel']];
    return (
      (methods.length > 1 && methods.includes('GET')) ||
      namesUrl.test(JSON.stringify(notices)) ||
      saysToEnter.test(JSON.stringify(texts))
    );
  });

const url = String.raw`(?:webhook|production|test|trigger|form|callback|endpoint)(?:<\/\w{1,9}>)?(?:'s)? ur[il]s?\b|\bur[il] of (?:this|the|your) (?:\w{1,20} )?(?:webhook|trigger|node|workflow)\b`;
const namesUrl = new RegExp(String.raw`\b(?:${url})`, 'i');
/** Texts that users read may also name a URL that the node registers. */
const saysToEnter = new RegExp(
  String.raw`\b(?:copy|paste|enter|add|put|set|register|configure|use|provide)\b[^.\n]{0,80}?\b(?:${url})`,
  'i',
);

/** Whether a README tells users to enter the webhook URL in the service. */
export const tellsToEnterUrl = (readme: string): boolean => saysToEnter.test(readme);

const isTrue = (value: Node) => value.type === 'Literal' && value.value === true;
