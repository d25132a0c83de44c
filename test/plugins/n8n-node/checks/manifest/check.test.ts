import { describe, expect, it } from 'vitest';
import { manifestCheck as check } from '../../../../../plugins/n8n-node/checks/manifest/check.ts';
import { everyRule } from '../../every-rule.ts';
import { casesIn } from '../../rule-case.ts';
import { codesOf, goodManifest, goodPackage, goodSources, observe, type Project } from '../check-project.ts';

const seen = async (project: Project) => (await observe(check, project)).observations;
const text = (manifest: string): Project => ({ files: { ...goodSources, 'package.json': manifest } });
const withN8n = (n8n: object): Project => ({ manifest: { ...goodManifest, n8n: { ...goodManifest.n8n, ...n8n } } });
const withFields = (fields: object): Project => ({ manifest: { ...goodManifest, ...fields } });
const withoutFile = (name: string) => Object.fromEntries(Object.entries(goodSources).filter(([path]) => path !== name));

interface Row {
  code: string;
  case: string;
  bad: Project;
  good: Project;
  /** Line and column of the finding. */
  at?: [line: number, column: number];
}

const rows: Row[] = [
  {
    code: 'manifest-missing',
    case: 'no package.json',
    bad: { files: goodSources, manifest: false },
    good: {},
  },
  {
    code: 'manifest-not-json',
    case: 'a trailing comma',
    bad: text('{\n  "name": "n8n-nodes-acme",\n}'),
    good: {},
    at: [3, 1],
  },
  { code: 'manifest-not-json', case: 'a comment', bad: text('{ // name\n"name": "a" }'), good: {}, at: [1, 3] },
  { code: 'manifest-not-json', case: 'nothing at all', bad: text(''), good: {}, at: [1, 1] },
  {
    code: 'manifest-not-json',
    case: 'UTF-16',
    bad: { files: { 'package.json': new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]) } },
    good: {},
  },
  {
    code: 'manifest-byte-order-mark',
    case: 'UTF-8 with a mark',
    bad: text(`\ufeff${JSON.stringify(goodManifest)}`),
    good: text(JSON.stringify({ ...goodManifest, description: '\ufeffa mark within' })),
    at: [1, 1],
  },
  {
    code: 'manifest-too-large',
    case: '2 MiB',
    bad: withFields({ cities: 'Aachen '.repeat(300_000) }),
    good: withFields({ cities: 'Aachen '.repeat(100_000) }),
  },
  { code: 'manifest-not-object', case: 'an array', bad: text('[{}]'), good: {}, at: [1, 1] },
  { code: 'manifest-not-object', case: 'null', bad: text('null'), good: {} },
  {
    code: 'manifest-not-for-n8n',
    case: 'a web app',
    bad: { manifest: { name: 'my-web-app', private: true }, files: { 'src/app.ts': '' } },
    good: withFields({ name: 'acme', keywords: ['acme'], n8n: undefined, peerDependencies: {}, devDependencies: {} }),
  },
  {
    code: 'manifest-not-for-n8n',
    case: 'a package that npm has of something else',
    bad: { mode: 'package', manifest: { name: 'left-pad' }, files: { 'index.js': '' } },
    good: { mode: 'package', files: goodPackage },
  },
  {
    code: 'manifest-duplicate-key',
    case: 'a field twice',
    bad: text(JSON.stringify(goodManifest).replace('{', '{"license": "MIT",\n')),
    good: withFields({ acme: { license: 'MIT', name: 'the same names elsewhere' } }),
  },
  {
    code: 'manifest-duplicate-key',
    case: 'two lists of nodes',
    bad: text(JSON.stringify(goodManifest).replace('"n8n":{', '"n8n":{"nodes":[],')),
    good: text(JSON.stringify(goodManifest).replace('"n8n":{', '"n8n":{"nodes2":[],')),
  },
  {
    code: 'manifest-platform',
    case: 'macOS only',
    bad: withFields({ os: ['darwin'] }),
    good: withFields({ os: ['darwin', 'linux', 'win32'], cpu: ['!ia32'], libc: 'any' }),
  },
  { code: 'manifest-platform', case: 'not Linux', bad: withFields({ os: '!linux' }), good: withFields({ os: '!aix' }) },
  {
    code: 'manifest-platform',
    case: 'glibc only',
    bad: withFields({ libc: ['glibc'] }),
    good: withFields({ libc: ['glibc', 'musl'] }),
  },
  {
    code: 'manifest-engines',
    case: 'a Node that n8n left behind',
    bad: withFields({ engines: { node: '^16' } }),
    good: withFields({ engines: { node: '>=18', npm: '^6' } }),
  },
  {
    code: 'manifest-engines',
    case: 'only a Node that is newer than that of n8n',
    bad: withFields({ engines: { node: '>=26' } }),
    good: withFields({ engines: { node: '^20.19.0 || ^22.12.0 || >=24.0.0' } }),
  },
  {
    code: 'manifest-engines',
    case: 'a Node that there is not yet',
    bad: withFields({ engines: { node: '>=99' } }),
    good: withFields({ engines: { node: '>=24 <99' } }),
  },
  {
    code: 'manifest-engines',
    case: 'no range',
    bad: withFields({ engines: { node: 'lts' } }),
    good: withFields({ engines: { node: '' } }),
  },
  {
    code: 'manifest-not-latest',
    case: 'the tag next',
    bad: withFields({ publishConfig: { tag: 'next' } }),
    good: withFields({ version: '1.0.0-beta.1', publishConfig: { tag: 'beta' } }),
  },
  {
    code: 'manifest-template-left',
    case: "the starter's repository",
    bad: withFields({ repository: 'https://github.com/n8n-io/n8n-nodes-starter' }),
    good: withFields({ repository: 'https://github.com/acme/n8n-nodes-starter-kit' }),
  },
  {
    code: 'manifest-template-left',
    case: 'an example address',
    bad: withFields({ author: { name: 'Ann', email: 'ann@example.com' } }),
    good: withFields({ author: { name: 'Ann', email: 'ann@example-shop.com' } }),
  },
  {
    code: 'manifest-template-left',
    case: "n8n's homepage",
    bad: withFields({ homepage: 'https://n8n.io' }),
    good: withFields({ homepage: 'https://n8n.io/integrations/acme/' }),
  },
  {
    code: 'manifest-name-invalid',
    case: 'upper case',
    bad: withFields({ name: 'n8n-nodes-AcmeCloud' }),
    good: withFields({ name: '@acme-inc/n8n-nodes-acme.cloud_2' }),
    at: [2, 11],
  },
  {
    code: 'manifest-name-invalid',
    case: 'two slashes',
    bad: withFields({ name: '@acme/../n8n-nodes-acme' }),
    good: withFields({ name: '@acme/n8n-nodes-acme' }),
  },
  {
    code: 'manifest-name-invalid',
    case: 'too long',
    bad: withFields({ name: `n8n-nodes-${'a'.repeat(205)}` }),
    good: withFields({ name: `n8n-nodes-${'a'.repeat(204)}` }),
  },
  {
    code: 'manifest-not-public',
    case: 'private',
    bad: withFields({ private: true }),
    good: withFields({ private: false, publishConfig: { access: 'public', registry: 'https://registry.npmjs.org/' } }),
  },
  {
    code: 'manifest-not-public',
    case: 'restricted',
    bad: withFields({ publishConfig: { access: 'restricted' } }),
    good: withFields({ publishConfig: { provenance: true } }),
  },
  {
    code: 'manifest-not-public',
    case: 'another registry',
    bad: withFields({ publishConfig: { registry: 'https://npm.pkg.github.com' } }),
    good: withFields({ publishConfig: { access: 'public' } }),
  },
  {
    code: 'manifest-workspace-root',
    case: 'the root of a monorepo',
    bad: withFields({ private: true, workspaces: ['packages/*'], n8n: undefined }),
    good: withFields({ workspaces: ['examples/*'] }),
  },
  {
    code: 'manifest-entry-outside',
    case: 'up and away',
    bad: withN8n({ nodes: ['dist/../../shared/Acme.node.js'] }),
    good: withN8n({ nodes: ['dist/nodes/../nodes/Acme/Acme.node.js'] }),
  },
  {
    code: 'manifest-entry-backslash',
    case: 'written on Windows',
    bad: withN8n({ nodes: ['dist/nodes\\Acme\\Acme.node.js'] }),
    good: {},
  },
  {
    code: 'manifest-entry-not-javascript',
    case: 'the source',
    bad: withN8n({ nodes: ['dist/nodes/Acme/Acme.node.ts'] }),
    good: withN8n({ nodes: ['dist/nodes/Acme/Acme.node.cjs'] }),
  },
  {
    code: 'manifest-entry-not-javascript',
    case: 'a node without the ending of its file',
    bad: withN8n({ nodes: ['dist/nodes/Acme/Acme.node'] }),
    good: withN8n({ nodes: ['dist/nodes/Acme/Acme.node.mjs'] }),
  },
  {
    code: 'manifest-entry-not-javascript',
    case: 'a folder',
    bad: withN8n({ credentials: ['dist/credentials/'] }),
    good: {},
  },
  {
    code: 'manifest-entry-duplicate',
    case: 'the same file, written differently',
    bad: withN8n({ nodes: ['dist/nodes/Acme/Acme.node.js', 'dist/nodes/./Acme/Acme.node.js'] }),
    good: withN8n({ nodes: ['dist/nodes/Acme/Acme.node.js', 'dist/nodes/acme/Acme.node.js'] }),
  },
  {
    code: 'manifest-entry-in-wrong-list',
    case: 'a credential among the nodes',
    bad: withN8n({ nodes: ['dist/credentials/AcmeApi.credentials.js'] }),
    good: withN8n({ nodes: ['dist/nodes/Credentials/Credentials.node.js'] }),
  },
  {
    code: 'manifest-entry-in-wrong-list',
    case: 'a node among the credentials',
    bad: withN8n({ credentials: ['dist/nodes/Acme/Acme.node.js'] }),
    good: {},
  },
  {
    code: 'manifest-n8n-field-misspelt',
    case: 'singular',
    bad: withN8n({ credential: ['dist/credentials/AcmeApi.credentials.js'] }),
    good: withN8n({ strict: true, aiNodeSdkVersion: 1, displayName: 'a field of their own' }),
  },
  {
    code: 'manifest-n8n-field-misspelt',
    case: 'another letter case, beside the right one',
    bad: withN8n({ Nodes: ['dist/nodes/Acme/Acme.node.js'] }),
    // n8n's linter reports that there are no nodes.
    good: withN8n({ nodes: undefined, node: ['dist/nodes/Acme/Acme.node.js'] }),
  },
  {
    code: 'manifest-repository-missing',
    case: 'no repository',
    bad: withFields({ repository: undefined }),
    good: withFields({ repository: 'acme/n8n-nodes-acme' }),
  },
  {
    code: 'manifest-repository-missing',
    case: 'no URL in it',
    bad: withFields({ repository: { type: 'git', url: ' ' } }),
    good: withFields({ repository: { url: 'https://github.com/acme/n8n-nodes-acme/tree/main/packages/acme' } }),
  },
  {
    code: 'manifest-repository-not-github',
    case: 'another host',
    bad: withFields({ repository: { url: 'git+https://gitlab.com/acme/n8n-nodes-acme.git' } }),
    good: withFields({ repository: { url: 'git@github.com:acme/n8n-nodes-acme.git' } }),
  },
  {
    code: 'manifest-repository-not-github',
    case: 'a host that looks like it',
    bad: withFields({ repository: { url: 'https://github.com.evil.example/acme/n8n-nodes-acme' } }),
    good: withFields({ repository: { url: 'git+ssh://git@github.com/acme/n8n-nodes-acme.git#main' } }),
  },
  {
    code: 'manifest-repository-not-github',
    case: 'a shorthand for another host',
    bad: withFields({ repository: 'gitlab:acme/n8n-nodes-acme' }),
    good: withFields({ repository: 'github:acme/n8n-nodes-acme' }),
  },
  {
    code: 'manifest-repository-differs',
    case: 'the homepage of another repository',
    bad: withFields({
      homepage: 'https://github.com/acme/n8n-nodes-acme#readme',
      repository: { url: 'git+https://github.com/acme/acme-js.git' },
    }),
    good: withFields({
      homepage: 'https://github.com/Acme/n8n-nodes-acme/tree/main/packages/acme#readme',
      repository: { url: 'git@github.com:acme/n8n-nodes-acme.git' },
    }),
  },
  {
    code: 'manifest-repository-differs',
    case: 'bugs of another repository',
    bad: withFields({ bugs: 'https://github.com/acme/n8n-nodes-acme/issues', repository: 'github:acme/acme-js' }),
    // The homepage is that of the service, and one tracker is for all.
    good: withFields({
      homepage: 'https://github.com/acme/acme-server',
      bugs: { url: 'https://github.com/acme/support/issues' },
      repository: 'github:acme/n8n-nodes-acme',
    }),
  },
  {
    code: 'manifest-license-file-missing',
    case: 'no licence beside package.json',
    bad: { files: { ...withoutFile('LICENSE'), 'docs/LICENSE': 'MIT' } },
    good: { files: { ...withoutFile('LICENSE'), 'licence.txt': goodSources['LICENSE'] ?? '' } },
  },
  {
    code: 'manifest-license-file-missing',
    case: 'two licences that package.json names',
    bad: { manifest: { ...goodManifest, license: 'SEE LICENSE IN gone.md' }, files: withoutFile('LICENSE') },
    good: {
      manifest: { ...goodManifest, license: 'SEE LICENSE IN ours.md AND SEE LICENSE IN theirs.md' },
      files: { ...withoutFile('LICENSE'), 'ours.md': '', 'theirs.md': '' },
    },
  },
  {
    code: 'manifest-license-file-missing',
    case: 'a workspace of pnpm, which packs its licence',
    bad: { files: { ...withoutFile('LICENSE'), '../../package.json': '{}' } },
    good: { files: { ...withoutFile('LICENSE'), '../../LICENSE': goodSources['LICENSE'] ?? '' } },
  },
  {
    code: 'manifest-license-text-differs',
    case: "another licence's text",
    bad: { files: { ...goodSources, LICENSE: 'Apache License\nVersion 2.0, January 2004' } },
    good: {
      files: {
        ...goodSources,
        LICENSE: '# MIT\n\n> Permission is hereby granted, free\n> of charge, to any person obtaining a copy',
      },
    },
  },
  {
    code: 'manifest-license-text-differs',
    case: 'a text that reserves all rights',
    bad: { files: { ...goodSources, LICENSE: 'All rights reserved. No copying without prior written consent.' } },
    good: { files: goodSources },
  },
  {
    code: 'manifest-license-text-differs',
    case: 'a text of no licence',
    bad: { files: { ...goodSources, LICENSE: 'Ask Jane.' } },
    good: {
      files: {
        ...goodSources,
        LICENSE: 'Permission is hereby granted, free of charge, to any person obtaining a copy',
      },
    },
  },
  ...(await casesIn<Project>('manifest')),
];

