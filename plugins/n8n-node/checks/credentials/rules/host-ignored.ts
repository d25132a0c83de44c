import { docs } from '../../../docs-links.ts';
import { plainOf } from '../../../model/parameters/plain.ts';
import { dependencyRanges } from '../../../project/manifest/manifest-fields.ts';
import type { CredentialRule } from '../credential-subject.ts';
import { names, ofPlace } from './test-host-fixed.ts';

export const hostIgnored: CredentialRule = {
  code: 'credentials-host-ignored',
  title: 'Nodes ignore the URL in the credential',
  severity: 'error',
  why: 'Only the test of the credential reads the field: it succeeds, and the nodes send the key and the data of other instances to the wrong server.',
  fix: 'Read the field where the nodes send requests: `baseURL: credentials.baseUrl`.',
  bad: `test = { request: { baseURL: '={{$credentials.baseUrl}}', url: '/me' } };
await this.helpers.httpRequestWithAuthentication.call(this, 'acmeApi', { baseURL: 'https://api.acme.io', … });`,
  good: `test = { request: { baseURL: '={{$credentials.baseUrl}}', url: '/me' } };
await this.helpers.httpRequestWithAuthentication.call(this, 'acmeApi', { baseURL: credentials.baseUrl, … });`,
  docs: docs.credentialFiles,
  *check({ credential, all, timesMentioned }) {
    const { description, fields, name } = credential;
    const request = plainOf(plainOf(description['test'])?.['request']);
    const isUsed = all.nodes.some(({ versions }) =>
      versions.some(({ credentials }) => credentials.some((one) => one.name === name)),
    );
    // A package that it depends on may get all fields.
    const others = Object.keys(dependencyRanges(all.manifest)).filter((one) => one !== 'n8n-workflow');
    if (!request || !isUsed || others.length > 0) return;
    for (const field of fields.parameters) {
      if (field.type !== 'string' || !ofPlace.test(field.name) || !names(request, field.name)) continue;
      const inTest = JSON.stringify(request).split(new RegExp(`\\b${field.name}\\b`)).length - 1;
      if (timesMentioned(field.name) > inTest) continue;
      yield { message: `Only the test of the credential reads "${field.path}"`, about: { object: field.raw } };
    }
  },
};
