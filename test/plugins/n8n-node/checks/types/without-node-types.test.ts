import { expect, test } from 'vitest';
import { withoutNodeTypes } from '../../../../../plugins/n8n-node/checks/types/without-node-types.ts';

const error = (line: number, message: string) => ({
  code: 'types-error',
  file: 'nodes/Acme/Acme.node.ts',
  line,
  message,
});
const hint = 'Do you need to install type definitions for node? Try `npm i --save-dev @types/node`.';

test('globals that the types of Node.js declare are one finding where these are missing', () => {
  const found = withoutNodeTypes([
    error(1, "TS2304: Cannot find name 'order'."),
    error(2, "TS2304: Cannot find name 'URLSearchParams'."),
    error(3, `TS2580: Cannot find name 'process'. ${hint}`),
    error(4, "TS2584: Cannot find name 'console'. Do you need to change your target library?"),
    error(5, "TS2304: Cannot find name 'URLSearchParams'."),
    error(6, "TS2322: Type 'URL' is not assignable to type 'string'."),
  ]);
  expect(found).toMatchObject([
    { line: 1 },
    { line: 2, message: "TS2304: Cannot find name 'URLSearchParams'. (also process, console)" },
    { line: 6 },
  ]);
  expect(found[1]?.fix).toContain('@types/node');
});

test('other errors stay as they are', () => {
  const errors = [error(1, "TS2304: Cannot find name 'order'.")];
  expect(withoutNodeTypes(errors)).toEqual(errors);
});
