import { docs } from '../../../docs-links.ts';
import { isFalseOAuth, isOAuth } from '../../../model/descriptions/credential-fields.ts';
import { type DescribedVersion, displayOfCredential } from '../../../model/descriptions/described-node.ts';
import { isUnknown, listOf, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { n8nCredentials } from '../../../n8n/n8n-credentials.ts';
import { type NodeRule, overVersions } from '../node-subject.ts';
import { routesOf } from '../routes.ts';

const reuse = ['@n8n/community-nodes/no-credential-reuse'];

const unknownCredential = overVersions(
  {
    code: 'nodes-credential-unknown',
    title: 'A node asks for a credential that does not exist',
    severity: 'error',
    why: 'Neither the package nor n8n has it: nobody can enter it, and the node can not be used.',
    fix: 'Correct the name, or list the file of the credential in "n8n.credentials" of package.json.',
    bad: "credentials: [{ name: 'acmeAPI' }]   with `name = 'acmeApi'`",
    good: "credentials: [{ name: 'acmeApi' }]   with `name = 'acmeApi'`",
    docs: docs.credentialFiles,
    supersededBy: reuse,
  },
  function* ({ credentials }, { own, all }) {
    // One of a file that could not be loaded may be the one.
    if (all.unknown.some(({ path }) => path.includes('.credentials.'))) return;
    for (const { name, raw } of credentials) {
      if (own.has(name) || n8nCredentials.has(name)) continue;
      const similar = [...own.keys()].find((one) => one.toLowerCase() === name.toLowerCase());
      const hint = similar === undefined ? '' : `; the package has ${shown(similar)}`;
      yield { message: `there is no credential ${shown(name)}${hint}`, about: { object: raw } };
    }
  },
);

const foreignCredential = overVersions(
  {
    code: 'nodes-credential-foreign',
    title: 'A node asks for a credential that belongs to n8n itself',
    severity: 'warning',
    why: 'The node gets secrets that the user entered for another one. It works, and n8n does not verify such a package.',
    fix: 'Bring a credential of your own, for the one service that the package is for.',
    bad: "credentials: [{ name: 'slackApi', required: true }]",
    good: "credentials: [{ name: 'acmeApi', required: true }]",
    docs: docs.verification,
    supersededBy: reuse,
    oncePerPackage: true,
  },
  function* ({ credentials }, { own }) {
    for (const { name, raw } of credentials) {
      if (own.has(name) || !n8nCredentials.has(name)) continue;
      yield { message: `name: ${shown(name)} is already a credential of n8n`, about: { object: raw } };
    }
  },
);

const testMissing: NodeRule = {
  code: 'nodes-credential-test-missing',
  title: 'A credential is to be tested by a method that the node does not have',
  severity: 'warning',
  why: 'n8n calls it when the credential is saved, and shows an error instead of the outcome.',
  fix: 'Add the method under `methods.credentialTest`, or correct the name in `testedBy`.',
  bad: "credentials: [{ name: 'acmeApi', testedBy: 'testAcme' }]   with `methods = {}`",
  good: "credentials: [{ name: 'acmeApi', testedBy: 'testAcme' }]   with `methods = { credentialTest: { testAcme } }`",
  docs: docs.nodeMethods,
  *check({ node, own, all }) {
    const methods = new Set(node.versions.flatMap((version) => [...version.methods]));
    for (const { credentials } of node.versions) {
      for (const { name, raw } of credentials) {
        const test = textOf(raw['testedBy']);
        if (test === undefined || methods.has(`credentialTest.${test}`)) continue;
        // n8n asks the credential first, then the nodes in the order of package.json, and takes the first answer.
        const [first] = all.nodes.filter(({ versions }) => versions.some((version) => isTester(version, name)));
        if (first !== node || own.get(name)?.description['test'] !== undefined) continue;
        yield {
          message: `${shown(name)} is tested by ${shown(test)}, which is not among methods.credentialTest`,
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
    title: 'n8n can not tell which of several credentials to use',
    severity: 'error',
    why: 'For a node whose requests it sends, n8n takes the credential whose display options name the value of the parameter `authentication`. Without that it fails before the first request.',
    fix: 'Add a parameter `authentication` with an option for each credential, and show each credential for its option.',
    bad: "credentials: [{ name: 'acmeApi' }, { name: 'acmeOAuth2Api' }]",
    good: "credentials: [\n  { name: 'acmeApi', displayOptions: { show: { authentication: ['apiKey'] } } },\n  { name: 'acmeOAuth2Api', displayOptions: { show: { authentication: ['oAuth2'] } } },\n]",
    docs: docs.declarative,
  },
  function* ({ credentials, description, parameters, isDeclarative }) {
    if (!isDeclarative || listOf(description['credentials']).length < 2 || !parameters.complete) return;
    const about = { object: description, key: 'credentials' };
    const [choice] = parameters.named.get('authentication') ?? [];
    if (!choice) yield { message: 'there are several credentials and no parameter "authentication"', about };
    const chosen = credentials.flatMap((credential) => {
      const display = displayOfCredential(credential);
      return display?.complete === false
        ? (choice?.choices ?? []).map(({ value }) => value)
        : (display?.show.find(({ key }) => key === 'authentication')?.values ?? []);
    });
    const offered = new Set(choice?.choices?.map(({ value }) => value));
    // One that waits for another value is told of as never shown.
    if (chosen.some((value) => !offered.has(value))) return;
    for (const { value, raw } of choice?.choices ?? []) {
      if (chosen.includes(value)) continue;
      yield { message: `no credential is shown for the authentication ${shown(value)}`, about: { object: raw } };
    }
  },
);

const notApplied = overVersions(
  {
    code: 'nodes-credential-not-applied',
    title: 'Requests are sent without the credential',
    severity: 'error',
    why: 'The credential has no `authenticate`, and nothing in the node takes a value from it: the service gets requests of nobody.',
    fix: 'Add `authenticate` to the credential, which says where the key goes.',
    bad: "export class AcmeApi implements ICredentialType {\n  name = 'acmeApi';\n  properties = [{ name: 'apiKey', … }];\n}",
    good: "export class AcmeApi implements ICredentialType {\n  name = 'acmeApi';\n  properties = [{ name: 'apiKey', … }];\n  authenticate = { type: 'generic', properties: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } } };\n}",
    docs: docs.credentialFiles,
  },
  function* ({ credentials, description, parameters, isDeclarative }, { own }) {
    if (!isDeclarative || mentionsCredentials(description)) return;
    // A function may do it.
    if (routesOf(parameters).some(({ routing }) => plainOf(routing['send'])?.['preSend'] !== undefined)) return;
    for (const { name, raw } of credentials) {
      const credential = own.get(name);
      if (!credential || isFalseOAuth(credential, own)) continue;
      if (credential.methods.has('authenticate') || isOAuth(name, own) !== false) continue;
      if (credential.description['authenticate'] !== undefined || isUnknown(credential.description['authenticate']))
        continue;
      if (credential.extends.some((parent) => own.get(parent)?.description['authenticate'] !== undefined)) continue;
      yield { message: `nothing puts ${shown(name)} into the requests`, about: { object: raw } };
    }
  },
);

/** Descriptions are JSON by now: the name stands in the text of whatever uses it. */
const mentionsCredentials = (description: unknown) => JSON.stringify(description).includes('$credentials');

export const credentialUseRules: readonly NodeRule[] = [
  unknownCredential,
  foreignCredential,
  testMissing,
  choiceMissing,
  notApplied,
];
