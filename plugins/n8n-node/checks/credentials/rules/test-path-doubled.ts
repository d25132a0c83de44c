import { docs } from '../../../docs-links.ts';
import { plainOf, textOf } from '../../../model/parameters/plain.ts';
import type { CredentialRule } from '../credential-subject.ts';

/** Parts of paths that come once. */
const once = /^(?:v\d+(?:\.\d+)?|api|rest)$/i;

export const testPathDoubled: CredentialRule = {
  code: 'credentials-test-path-doubled',
  title: 'Credential test repeats a part of `baseURL` in `url`',
  severity: 'error',
  why: 'n8n appends `url` to `baseURL`, so the request goes to `/v1/v1/me`, which does not exist: the test fails even with a valid key.',
  fix: 'Remove the repeated part from `url`.',
  bad: "test = { request: { baseURL: 'https://api.acme.io/v1', url: '/v1/me' } };",
  good: "test = { request: { baseURL: 'https://api.acme.io/v1', url: '/me' } };",
  docs: docs.credentialFiles,
  *check({ credential: { description } }) {
    const { baseURL, url } = plainOf(plainOf(description['test'])?.['request']) ?? {};
    const [base, path] = [textOf(baseURL) ?? '', textOf(url) ?? ''];
    const last = base.replace(/\/$/, '').split('/').at(-1) ?? '';
    const [first = ''] = path.replace(/^=?\/?/, '').split('/');
    if (!base.replace(/^=?https?:\/\//, '').includes('/') || last !== first || !once.test(first)) return;
    yield {
      message: `test: the request goes to ${base.replace(/^=/, '').replace(/\/$/, '')}/${path.replace(/^=?\/?/, '')}, which has "${first}" twice`,
      about: { object: description, key: 'test' },
    };
  },
};
