import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tryCheck } from '../../../../../kernel/try-check.ts';
import { reasonNotRun } from '../../../../../plugins/n8n-node/build-script/workflow-copy.ts';
import { provenanceCheck } from '../../../../../plugins/n8n-node/checks/provenance/check.ts';
import { workflowRules } from '../../../../../plugins/n8n-node/checks/provenance/rules/provenance-rules.ts';
import { readWorkflow, UnreadableWorkflow } from '../../../../../plugins/n8n-node/checks/provenance/workflow.ts';
import { everyRule } from '../../every-rule.ts';
import { openProject } from '../../project-on-disk.ts';

async function look(
  workflow: string | undefined,
  manifest: object = {},
  others: Record<string, string | undefined> = {},
) {
  const contents: Record<string, string | undefined> = {
    'package.json': JSON.stringify(manifest),
    '.gitignore': 'node_modules\ndist/\n',
    'package-lock.json': '{ "packages": { "": {}, "node_modules/zod": { "version": "4.0.0" } } }',
    'scripts/check-name.js': "if (require('../package.json').name !== 'n8n-nodes-acme') process.exit(1);\n",
    ...(workflow !== undefined && { '.github/workflows/publish.yml': workflow }),
    ...others,
  };
  const given = Object.entries(contents).flatMap(([path, text]) => (text === undefined ? [] : [[path, text]]));
  await using project = await openProject(Object.fromEntries(given));
  return await project.run(provenanceCheck);
}

/** A project below the root of its repository, whose own workflows are left out. */
async function lookBelow(others: Record<string, string>) {
  await using project = await openProject({ 'package.json': '{}', ...others });
  const leftOut = { '.github/workflows/release.yml': reasonNotRun('packages/a/.github/workflows/release.yml') };
  Object.assign(project.context.files, { absent: () => ({ missing: [], leftOut }) });
  return await project.run(provenanceCheck);
}

const codesOf = async (workflow: string, manifest?: object) =>
  (await look(workflow, manifest)).findings.map(({ code }) => code);

const token = '    env:\n          NODE_AUTH_TOKEN: $' + '{{ secrets.NPM_TOKEN }}';
const npmToken = token.replace('NODE_AUTH_TOKEN', 'NPM_TOKEN');
const workflowOf = ({
  permissions = 'id-token: write',
  runsOn = 'ubuntu-latest',
  run = 'npm publish',
  env = '',
  node = '22',
} = {}) => `
name: Publish
on: { push: { tags: ['*'] } }
jobs:
  publish:
    runs-on: ${runsOn}
    permissions:
      contents: read
      ${permissions}
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with: { node-version: ${node}, registry-url: 'https://registry.npmjs.org' }
      - name: Publish
        run: ${run}
    ${env}
`;

/** A script that compares the version before it publishes. @param last its last line */
const checking = (last: string) => `|
          set -euo pipefail
          version="$(node -p "require('./package.json').version")"
          if [ "$GITHUB_REF_NAME" != "$version" ]; then
            echo "wrong tag"; exit 1
          fi
          npm publish --provenance
          ${last}
          npm publish --provenance`;
/** Publishes for pull requests. @param ref what it checks out */
const ofPullRequests = (ref: string) =>
  workflowOf()
    .replace("push: { tags: ['*'] }", 'pull_request_target: {}')
    .replace('checkout@v5', `checkout@v5\n        with: { ref: "${'$'}{{ ${ref} }}" }`);

/** Publishes the version that an input says. @param input how it is declared */
const versioned = (input: string, version = `"${'$'}{{ inputs.version }}"`) =>
  workflowOf({ run: `npm version ${version} && npm publish` }).replace(
    "on: { push: { tags: ['*'] } }",
    `on: { workflow_dispatch: { inputs: { version: ${input} } } }`,
  );

/** Publishes by hand, and packs for a release on GitHub. @param run the commands that pack */
const packing = (run: string) =>
  `${workflowOf({ run: 'npm run build && npm publish' })}
  release:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - run: npm ci
      - run: ${run}
      - uses: softprops/action-gh-release@v2
        with: { files: '*.tgz' }
`.replace('\n\n  release', '\n  release');

