import { readFileSync } from 'node:fs';
import semver from 'semver';
import { describe, expect, test } from 'vitest';
import { kitManifest } from '../../../../plugins/n8n-node/n8n/kit-manifest.ts';
import { releaseOf } from '../../../../plugins/n8n-node/n8n/release.ts';
import {
  currentN8n,
  nextShippedKits,
  previousN8n,
  shippedKits,
} from '../../../../plugins/n8n-node/n8n/shipped-kits.ts';
import { lintPlugin } from '../../../../plugins/n8n-node/n8n/upgrade/find-release.ts';
import { nextRuleset } from '../../../../plugins/n8n-node/n8n-lint/catalogue/next-ruleset.ts';

test('the current release is first, then one of the previous major version', () => {
  expect(shippedKits.map((kit) => releaseOf(kit).n8n)).toEqual([currentN8n, previousN8n]);
  expect(semver.major(previousN8n)).toBe(semver.major(currentN8n) - 1);
});

test('the kit of the next ruleset is the current release with other lint rules', () => {
  const [next = expect.fail(), previous] = nextShippedKits;
  expect(releaseOf(next)).toEqual(releaseOf(shippedKits[0] ?? expect.fail()));
  expect(previous).toEqual(shippedKits[1]);
  const { dependencies } = JSON.parse(readFileSync(new URL('package.json', next.lock), 'utf8'));
  expect(nextRuleset.source).toBe(`${lintPlugin} ${dependencies[lintPlugin]}`);
});

describe.each([...new Set([...shippedKits, ...nextShippedKits])])('$name', (kit) => {
  const { workflow, modules, credentials, nodes } = releaseOf(kit);
  const textOf = (file: string) => readFileSync(new URL(file, kit.lock), 'utf8');
  const { dependencies, config } = JSON.parse(textOf('package.json'));

  test('has the n8n-workflow of its release, n8n-core, and nothing that checks never reach', () => {
    expect(dependencies).toMatchObject({ 'n8n-workflow': workflow, 'n8n-core': expect.any(String) });
    expect(textOf('package.json')).toBe(kitManifest(kit.name.slice('n8n-'.length), dependencies, config.mebibytes));
  });

  test('is locked to exact versions with their integrity, from the registry', () => {
    const { packages } = JSON.parse(textOf('package-lock.json'));
    const { '': root, ...locked } = packages;
    expect(root.dependencies).toEqual(dependencies);
    for (const one of Object.values(locked))
      expect(one).toMatchObject({
        version: expect.any(String),
        resolved: expect.stringMatching(/^https:\/\/registry\.npmjs\.org\//),
        integrity: expect.stringMatching(/^sha512-/),
      });
  });

  test('has the names of what is in every n8n', () => {
    expect(credentials).toEqual(expect.arrayContaining(['oAuth2Api', 'slackApi', 'openAiApi']));
    expect(nodes).toEqual(expect.arrayContaining(['HTTP Request', 'Slack', 'AI Agent']));
  });

  test('has the version or range of each module that n8n provides', () => {
    expect(Object.keys(modules)).toEqual(expect.arrayContaining(['luxon', 'lodash', 'n8n-core', 'n8n-workflow']));
    for (const wanted of Object.values(modules))
      expect(semver.validRange(wanted.replace(/^npm:.+@/, ''))).not.toBeNull();
  });
});
