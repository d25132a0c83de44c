import { docs } from '../../../docs-links.ts';
import { isFalseOAuth, isOAuth } from '../../../model/descriptions/credential-fields.ts';
import type { DescribedCredential } from '../../../model/descriptions/described-credential.ts';
import { type DescribedVersion, displayOfCredential } from '../../../model/descriptions/described-node.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import { isUnknown, listOf, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { type NodeRule, overVersions } from '../node-subject.ts';
import { hasPreSend, routesOf } from '../routes.ts';

const reuse = ['@n8n/community-nodes/no-credential-reuse'];

const unknownCredential = overVersions(
  {
    code: 'nodes-credential-unknown',
    title: 'Node uses an unknown credential',
    severity: 'error',
    why: 'Neither the package nor n8n defines the credential, so the node cannot be used.',
    fix: 'Correct the name, or add the file of the credential to "n8n.credentials" in package.json.',
    bad: "credentials: [{ name: 'acmeAPI' }]   with `name = 'acmeApi'`",
    good: "credentials: [{ name: 'acmeApi' }]   with `name = 'acmeApi'`",
    docs: docs.credentialFiles,
    supersededBy: reuse,
  },
  function* ({ credentials }, { own, all }) {
    // A file that could not be loaded may define it.
    if (all.unknown.some(({ path }) => path.includes('.credentials.'))) return;
    for (const { name, raw } of credentials) {
      if (own.has(name) || all.n8n.credentials?.has(name) !== false) continue;
      const similar = [...own.keys()].find((one) => one.toLowerCase() === name.toLowerCase());
      const hint = similar === undefined ? '' : `; did you mean ${shown(similar)}?`;
      yield { message: `Credential ${shown(name)} does not exist${hint}`, about: { object: raw } };
    }
  },
);

const foreignCredential = overVersions(
  {
    code: 'nodes-credential-foreign',
    title: 'Node uses a credential of n8n',
    severity: 'warning',
    why: 'The node gets secrets that users entered for other nodes. n8n does not verify such a package.',
    fix: 'Add your own credential for the service of the package.',
    bad: "credentials: [{ name: 'slackApi', required: true }]",
    good: "credentials: [{ name: 'acmeApi', required: true }]",
    docs: docs.verification,
    supersededBy: reuse,
    oncePerPackage: true,
  },
  function* ({ credentials }, { own, all }) {
    for (const { name, raw } of credentials) {
      if (own.has(name) || !all.n8n.credentials?.has(name)) continue;
      yield { message: `Credential ${shown(name)} belongs to n8n`, about: { object: raw } };
    }
  },
);

const testMissing: NodeRule = {
  code: 'nodes-credential-test-missing',
  title: 'testedBy refers to a missing method',
  severity: 'error',
  why: 'n8n calls the method when the credential is saved, and shows an error instead of the result. For OAuth credentials it is a warning: the editor connects them and does not run the test.',
  fix: 'Add the method to `methods.credentialTest`, or correct the name in `testedBy`.',
  bad: "credentials: [{ name: 'acmeApi', testedBy: 'testAcme' }]   with `methods = {}`",
  good: "credentials: [{ name: 'acmeApi', testedBy: 'testAcme' }]   with `methods = { credentialTest: { testAcme } }`",
  docs: docs.nodeMethods,
  *check({ node, own, all }) {
    const methods = new Set(node.versions.flatMap((version) => [...version.methods]));
    if (node.versions.some(({ unknownMethods }) => unknownMethods.has('credentialTest'))) return;
    for (const { credentials } of node.versions) {
      for (const { name, raw } of credentials) {
        const test = textOf(raw['testedBy']);
        if (test === undefined || methods.has(`credentialTest.${test}`)) continue;
        // n8n uses the test of the credential, or else that of the first node in the order of package.json.
        const [first] = all.nodes.filter(({ versions }) => versions.some((version) => isTester(version, name)));
        if (first !== node || own.get(name)?.description['test'] !== undefined) continue;
        yield {
          message: `${shown(name)}: testedBy ${shown(test)} is not in methods.credentialTest`,
          // The editor connects these, and tests none of them.
          ...(isOAuth(name, own) && { severity: 'warning' as const }),
          about: { object: raw },
        };
      }
    }
  },
};

const isTester = ({ credentials }: DescribedVersion, credential: string) =>
  credentials.some(({ name, raw }) => name === credential && textOf(raw['testedBy']) !== undefined);