/** Publishes after another job. @param run what that one runs */
const waitingFor = (run: string) =>
  workflowOf({ run: 'npm ci && npm publish' }).replace(
    '  publish:',
    `  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - run: ${run}
  publish:
    needs: test`,
  );

/** Publishes for tags, and tests pull requests. @param job what its job says, and the commands of its last step */
const testing = ({ on = 'pull_request_target', job = '', after = 'npm ci && npm test', types = '{}' } = {}) =>
  workflowOf()
    .replace('on: {', `on: { ${on}: ${types},`)
    .replace(
      '  publish:',
      `  test:
    runs-on: ubuntu-latest
    permissions: { contents: read }
    ${job}
    steps:
      - uses: actions/checkout@v5
        with: { ref: '${'$'}{{ github.event.pull_request.head.sha }}' }
      - run: ${after}
  publish:`,
    );

/** A workflow that raises the rule, and one that is near and fine; with the manifest where it matters. */
const rows: readonly [code: string, raises: string, spares: string, manifest?: object][] = [
  ['provenance-workflow-unreadable', 'jobs: publish: steps: [', workflowOf()],
  ['provenance-workflow-missing', workflowOf({ run: 'npm test' }), workflowOf({ run: 'npx semantic-release' })],
  ['provenance-workflow-missing', workflowOf({ run: 'cat > release_notes.md' }), workflowOf({ run: 'sh release.sh' })],
  [
    'provenance-workflow-missing',
    workflowOf({ run: 'npm publish --dry-run' }),
    workflowOf({ run: 'pnpm publish --no-git-checks' }),
  ],
  [
    'provenance-workflow-missing',
    workflowOf({ run: '"# npm publish"' }),
    workflowOf({ run: '"npm ci # first\\nnpm publish"' }),
  ],
  [
    'provenance-workflow-missing',
    workflowOf({ run: '"npm publish git"' }),
    workflowOf({ run: '"npm publish\\ngit push origin main"' }),
  ],
  ['provenance-workflow-missing', workflowOf({ run: '"npm publish log"' }), workflowOf({ run: '"npm publish > log"' })],
  [
    'provenance-workflow-missing',
    workflowOf({ run: '"npm publish note"' }),
    workflowOf({ run: '"npm publish # note"' }),
  ],
  [
    'provenance-workflow-missing',
    workflowOf({ run: '"npm publish other"' }),
    workflowOf({ run: '"npm publish \\\\\\n  --access public"' }),
  ],
  ['provenance-workflow-permission', workflowOf({ permissions: 'packages: write' }), workflowOf()],
  [
    'provenance-workflow-permission',
    workflowOf({ permissions: 'id-token: read' }),
    workflowOf().replace(/permissions:\n.*\n.*\n/, 'permissions: write-all\n'),
  ],
  [
    'provenance-workflow-permission',
    workflowOf({ permissions: 'packages: write', run: 'npx semantic-release', env: token }),
    workflowOf({ permissions: 'packages: write', run: 'npx semantic-release' }),
  ],
  [
    'provenance-workflow-flag',
    workflowOf({ env: token }),
    workflowOf({ env: token, run: 'npm publish --provenance --access public' }),
  ],
  [
    'provenance-workflow-flag',
    workflowOf({ env: token, run: 'npm publish --provenance --tag next && npm publish' }),
    workflowOf({ env: token, run: 'echo "npm publish:" && npm publish --provenance --tag next' }),
  ],
  [
    'provenance-workflow-flag',
    workflowOf({ env: token, run: 'git commit -m "npm publish --provenance" && npm publish' }),
    workflowOf({ env: token, run: 'git commit -m "release, npm publish" && npm publish --provenance' }),
  ],
  [
    'provenance-workflow-flag',
    workflowOf({ env: token, run: 'yarn publish' }),
    workflowOf({ env: `${token}\n          NPM_CONFIG_PROVENANCE: true` }),
  ],
  [
    'provenance-switched-off',
    workflowOf({ env: token, run: 'npm publish --provenance=false' }),
    workflowOf({ run: 'npm publish --provenance' }),
    { publishConfig: { provenance: false } },
  ],
  [
    'provenance-switched-off',
    workflowOf({ run: 'npm publish --no-provenance' }),
    workflowOf({ run: 'npm publish --provenance=true' }),
  ],
  [
    'provenance-switched-off',
    workflowOf({ env: `${token}\n          NPM_CONFIG_PROVENANCE: false` }),
    workflowOf({ env: `${token}\n          NPM_CONFIG_PROVENANCE: false`, run: 'npm publish --provenance' }),
  ],
  [
    'provenance-switched-off',
    workflowOf(),
    workflowOf({ run: 'npx semantic-release' }),
    { publishConfig: { provenance: false } },
  ],
  [
    'provenance-workflow-npm-old',
    workflowOf({ env: token, node: "'16.x'", run: 'npm publish --provenance' }),
    workflowOf({ env: token, node: '18', run: 'npm publish --provenance' }),
  ],
  [
    'provenance-workflow-npm-old',
    workflowOf({ node: '18.14.2', env: token, run: 'npx n8n-node release' }),
    workflowOf({ node: '18.15.0', env: token, run: 'npx n8n-node release' }),
  ],
  [
    'provenance-workflow-npm-old',
    workflowOf({ node: '16', run: 'npm ci && npm publish' }),
    workflowOf({ node: '16', run: 'npm install -g npm@11 && npm publish' }),
  ],
  [
    'provenance-workflow-npm-old',
    workflowOf({ node: '20' }),
    workflowOf({ node: '20', run: 'npm config set //registry.npmjs.org/:_authToken $KEY && npm publish --provenance' }),
  ],
  ['provenance-workflow-npm-old', workflowOf({ node: '20' }), workflowOf({ node: '22' })],
  ['provenance-workflow-npm-old', workflowOf({ node: '16' }), workflowOf({ node: '"$' + '{{ matrix.node }}"' })],
  [
    'provenance-workflow-token-unread',
    workflowOf({ env: npmToken, run: 'npm publish --provenance' }),
    workflowOf({ env: token, run: 'npm publish --provenance' }),
  ],
  [
    'provenance-workflow-token-unread',
    workflowOf({ env: npmToken, run: 'npm publish --provenance' }),
    workflowOf({
      env: npmToken,
      run: 'npm config set //registry.npmjs.org/:_authToken $NPM_TOKEN && npm publish --provenance',
    }),
  ],
  [
    'provenance-workflow-token-unread',
    workflowOf({ env: npmToken, run: 'npm publish --provenance' }),
    workflowOf({ env: npmToken, run: 'npx semantic-release' }),
  ],
  [
    'provenance-workflow-unbuilt',
    workflowOf({ run: 'npm ci && npm run lint && npm publish' }),
    workflowOf({ run: 'npm ci && npm run verify && npm publish' }),
    {
      scripts: { lint: 'eslint .', verify: 'npm run build', build: 'tsc' },
      n8n: { nodes: ['dist/nodes/Acme/Acme.node.js'] },
    },
  ],
  [
    'provenance-workflow-unbuilt',
    workflowOf({ run: checking('echo "published $version"') }),
    workflowOf({ run: checking('make') }),
    { scripts: { prepublishOnly: 'node scripts/check-name.js' }, n8n: { nodes: ['dist/nodes/Acme/Acme.node.js'] } },
  ],
  [
    'provenance-workflow-script-missing',
    workflowOf({ run: 'npm ci && npm run release' }),
    workflowOf({ run: 'npm ci && npm run relaese --if-present && npm publish' }),
  ],
  [
    'provenance-workflow-script-missing',
    workflowOf({ run: 'npm test && npm publish' }),
    workflowOf({ run: 'if npm test; then echo tested; fi; npm run check && npm publish' }),
    { scripts: { check: 'tsc --noEmit' } },
  ],
  [
    'provenance-workflow-script-missing',
    workflowOf({ run: '"npm test\\nnpm publish"' }),
    workflowOf({ run: '"if [ -d docs ]; then npm pkg set scripts.test=true; fi\\nnpm test\\nnpm publish"' }),
  ],
  ['provenance-workflow-script-missing', waitingFor('npm test'), waitingFor("'[ -f test.js ] && npm test'")],
  [
    'provenance-workflow-install-fails',
    workflowOf({ run: 'npm ci && npm publish' }),
    workflowOf({ run: 'npm install && npm ci && npm publish' }),
    { devDependencies: { luxon: '^3.7.0' } },
  ],
  [
    'provenance-workflow-untrusted',
    ofPullRequests('github.event.pull_request.head.sha'),
    ofPullRequests('github.event.pull_request.base.sha'),
  ],
  [
    'provenance-workflow-untrusted',
    ofPullRequests('github.head_ref'),
    ofPullRequests('github.head_ref').replace('runs-on', 'if: github.event.pull_request.merged == true\n    runs-on'),
  ],
  ['provenance-workflow-fork-code', testing(), testing({ on: 'pull_request' })],
  ['provenance-workflow-fork-code', testing(), testing({ after: 'git log -1 && npm ci --ignore-scripts' })],
  ['provenance-workflow-fork-code', testing(), testing({ types: '{ types: [labeled] }' })],
  [
    'provenance-workflow-fork-code',
    testing({ after: './check.sh' }),
    testing({ job: 'if: github.event.pull_request.head.repo.full_name == github.repository' }),
  ],
  [
    'provenance-workflow-script-injection',
    versioned('{ description: any }'),
    versioned('{ type: choice, options: [patch] }'),
  ],
  ['provenance-workflow-script-injection', versioned(''), versioned('', '"$VERSION"')],
  [
    'provenance-workflow-script-injection',
    workflowOf({ run: `echo "${'$'}{{ github.event.release.body }}" && npm publish` }),
    workflowOf({ run: `echo "${'$'}{{ github.event.release.tag_name }}" && npm publish` }),
  ],
  [
    'provenance-workflow-script-injection',
    workflowOf({ run: `echo "${'$'}{{ github.event.head_commit.message || 'none' }}" && npm publish` }),
    workflowOf({ run: `echo "${'$'}{{ github.event.head_commit.message == 'none' }}" && npm publish` }),
  ],
  [
    'provenance-workflow-secret-printed',
    workflowOf({ env: token, run: 'echo "$(printf %s "$NODE_AUTH_TOKEN" | base64)" && npm publish --provenance' }),
    workflowOf({ env: token, run: 'echo "$NODE_AUTH_TOKEN" | base64 > token && npm publish --provenance' }),
  ],
  [
    'provenance-workflow-unbuilt',
    packing('npm pack'),
    packing('npm run build && npm pack'),
    {
      scripts: { prepublishOnly: 'npm run build', build: 'tsc' },
      n8n: { nodes: ['dist/nodes/Acme/Acme.node.js'] },
    },
  ],
  [
    'provenance-workflow-unbuilt',
    workflowOf(),
    workflowOf().replace('      - name', '      - uses: actions/download-artifact@v5\n      - name'),
    { n8n: { nodes: ['dist/nodes/Acme/Acme.node.js'] } },
  ],
  [
    'provenance-workflow-unbuilt',
    workflowOf({ run: 'npm ci --ignore-scripts && npm publish --provenance --ignore-scripts' }),
    workflowOf({ run: 'npm ci && npm publish --provenance' }),
    { scripts: { prepublishOnly: 'tsc' }, n8n: { nodes: ['dist/nodes/Acme/Acme.node.js'] } },
  ],
  [
    'provenance-workflow-unbuilt',
    workflowOf({ run: 'npm ci && npm publish --ignore-scripts' }),
    workflowOf({ run: 'npm ci && npm run build && npm publish --ignore-scripts' }),
    { scripts: { prepack: 'npm run build', build: 'tsc' }, n8n: { nodes: ['dist/nodes/Acme/Acme.node.js'] } },
  ],
  [
    'provenance-workflow-unbuilt',
    workflowOf({ run: 'npm ci && npm publish --ignore-scripts' }),
    // npm runs prepack when it packs.
    workflowOf({ run: 'npm ci && npm pack && npm publish --ignore-scripts' }),
    { scripts: { prepack: 'npm run build', build: 'tsc' }, n8n: { nodes: ['dist/nodes/Acme/Acme.node.js'] } },
  ],
  [
    'provenance-workflow-flag',
    workflowOf({ env: token, run: 'npm run publish:npm' }),
    workflowOf({ env: token, run: 'npm run release' }),
    { scripts: { release: 'n8n-node release', 'publish:npm': 'npm run build && npm publish', build: 'tsc' } },
  ],
  [
    'provenance-workflow-flag',
    workflowOf({ env: token, run: 'pnpm ship' }),
    workflowOf({ env: token, run: 'pnpm release && pnpm install' }),
    { scripts: { release: 'n8n-node release', ship: 'npm publish', install: 'npm publish' } },
  ],
  [
    'provenance-workflow-trigger',
    workflowOf().replace("tags: ['*']", "branches: ['v*.*.*']"),
    workflowOf().replace("tags: ['*']", "branches: ['v*'], tags: ['v*']"),
  ],
  [
    'provenance-workflow-trigger',
    workflowOf().replace("['*']", "['v[0-9].[0-9].[0-9]']"),
    workflowOf().replace("['*']", "['v[0-9]+.[0-9]+.[0-9]+']"),
    { version: '1.2.11' },
  ],
  [
    'provenance-workflow-trigger',
    workflowOf().replace("['*']", "['v\\d+.\\d+.\\d+', '[0-9].*.*']"),
    workflowOf().replace("['*']", "['v[0-9]+\\.[0-9]+\\.[0-9]+']"),
    { version: '20.0.1' },
  ],
  [
    'provenance-workflow-unbuilt',
    workflowOf({ run: 'pnpm publish --access public --no-git-checks' }),
    workflowOf({ run: 'pnpm build && pnpm publish --access public --no-git-checks' }),
    {
      scripts: {
        preinstall: 'npx only-allow pnpm',
        prepublishOnly: 'pnpm lint -c a.js',
        lint: 'eslint .',
        build: 'tsc',
      },
      n8n: { nodes: ['dist/nodes/Acme/Acme.node.js'] },
    },
  ],
  [
    'provenance-workflow-runner',
    workflowOf({ runsOn: '[self-hosted, linux]' }),
    workflowOf({ runsOn: '[ubuntu-latest]' }),
  ],
];

