import { docs } from '../../../docs-links.ts';
import { everyParameter, type Parameter } from '../../../model/parameters/parameter.ts';
import { isUnknown, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { type NodeRule, overVersions } from '../node-subject.ts';

const withoutAction = overVersions(
  {
    code: 'nodes-operation-without-action',
    title: 'Operation has no action',
    severity: 'warning',
    why: 'n8n lists the actions of a node, for users and AI agents, by `action`. Without it, n8n makes up a name from the resource and the option.',
    fix: 'Add `action` to each option of the parameter `operation`, also if a loop or a helper creates the options.',
    bad: 'options: names.map((name) => ({ name, value: name }))',
    good: "options: names.map((name) => ({ name, value: name, action: name + ' an order' }))",
    docs: docs.userInterface,
    supersededBy: ['n8n-nodes-base/node-param-operation-option-without-action'],
  },
  function* ({ parameters }) {
    for (const parameter of parameters.named.get('operation') ?? []) {
      const choices = parameter.type === 'options' ? (parameter.choices ?? []) : [];
      const without = choices.filter(({ raw }) => raw['action'] === undefined);
      if (without.length === 0 || choices.some(({ raw }) => isUnknown(raw['action']))) continue;
      const names = without.slice(0, 3).map(({ raw }) => shown(textOf(raw['name']) ?? ''));
      const more = without.length > names.length ? ', …' : '';
      yield {
        message: `operation: ${without.length} of ${choices.length} options have no action: ${names.join(', ')}${more}`,
        about: { object: parameter.raw },
      };
    }
  },
);

const actionTwice = overVersions(
  {
    code: 'nodes-action-duplicate',
    title: 'Two operations have the same action',
    severity: 'warning',
    why: 'n8n lists the actions of a node by `action`: users and AI agents cannot tell the two operations apart, and may select the wrong one.',
    fix: 'Say in `action` what the operation does.',
    bad: "{ name: 'Open', value: 'open', action: 'Open a ticket' },\n{ name: 'Close', value: 'close', action: 'Open a ticket' }",
    good: "{ name: 'Open', value: 'open', action: 'Open a ticket' },\n{ name: 'Close', value: 'close', action: 'Close a ticket' }",
    docs: docs.userInterface,
  },
  function* ({ parameters }) {
    for (const { choices = [] } of parameters.named.get('operation') ?? []) {
      const named = choices.filter(({ raw }) => (textOf(raw['action']) ?? '') !== '');
      for (const [action, same] of Map.groupBy(named, ({ raw }) => textOf(raw['action']) ?? '')) {
        const [first, second] = [...new Map(same.map((one) => [one.value, one])).values()];
        if (!first || !second) continue;
        const names = [first, second].map(({ raw }) => shown(textOf(raw['name']) ?? '')).join(' and ');
        yield { message: `operation: ${names} have the action ${shown(action)}`, about: { object: second.raw } };
      }
    }
  },
);

/** Names and labels of account credentials: other tokens and passwords may be data. */
const secretName =
  /^(api_?key|api_?token|api_?secret|access_?token|auth_?token|bearer(_?token)?|client_?secret|secret_?key|secret_?access_?key)$/i;
const secretLabel = /\b(api|access|auth|bearer|client|secret)\b.*\b(key|token|secret)\b|^bearer$/i;

const secretParameter = overVersions(
  {
    code: 'nodes-secret-parameter',
    title: 'Secret is a parameter of the node',
    severity: 'error',
    why: 'Parameters are stored in the workflow as plain text, so everyone who sees, exports or shares the workflow has the secret. n8n encrypts credentials, and verifies only packages that store secrets there.',
    fix: 'Move it to a field of a credential with `typeOptions: { password: true }`, and remove the parameter.',
    bad: "properties: [{ displayName: 'API Key', name: 'apiKey', type: 'string', default: '' }]",
    good: "credentials: [{ name: 'acmeApi', required: true }]",
    docs: docs.verification,
    supersededBy: ['n8n-nodes-base/node-param-type-options-password-missing'],
  },
  function* ({ parameters }) {
    for (const parameter of everyParameter(parameters)) {
      if (!isSecret(parameter) || isStored(parameter)) continue;
      yield {
        message: `"${parameter.path}" is a secret that is stored in the workflow`,
        about: { object: parameter.raw },
        ...(isForOperation(parameter) && { severity: 'warning' }),
      };
    }
  },
);

/** Whether some operations show it, which may need it as data. */
function isForOperation({ display, level: { owner } }: Parameter): boolean {
  const ofOperation = display?.show.some(({ key }) => /(^|\/)operation$/.test(key)) ?? false;
  return ofOperation || (owner !== undefined && isForOperation(owner));
}

const storing = [
  /^(?:create|add|update|upsert|edit|patch|set|save|register|store|import)(?![a-z])/,
  /(?:^|\W)(?:post|put|patch|create|update)$/i,
];

/** Whether only operations show it that store something in the service, such as the key of another one. */
function isStored({ display, level: { owner } }: Parameter): boolean {
  const operations = display?.show.find(({ key }) => /(^|\/)operation$/.test(key))?.values ?? [];
  const storesAll =
    operations.length > 0 && operations.every((value) => storing.some((pattern) => pattern.test(textOf(value) ?? '')));
  return storesAll || (owner !== undefined && isStored(owner));
}

/** A secret for access to the service, and not one that is created, searched or read there. */
function isSecret({ type, name, raw }: Parameter): boolean {
  if (type !== 'string' || !secretName.test(name)) return false;
  if (isUnknown(raw['typeOptions']) || plainOf(raw['routing'])?.['send'] !== undefined) return false;
  const label = textOf(raw['displayName']) ?? '';
  return secretLabel.test(label) && !/\b(id|name|expir\w*|type|scope)\b/i.test(label);
}

export const operationRules: readonly NodeRule[] = [withoutAction, actionTwice, secretParameter];
