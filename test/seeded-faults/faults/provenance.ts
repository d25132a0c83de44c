import { type Fault, set, swap } from '../fault.ts';

const publish = '.github/workflows/publish.yml';
const release = '.github/workflows/release.yml';
const manifest = 'package.json';

const edit = (
  file: string,
  name: string,
  change: (text: string) => string,
  code: string,
  at: string,
  blocks = true,
): Fault => ({
  name,
  base: file === release ? 'versioned' : 'declarative',
  change: { [file]: change },
  expect: { code, file, at },
  blocks,
});

export const provenanceFaults: readonly Fault[] = [
  edit(
    publish,
    'no flag',
    // Newer versions may use trusted publishing.
    (text) => swap('node-version: 24', 'node-version: 22')(swap(' --provenance', '')(text)),
    'provenance-workflow-flag',
    '- run: npm publish',
  ),
  edit(
    publish,
    'a Node.js whose npm is too old',
    swap('node-version: 24', 'node-version: 16'),
    'provenance-workflow-npm-old',
    '- uses: actions/setup-node',
  ),
  edit(
    publish,
    'the flag set to false',
    swap('--provenance', '--provenance=false'),
    'provenance-switched-off',
    '- run: npm publish',
  ),
  edit(
    publish,
    'the flag negated',
    swap('--provenance', '--no-provenance'),
    'provenance-switched-off',
    '- run: npm publish',
  ),
  edit(publish, 'no permission', swap('      id-token: write\n', ''), 'provenance-workflow-permission', '  publish:'),
  edit(
    publish,
    'permission to read only',
    swap('id-token: write', 'id-token: read'),
    'provenance-workflow-permission',
    '  publish:',
  ),
  edit(
    publish,
    'a runner of their own',
    swap('runs-on: ubuntu-latest', 'runs-on: [self-hosted, linux]'),
    'provenance-workflow-runner',
    '  publish:',
  ),
  edit(
    publish,
    'YAML that is none',
    swap('  publish:\n', '  publish\n'),
    'provenance-workflow-unreadable',
    '    runs-on',
  ),
  edit(
    publish,
    'switched off in the environment',
    (text) => swap('RELEASE_MODE: true', "NPM_CONFIG_PROVENANCE: 'false'")(swap(' --provenance', '')(text)),
    'provenance-switched-off',
    'NPM_CONFIG_PROVENANCE',
  ),
  edit(
    publish,
    'yarn publish',
    swap('npm publish --provenance --access public', 'yarn publish --access public'),
    'provenance-workflow-flag',
    '- run: yarn publish',
  ),
  edit(
    publish,
    'a token in the workflow',
    swap('${{ secrets.NPM_TOKEN }}', 'npm_8sKq2LwZx7VbNm4TyUiOp9AsDfGhJkL3QwEr'),
    'security-secret',
    'npm_8s',
  ),
  {
    name: 'switched off in package.json',
    base: 'versioned',
    change: { [manifest]: set('publishConfig/provenance', false) },
    expect: { code: 'provenance-switched-off', file: manifest, at: '"provenance"' },
    blocks: true,
  },
  {
    name: 'built by nobody',
    base: 'versioned',
    change: { [manifest]: set('scripts/prepublishOnly', undefined) },
    expect: { code: 'provenance-workflow-unbuilt', file: release, at: '- run: npm publish' },
    blocks: true,
  },
  {
    name: 'no workflow publishes',
    base: 'declarative',
    change: { [publish]: (text) => text.slice(0, text.indexOf('      - run: npm publish')) },
    expect: { code: 'provenance-workflow-missing' },
    blocks: false,
  },
  {
    name: 'switched off in .npmrc',
    base: 'trigger',
    change: { '.npmrc': 'provenance=false\n', [publish]: swap(' --provenance', '') },
    expect: { code: 'provenance-switched-off', file: '.npmrc', at: 'provenance' },
    blocks: true,
  },
];