const elsewhere: readonly [what: string, workflow: string][] = [
  ['another folder', workflowOf({ permissions: 'packages: write', run: 'cd packages/client && npm publish' })],
  ['a folder that is given', workflowOf({ permissions: 'packages: write', run: 'npm publish ./packages/client' })],
  [
    'the folder of the step',
    workflowOf({ permissions: 'packages: write' }).replace('run: npm', 'working-directory: client\n        run: npm'),
  ],
  [
    'another package of the workspace',
    workflowOf({ permissions: 'packages: write', run: 'pnpm --filter acme-client publish' }),
  ],
  [
    'another registry',
    workflowOf({ permissions: 'packages: write' }).replace('registry.npmjs.org', 'npm.pkg.github.com'),
  ],
  [
    'another repository',
    workflowOf({ permissions: 'packages: write' }).replace(
      'checkout@v5',
      'checkout@v5\n        with: { repository: acme/client }',
    ),
  ],
  ['a registry that is given', workflowOf({ run: 'npm publish --registry https://npm.acme.example' })],
];

describe('a reusable workflow that publishes', () => {
  const called = workflowOf()
    .replace("push: { tags: ['*'] }", 'workflow_call: {}')
    .replace(/ {4}permissions:\n.*\n.*\n/, '');
  const caller = (permissions: string) =>
    `on: push\njobs: { release: { uses: ./.github/workflows/publish.yml, permissions: { ${permissions} } } }\n`;
  it.each([
    ['lacks the permission if its caller does', { '.github/workflows/release.yml': caller('contents: write') }, 1],
    ['has the permissions of its caller', { '.github/workflows/release.yml': caller('id-token: write') }, 0],
    ['is not judged if another repository calls it', {}, 0],
  ])('%s', async (_, others, count) => {
    const { findings } = await look(called, {}, others);
    expect(findings.filter(({ code }) => code === 'provenance-workflow-permission')).toHaveLength(count);
  });
});

