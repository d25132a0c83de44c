import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { detectGitRemote } from './cli/git/git-remote.ts';

/**
 * Ends with an error unless `repository` in package.json is the repository of this checkout. npm derives `homepage` and `bugs`
 * from it and resolves the links of the README against it
 * (https://docs.npmjs.com/cli/v11/configuring-npm/package-json#repository), so a fork must not publish another's.
 */
const folder = process.argv[2] ?? import.meta.dirname;
const manifest: { repository?: string | { url?: string } } = JSON.parse(
  await readFile(join(folder, 'package.json'), 'utf8'),
);
const { repository } = manifest;
const named = pathOf(typeof repository === 'object' ? repository.url : repository);
const checkedOut = pathOf(await detectGitRemote(folder));
if (named === undefined || named !== checkedOut) {
  console.error(`"repository" in package.json is ${named ?? 'missing'}, the git remote is ${checkedOut ?? 'missing'}.`);
  console.error(`Run: npm pkg set repository=github:${checkedOut ?? '<owner>/<name>'}`);
  process.exitCode = 1;
}

/** `owner/name` of `github:owner/name`, `owner/name`, a URL or an SCP-like address. */
function pathOf(repository = ''): string | undefined {
  return /(?:^|[/:])([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(repository)?.[1]?.toLowerCase();
}
