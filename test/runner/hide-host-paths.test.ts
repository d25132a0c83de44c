import { describe, expect, test } from 'vitest';
import { hideHostPaths } from '../../runner/hide-host-paths.ts';

test.each([
  [
    "ENOENT: no such file or directory, open '/home/ann/x/secret.txt'",
    "ENOENT: no such file or directory, open 'secret.txt'",
  ],
  ['Cannot find module /srv/app/node_modules/eslint/index.js', 'Cannot find module index.js'],
  ['at /srv/app/cli/run.ts:3:4', 'at run.ts:3:4'],
  ['file:///srv/app/cli/run.ts failed', 'run.ts failed'],
  ["EPERM: unlink 'C:\\Users\\ann\\x.txt'", "EPERM: unlink 'x.txt'"],
  ['(/tmp/a/b)', '(b)'],
])('%j becomes %j', (text, told) => {
  expect(hideHostPaths(text)).toBe(told);
});

test.each(['no path here', 'nodes/Foo/Foo.node.ts:3', './nodes/Foo.ts', 'https://example.org/a/b', 'and/or', '1 / 2'])(
  '%j is unchanged',
  (text) => {
    expect(hideHostPaths(text)).toBe(text);
  },
);

describe('in the project’s folder', () => {
  test('paths become relative to it', () => {
    expect(hideHostPaths("open '/tmp/service-1/project/nodes/A.ts'", '/tmp/service-1/project')).toBe(
      "open 'nodes/A.ts'",
    );
  });

  test('the folder itself is the project', () => {
    expect(hideHostPaths('scandir /tmp/service-1/project', '/tmp/service-1/project')).toBe('scandir the project');
  });
});