describe('the preflight of the release workflow', () => {
  const rules = everyRule(workflowRules);

  it.each(rows)('%s is raised by one workflow and not by the other (%#)', async (code, raises, spares, manifest) => {
    const found = await codesOf(raises, manifest);
    expect(found).toEqual([code]);
    rules.raised(code, found);
    const spared = await codesOf(spares, manifest);
    expect(spared).toEqual([]);
    rules.notRaised(code, spared);
  });

  rules.seen();

  it.each(elsewhere)('does not judge what publishes elsewhere: %s', async (_, workflow) => {
    const repository = 'github:acme/n8n-nodes-acme';
    expect(await codesOf(workflow, { name: 'n8n-nodes-acme', repository })).toEqual(['provenance-workflow-missing']);
    const own = workflowOf({ permissions: 'packages: write', run: 'npm publish ./dist' });
    expect(await codesOf(own)).toEqual(['provenance-workflow-permission']);
  });

  it('does not judge what may publish another package', async () => {
    const run = 'npm publish --workspace $' + '{{ matrix.package }}';
    expect(await codesOf(workflowOf({ permissions: 'packages: write', run }))).toEqual([]);
  });

  it('reports a missing permission once, whatever else is missing', async () => {
    const { findings } = await look(workflowOf({ permissions: 'packages: write', env: token }));
    expect(findings).toMatchObject([
      { code: 'provenance-workflow-permission', message: expect.stringContaining('and does not enable provenance') },
    ]);
  });

  it('knows that yarn 1 writes no provenance', async () => {
    expect(await codesOf(workflowOf({ run: 'yarn publish' }))).toEqual(['provenance-workflow-flag']);
    expect(await codesOf(workflowOf({ run: 'yarn npm publish' }))).toEqual([]);
  });

  it.each([['24'], ['lts/*'], ["'22'", 'npm install -g npm@latest && npm publish']])(
    'does not know whether npm uses the token with Node.js %s',
    async (node, run = 'npm publish') => {
      expect((await look(workflowOf({ env: token, node, run }))).findings).toMatchObject([
        { code: 'provenance-workflow-flag', severity: 'warning', message: expect.stringContaining('without trusted') },
      ]);
    },
  );

  it('knows that nothing reads a token without registry-url', async () => {
    const workflow = workflowOf({ env: token }).replace(/, registry-url.* }/, ' }');
    expect(await codesOf(workflow)).toEqual([]);
    expect(await codesOf(workflow.replace('NODE_AUTH_TOKEN', 'NPM_TOKEN'))).toEqual([
      'provenance-workflow-token-unread',
    ]);
    const own = 'echo "//registry.npmjs.org/:_authToken=$NODE_AUTH_TOKEN" >> ~/.npmrc && npm publish';
    expect(await codesOf(workflow.replace('npm publish', `|\n          ${own}`))).toEqual(['provenance-workflow-flag']);
  });

  it('points at the job, and at the line of a fault in the file', async () => {
    expect((await look(workflowOf({ permissions: 'packages: write' }))).findings).toMatchObject([
      { file: '.github/workflows/publish.yml', line: 5 },
    ]);
    expect((await look('on: push\njobs:\n  a: b: c')).findings).toMatchObject([{ line: 3 }]);
  });

  it('reads .npmrc for provenance if nothing else sets it', async () => {
    await using project = await openProject({
      'package.json': '{}',
      '.npmrc': 'fund=false\nprovenance = false\n',
      '.github/workflows/publish.yml': workflowOf(),
    });
    expect((await project.run(provenanceCheck)).findings).toMatchObject([
      { code: 'provenance-switched-off', file: '.npmrc', line: 2 },
    ]);
  });

  it('treats a build that git does not ignore as committed', async () => {
    await using project = await openProject({
      'package.json': '{ "n8n": { "nodes": ["dist/nodes/Acme/Acme.node.js"] } }',
      '.gitignore': 'node_modules\n# dist\n',
      '.github/workflows/publish.yml': workflowOf(),
    });
    expect((await project.run(provenanceCheck)).findings).toEqual([]);
  });

  it('reports invalid YAML as an error in a workflow that publishes', async () => {
    const { findings } = await look(workflowOf().replace('  publish:', '  publish'));
    expect(findings).toMatchObject([{ code: 'provenance-workflow-unreadable', severity: 'error' }]);
  });

  it('uses publishConfig as npm does', async () => {
    expect(await codesOf(workflowOf({ env: token }), { publishConfig: { provenance: true } })).toEqual([]);
  });

  it('does not judge a workflow of another file that a job calls', async () => {
    expect(await codesOf('jobs:\n  publish:\n    uses: acme/workflows/.github/workflows/npm.yml@v1')).toEqual([]);
  });

  it.each([
    ['a script', workflowOf({ run: 'node scripts/publish.mjs' })],
    [
      'an action of the repository',
      workflowOf({ run: 'npm test' }).replace('actions/checkout@v5', './.github/release'),
    ],
  ])('does not say that nothing publishes where %s may', async (_, workflow) => {
    expect(await codesOf(workflow)).toEqual([]);
  });

  const lockOf = (packages: object) => ({ 'package-lock.json': JSON.stringify({ packages: { '': {}, ...packages } }) });
  type Installing = { wanted?: string; others?: object; run?: string; lock?: Record<string, string | undefined> };
  it.each<[string, Installing, string | undefined]>([
    ['fits', { lock: lockOf({ 'node_modules/luxon': { version: '3.7.2' } }) }, undefined],
    [
      'is older',
      { lock: lockOf({ 'node_modules/luxon': { version: '3.6.0' } }) },
      'package-lock.json has luxon 3.6.0, but package.json requires ^3.7.0',
    ],
    [
      'lacks a package',
      { lock: lockOf({ 'node_modules/zod': { version: '4.0.0' } }) },
      'luxon is missing from package-lock.json',
    ],
    ['has it from a folder', { lock: lockOf({ 'node_modules/luxon': { link: true } }) }, undefined],
    ['is a part of one', { lock: { 'package-lock.json': '{ "packages": { "node_modules/zod": {} } }' } }, undefined],
    ['is absent', { lock: { 'package-lock.json': undefined } }, 'there is no package-lock.json'],
    [
      'is absent, after a step that asks for something else',
      { run: 'if [ -n "$CI" ]; then echo CI; fi; npm ci; npm publish', lock: { 'package-lock.json': undefined } },
      'there is no package-lock.json',
    ],
    [
      'is absent, which the step asks for',
      {
        run: 'if [ -f package-lock.json ]; then npm ci; else npm install; fi; npm publish',
        lock: { 'package-lock.json': undefined },
      },
      undefined,
    ],
    ['is one that is published', { lock: { 'package-lock.json': undefined, 'npm-shrinkwrap.json': '{}' } }, undefined],
    ['is invalid', { lock: { 'package-lock.json': '{' } }, undefined],
    ['is of npm 6', { lock: { 'package-lock.json': '{ "dependencies": {} }' } }, undefined],
    [
      'is written by an earlier command',
      { run: 'npm install --package-lock-only && npm ci && npm publish' },
      undefined,
    ],
    ...['if [ ! -f package-lock.json ]; then\\nX\\nfi', '[ -f package-lock.json ] || X', '[ -n $CI ] && X'].map(
      (asking): [string, Installing, undefined] => [
        `may be written by ${asking}`,
        {
          run: `"${asking.replace('X', 'npm install --package-lock-only')}\\nnpm ci\\nnpm publish"`,
          lock: { 'package-lock.json': undefined },
        },
        undefined,
      ],
    ),
    ['is not used', { run: 'npm ci || npm install; npm publish' }, undefined],
    ['may be wrong', { run: '"npm ci && npm run build ||\\n  npm install\\nnpm publish"' }, undefined],
    ['is used in another folder', { run: 'cd docs && npm ci && cd .. && npm publish' }, undefined],
    ['has a tag for a range', { wanted: 'latest' }, undefined],
    ['may be replaced by overrides', { others: { overrides: { luxon: '3.6.0' } } }, undefined],
    ['is that of a workspace', { others: { workspaces: ['packages/*'] } }, undefined],
  ])(
    'says whether npm ci fails where the lock file %s',
    async (_, { wanted = '^3.7.0', others, run, lock }, message) => {
      const { findings } = await look(
        workflowOf({ run: run ?? 'npm ci && npm publish' }),
        { devDependencies: { luxon: wanted }, ...others },
        lock,
      );
      const found = findings.find(({ code }) => code === 'provenance-workflow-install-fails');
      expect(found?.message.split('": ')[1]).toBe(message);
    },
  );

  it('has the same result with a workflow that only runs `service verify`', async () => {
    const verifying = await readFile(new URL('../../../../../examples/ci/github.yml', import.meta.url), 'utf8');
    expect(await look(verifying)).toEqual({ findings: [], skipped: expect.stringContaining('`service verify`') });
    expect(await codesOf(`${workflowOf({ run: 'service verify' })}      - run: npm test\n`)).toEqual([
      'provenance-workflow-missing',
    ]);
  });

  it('looks at the workflows above a package', async () => {
    const above = async (workflow: string) => {
      const files = {
        'package.json': '{ "name": "n8n-nodes-acme" }',
        '../../.github/workflows/ci.yml': workflow,
      };
      return (await tryCheck(provenanceCheck, files)).map(({ code }) => code);
    };
    expect(await above(workflowOf({ run: 'npm test' }))).toEqual(['provenance-workflow-missing']);
    expect(await above(workflowOf({ run: 'npx changeset publish' }))).toEqual([]);
    expect(await above(workflowOf({ run: 'gh release create v1' }))).toEqual(['provenance-workflow-missing']);
  });

  it.each(['npm --a', 'npm ci --a', 'npm publish --a b', 'a=$b', 'npm ci && npm publish --a-b=c'])(
    'comes to the end of a long line of %s',
    async (start) => {
      const [, repeated = ''] = /(\S+(?: b)?)$/.exec(start) ?? [];
      const found = await codesOf(workflowOf({ run: `${start}${` ${repeated}`.repeat(2000)} \`x\`` }), {
        n8n: { nodes: ['dist/nodes/Acme/Acme.node.js'] },
      });
      expect(found).not.toContain('provenance-workflow-unbuilt');
    },
  );

  it('reports that there is no workflow', async () => {
    expect(await look(undefined)).toEqual({ findings: [], skipped: expect.stringContaining('.github/workflows/') });
  });
});

