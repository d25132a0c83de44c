import { docs } from '../../../docs-links.ts';
import { everyParameter, type Parameter } from '../../../model/parameters/parameter.ts';
import { isUnknown, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { type NodeRule, overVersions } from '../node-subject.ts';

const withoutAction = overVersions(
  {
    code: 'nodes-operation-without-action',
    title: 'Operations have no action',
    severity: 'warning',
    why: 'n8n lists the actions of a node by `action`, for people and for AI agents. What has none is not in the list: the operation is found only by who opens the node and looks through its options.',
    fix: 'Give each option of the parameter `operation` an `action`, also where the options are made by a loop or a helper.',
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
        message: `${without.length} of ${choices.length} operations have no action: ${names.join(', ')}${more}`,
        about: { object: parameter.raw },
      };
    }
  },
);

/** Names of what opens the account of somebody, and labels that say so: other tokens and passwords may be data. */
const secretName =
  /^(api_?key|api_?token|api_?secret|access_?token|auth_?token|bearer(_?token)?|client_?secret|secret_?key|secret_?access_?key)$/i;
const secretLabel = /\b(api|access|auth|bearer|client|secret)\b.*\b(key|token|secret)\b|^bearer$/i;

const secretParameter = overVersions(
  {
    code: 'nodes-secret-parameter',
    title: 'A secret is a parameter of the node',
    severity: 'error',
    why: 'Parameters are kept in the workflow as they are typed: whoever sees, exports or shares the workflow has the secret. n8n encrypts what stands in credentials, and verifies only packages that keep secrets there.',
    fix: 'Make it a field of a credential with `typeOptions: { password: true }`, and take the parameter out.',
    bad: "properties: [{ displayName: 'API Key', name: 'apiKey', type: 'string', default: '' }]",
    good: "credentials: [{ name: 'acmeApi', required: true }]",
    docs: docs.verification,
    supersededBy: ['n8n-nodes-base/node-param-type-options-password-missing'],
  },
  function* ({ parameters }) {
    for (const parameter of everyParameter(parameters)) {
      if (!isSecret(parameter)) continue;
      // What a single operation does with it may be its purpose.
      const forOperation = parameter.display?.show.some(({ key }) => /(^|\/)operation$/.test(key)) ?? false;
      yield {
        message: `"${parameter.path}" is a secret, and kept in the workflow`,
        about: { object: parameter.raw },
        ...(forOperation && { severity: 'warning' }),
      };
    }
  },
);

/** What a user enters for the service, and not what is created, searched or read there. */
function isSecret({ type, name, raw }: Parameter): boolean {
  if (type !== 'string' || !secretName.test(name)) return false;
  if (isUnknown(raw['typeOptions']) || plainOf(raw['routing'])?.['send'] !== undefined) return false;
  const label = textOf(raw['displayName']) ?? '';
  return secretLabel.test(label) && !/\b(id|name|expir\w*|type|scope)\b/i.test(label);
}

export const operationRules: readonly NodeRule[] = [withoutAction, secretParameter];
