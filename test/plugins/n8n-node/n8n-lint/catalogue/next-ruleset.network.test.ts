import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pacote from 'pacote';
import { withDir } from 'tmp-promise';
import { expect, it } from 'vitest';
import { nextRuleset } from '../../../../../plugins/n8n-node/n8n-lint/catalogue/next-ruleset.ts';

const name = '@n8n/eslint-plugin-community-nodes';
const pinned = fileURLToPath(new URL(`../../../../../node_modules/${name}`, import.meta.url));

it("the next ruleset contains what n8n's newest plugin adds to the pinned one", async () => {
  await withDir(
    async ({ path }) => {
      await pacote.extract(name, path);
      const { version } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
      expect(nextRuleset.source).toBe(`${name} ${version}`);
      const old = new Set(await readdir(join(pinned, 'docs/rules')));
      const added = (await readdir(join(path, 'docs/rules'))).filter((file) => !old.has(file));
      const told = nextRuleset.changes.flatMap((change) => (change.kind === 'added' ? [change.rule.code] : []));
      expect(told).toEqual(added.map((file) => `@n8n/community-nodes/${file.replace('.md', '')}`));
    },
    { unsafeCleanup: true },
  );
});