const choiceMissing = overVersions(
  {
    code: 'nodes-credential-choice-missing',
    title: 'Choice between credentials is missing',
    severity: 'error',
    why: 'In a declarative node, n8n uses the credential whose displayOptions match the parameter `authentication`. If none matches, the node fails before the first request.',
    fix: 'Add a parameter `authentication` with an option for each credential, and set displayOptions of each credential to its option.',
    bad: "credentials: [{ name: 'acmeApi' }, { name: 'acmeOAuth2Api' }]",
    good: "credentials: [\n  { name: 'acmeApi', displayOptions: { show: { authentication: ['apiKey'] } } },\n  { name: 'acmeOAuth2Api', displayOptions: { show: { authentication: ['oAuth2'] } } },\n]",
    docs: docs.declarative,
  },
  function* ({ credentials, description, parameters, isDeclarative }) {
    if (!isDeclarative || listOf(description['credentials']).length < 2 || !parameters.complete) return;
    const about = { object: description, key: 'credentials' };
    const [choice] = parameters.named.get('authentication') ?? [];
    if (!choice) yield { message: 'Parameter "authentication" is missing in a node with several credentials', about };
    const chosen = credentials.flatMap((credential) => {
      const display = displayOfCredential(credential);
      return display?.complete === false
        ? (choice?.choices ?? []).map(({ value }) => value)
        : (display?.show.find(({ key }) => key === 'authentication')?.values ?? []);
    });
    const offered = new Set(choice?.choices?.map(({ value }) => value));
    // Another rule reports a credential that is never shown.
    if (chosen.some((value) => !offered.has(value))) return;
    for (const { value, raw } of choice?.choices ?? []) {
      if (chosen.includes(value)) continue;
      yield {
        message: `authentication: no credential is shown for the option ${shown(value)}`,
        about: { object: raw },
      };
    }
  },
);

const notApplied = overVersions(
  {
    code: 'nodes-credential-not-applied',
    title: 'Credential is not added to requests',
    severity: 'error',
    why: 'The credential has no `authenticate`, and the node does not use its secrets, so requests are sent unauthenticated.',
    fix: 'Add `authenticate` to the credential, which defines where n8n adds the key.',
    bad: "export class AcmeApi implements ICredentialType {\n  name = 'acmeApi';\n  properties = [{ name: 'apiKey', … }];\n}",
    good: "export class AcmeApi implements ICredentialType {\n  name = 'acmeApi';\n  properties = [{ name: 'apiKey', … }];\n  authenticate = { type: 'generic', properties: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } } };\n}",
    docs: docs.credentialFiles,
  },
  function* ({ credentials, description, parameters, isDeclarative }, { own, mayRead }) {
    if (!isDeclarative) return;
    const text = JSON.stringify(description);
    const withFunctions = routesOf(parameters).some(hasPreSend);
    for (const { name, raw } of credentials) {
      const credential = own.get(name);
      // A function may add it.
      if (withFunctions && mayRead(name)) continue;
      if (!credential || isFalseOAuth(credential, own) || usesSecret(text, credential)) continue;
      if (credential.methods.has('authenticate') || isOAuth(name, own) !== false) continue;
      if (credential.description['authenticate'] !== undefined || isUnknown(credential.description['authenticate']))
        continue;
      if (credential.extends.some((parent) => own.get(parent)?.description['authenticate'] !== undefined)) continue;
      yield {
        message: `Credential ${shown(name)} is not added to any request`,
        about: { object: raw },
        concerns: [raw, credential.description],
      };
    }
  },
);

/** A use of a field of the credential in JSON: `$credentials.apiKey`, `$credentials[\"apiKey\"]`; without a name, of any. */
const use = /\$credentials(?:\??\.(\w{1,200})|\[\\?["'](\w{1,200})\\?["']\])?/g;

/** Names of fields that say where a server is. */
const address = /ur[il]|host|domain|server|endpoint|address|region|environment|port$/i;

/** Whether requests may use what identifies a user: a secret, or another field than the address of a server. */
function usesSecret(description: string, { fields, complete }: DescribedCredential): boolean {
  const names = [...description.matchAll(use)].map(([, name, quoted]) => name ?? quoted);
  const isSecret = ({ raw }: Parameter) => plainOf(raw['typeOptions'])?.['password'] === true;
  const secrets = new Set(fields.parameters.filter(isSecret).map(({ name }) => name));
  if (!complete || secrets.size === 0) return names.length > 0;
  return names.some((name) => name === undefined || secrets.has(name) || !address.test(name));
}

export const credentialUseRules: readonly NodeRule[] = [
  unknownCredential,
  foreignCredential,
  testMissing,
  choiceMissing,
  notApplied,
];