const rules = everyRule(check.rules);

describe('the manifest check', () => {
  it('has nothing against a good project, published or not', async () => {
    expect(await seen({})).toEqual([]);
    expect(await seen({ mode: 'package', files: goodPackage })).toEqual([]);
  });

  it.each(rows)('$code: $case', async ({ code, bad, at }) => {
    const observations = await seen(bad);
    expect(codesOf(observations)).toEqual([code]);
    rules.raised(code, observations);
    if (at) expect(observations[0]).toMatchObject({ file: 'package.json', line: at[0], column: at[1] });
  });

  it.each(rows)('not $code: a near miss of $case', async ({ code, good }) => {
    const observations = await seen(good);
    expect(observations).toEqual([]);
    rules.notRaised(code, observations);
  });

  rules.seen();

  it('names the folder whose package.json is that of a node', async () => {
    const nested = (manifest: object): Project => ({
      files: { 'README.md': '# Acme', 'nodes/package.json': JSON.stringify(manifest), 'nodes/data/package.json': '{' },
      manifest: false,
    });
    expect(await seen(nested(goodManifest))).toMatchObject([
      {
        code: 'manifest-missing',
        file: 'package.json',
        message: 'package.json is missing; the package with nodes for n8n is in "nodes": verify it with `--cwd nodes`',
      },
    ]);
    expect(await seen(nested({ name: 'icons' }))).toMatchObject([{ message: 'package.json is missing' }]);
  });

  it('says whether "repository" or its URL is missing', async () => {
    const messages = async (repository: unknown) =>
      (await seen(withFields({ repository }))).map(({ message }) => message);
    expect(await messages(undefined)).toEqual(['"repository" is missing']);
    expect(await messages({ type: 'git' })).toEqual(['"repository" has no URL']);
  });

  it("does not repeat n8n's findings: invalid entries, entries outside of dist, placeholders, missing fields", async () => {
    const entries = [42, null, ['dist/x.js'], '/etc/passwd', '../x.node.js', 'nodes/Acme/Acme.node.ts', 'nodes\\Acme'];
    expect(await seen(withN8n({ nodes: entries, credentials: 'dist/x.js' }))).toEqual([]);
    expect(
      await seen(
        withFields({ name: 'n8n-nodes-<...>', repository: { url: 'https://github.com/<...>/n8n-nodes-<...>.git' } }),
      ),
    ).toEqual([]);
    expect(
      await seen(withFields({ name: undefined, version: 'latest', author: undefined, license: 'ISC', n8n: [] })),
    ).toEqual([]);
  });

  it('warns of a path without the extension only if there is a script of it', async () => {
    const gradeOf = async (path: string) => (await seen(withN8n({ nodes: [path] }))).map(({ severity }) => severity);
    expect(await gradeOf('dist/nodes/Acme/Acme.node')).toEqual(['warning']);
    expect(await gradeOf('dist/nodes/Nope/Nope.node')).toEqual([undefined]);
  });

  it('points at the entry, not at the list', async () => {
    const manifest =
      '{\n "name": "n8n-nodes-acme",\n "repository": "a/b",\n "n8n": {\n  "nodes": [\n   "dist/a.js",\n   "dist/b.ts"\n  ]\n }\n}';
    expect(await seen(text(manifest))).toEqual([
      expect.objectContaining({ code: 'manifest-entry-not-javascript', line: 7, column: 4, evidence: 'dist/b.ts' }),
    ]);
  });
});

