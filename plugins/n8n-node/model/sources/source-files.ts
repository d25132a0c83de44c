import type { Mode } from '../../../../kernel/check.ts';
import { mayHoldSecrets } from '../../packing/secret-files.ts';
import { isDeclarationFile } from '../../typescript/declaration-file.ts';
import type { SourceOrder } from './source-facts.ts';

/**
 * Tests and what they need, by the habits of test runners. What an API calls its tests, specs or fixtures is no test: a
 * folder of such a name counts only where nodes keep no resources.
 */
export function isTestFile(path: string): boolean {
  return (
    /(^|\/)__(tests?|mocks|fixtures|snapshots)__\//.test(path) ||
    /^((dist|src|lib|build)\/)?(tests?|e2e|fixtures|specs?)\//.test(path) ||
    (/(^|\/)tests?\//.test(path) && !/(^|\/)(resources?|actions?|operations?|descriptions?|methods)\//.test(path)) ||
    /[._-](test|spec|e2e)(-d)?\.[cm]?[jt]sx?(\.map)?$|[._-](test|spec)\.d\.[cm]?ts$/i.test(path) ||
    /(^|\/)(jest|vitest|mocha|karma|playwright|cypress)\.(config|setup)[^/]*$/i.test(path)
  );
}

/** Folders and files that build, check or explain a project and are not part of what it ships. */
function isTooling(path: string): boolean {
  return (
    /^(scripts|docs|examples?|tools|demo|coverage|patches|\.[^/]+)\//.test(path) ||
    /^([^/]*\.config|\.[^/]*rc|gulpfile|gruntfile|[^/]*\.setup)\.[cm]?[jt]s$/i.test(path)
  );
}

/** It runs with the keys of the repository. */
const isWorkflow = (path: string) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path);
const isScript = (path: string) => /\.[cm]?js$/.test(path);
const isTypeScript = (path: string) => /\.[cm]?ts$/.test(path) && !isDeclarationFile(path);
const isDependency = (path: string) => /(^|\/)node_modules\//.test(path);
const isText = (path: string) =>
  /\.(md|markdown|json|ya?ml|txt|html?|xml|toml|ini|cfg|conf|sh|ps1|sql|csv|map|d\.[cm]?ts)$/i.test(path) &&
  !/(^|\/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|tsconfig[^/]*\.json)$/.test(path);

/**
 * What to read of a project. Before publishing: the sources that the package is made of. Of a package: every script in
 * it, also those of bundled dependencies and of tests, since all of it is on the user's machine; the project's own first.
 */
export function sourceOrder(paths: readonly string[], mode: Mode): SourceOrder {
  if (mode === 'package') {
    const scripts = paths.filter(isScript);
    return {
      sources: [...scripts.filter((path) => !isDependency(path)), ...scripts.filter(isDependency)],
      // Files that are made to hold secrets are the artifact check's.
      texts: paths.filter(
        (path) => (isText(path) || isTypeScript(path)) && !isDependency(path) && !mayHoldSecrets(path),
      ),
    };
  }
  const own = paths.filter((path) => !isDependency(path) && !isTestFile(path) && !isTooling(path));
  return {
    sources: own.filter((path) => isScript(path) || isTypeScript(path)),
    texts: [...own.filter(isText), ...paths.filter(isWorkflow)],
  };
}
