import type { Mode } from '../../../../kernel/check.ts';
import { mayHoldSecrets } from '../../project/packing/secret-files.ts';
import { isTestFile } from '../../project/test-file.ts';
import { isDeclarationFile } from '../../typescript/declaration-file.ts';
import type { SourceOrder } from './source-facts.ts';

/** Whether a file builds, checks or documents a project and is not shipped. */
function isTooling(path: string): boolean {
  return (
    /^(scripts|docs|examples?|tools|demo|coverage|patches|\.[^/]+)\//.test(path) ||
    /^([^/]*\.config|\.[^/]*rc|gulpfile|gruntfile|[^/]*\.setup)\.[cm]?[jt]s$/i.test(path)
  );
}

/** Workflows run with the secrets of the repository. */
const isWorkflow = (path: string) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path);
const isScript = (path: string) => /\.[cm]?js$/.test(path);
const isTypeScript = (path: string) => /\.[cm]?ts$/.test(path) && !isDeclarationFile(path);
const isDependency = (path: string) => /(^|\/)node_modules\//.test(path);
const isText = (path: string) =>
  /\.(md|markdown|json|ya?ml|txt|html?|xml|toml|ini|cfg|conf|sh|ps1|sql|csv|map|d\.[cm]?ts)$/i.test(path) &&
  !/(^|\/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|tsconfig[^/]*\.json)$/.test(path);

/**
 * The files to read. Of a project, the sources of the package. Of a package, all scripts including bundled dependencies and
 * tests, because they are installed; the project's own first.
 */
export function sourceOrder(paths: readonly string[], mode: Mode): SourceOrder {
  if (mode === 'package') {
    const scripts = paths.filter(isScript);
    return {
      sources: [...scripts.filter((path) => !isDependency(path)), ...scripts.filter(isDependency)],
      // The check `artifact` reads files that are meant for secrets.
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