describe('the manifest check on a hostile manifest', () => {
  const big = (entries: number) => {
    const nodes = Array.from({ length: entries }, (_, index) => `dist/nodes/Acme${index % 7}/Acme.node.ts`);
    return JSON.stringify({ ...goodManifest, n8n: { nodes } });
  };

  it('reports the first of very many problems, and that there are more', async () => {
    const observations = await seen(text(big(20_000)));
    expect(observations.length).toBeLessThan(200);
    expect(observations.filter(({ code }) => code === 'manifest-entry-not-javascript').at(-1)?.message).toMatch(/more/);
  });

  it('survives nesting deeper than the stack', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const manifest = JSON.stringify(goodManifest).replace('{', `{"deep":${deep},`);
    expect(codesOf(await seen(text(manifest)))).toEqual([]);
    expect(codesOf(await seen(text('['.repeat(100_000))))).toEqual(['manifest-not-json']);
  });

  it('is not confused by names of the prototype', async () => {
    const manifest = JSON.stringify(goodManifest).replace(
      '{',
      '{"__proto__":{"private":true},"constructor":1,"toString":2,',
    );
    expect(await seen(text(manifest))).toEqual([]);
    const inner = JSON.stringify(goodManifest).replace(
      '"n8n":{',
      '"n8n":{"__proto__":{"credential":[]},"hasOwnProperty":3,',
    );
    expect(await seen(text(inner))).toEqual([]);
  });

  it('handles fields of every wrong type', async () => {
    for (const wrong of [null, 0, true, '', [], {}, [[]], [{}], { url: {} }]) {
      const manifest = Object.fromEntries(Object.keys(goodManifest).map((key) => [key, wrong]));
      await expect(
        seen({ manifest: { ...manifest, workspaces: wrong, publishConfig: wrong } }),
      ).resolves.toBeInstanceOf(Array);
    }
  });
});