describe('reading a workflow', () => {
  it.each([
    [
      'aliases that multiply',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
        .split('')
        .map((key, index) => `${key}: &${key} [${`*${'abcdefgh'[index]},`.repeat(9)}]`)
        .join('\n')}\njobs: *i`,
    ],
    ['nesting deeper than the stack', '['.repeat(100_000)],
    ['a file that is no workflow', '- a\n- b'],
    ['keys that are no text', '? [a, b]\n: c\njobs:\n  ? {}\n  : { steps: 7 }'],
  ])('ends with %s', (_, text) => {
    try {
      expect(readWorkflow('a.yml', text).jobs.length).toBeLessThan(2);
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableWorkflow);
    }
  });

  it('reads any text, or reports that it cannot', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 500, unit: fc.constantFrom(...'ab:-[]{}&*|>#"\' \n\t?!') }), (text) => {
        try {
          readWorkflow('a.yml', text);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableWorkflow);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a workflow that lies where GitHub does not look', () => {
  const unread =
    'GitHub runs only the workflows in .github/workflows of a repository, not packages/a/.github/workflows/release.yml: move them there';

  it('is named beside the missing one', async () => {
    const { findings } = await lookBelow({ '../.github/workflows/ci.yml': workflowOf({ run: 'npm test' }) });
    expect(findings).toMatchObject([
      {
        code: 'provenance-workflow-missing',
        message: `No workflow publishes the package: ../.github/workflows/ci.yml; ${unread}`,
      },
    ]);
  });

  it('is why nothing is checked', async () => {
    const { findings, skipped } = await lookBelow({});
    expect(findings).toEqual([]);
    expect(skipped).toBe(unread);
  });
});

it('a package that a folder of the same name builds is not missed in the workflows', async () => {
  const scripts = { build: 'npm --prefix packages/n8n run build' };
  const inner = { 'packages/n8n/package.json': '{ "name": "n8n-nodes-acme", "scripts": { "build": "tsc" } }' };
  const publish = workflowOf({ run: 'npm publish' }).replace(
    'runs-on',
    'defaults: { run: { working-directory: packages/n8n } }\n    runs-on',
  );
  const { findings, skipped } = await look(publish, { name: 'n8n-nodes-acme', scripts }, inner);
  expect(findings).toEqual([]);
  expect(skipped).toContain('built and published in packages/n8n');
});
