/**
 * Whether a file belongs to tests, by the conventions of test runners. Folders of such names in folders for resources of a
 * node do not count: an API may have tests, specs or fixtures.
 */
export function isTestFile(path: string): boolean {
  return (
    /(^|\/)__(tests?|mocks|fixtures|snapshots)__\//.test(path) ||
    /^((dist|src|lib|build)\/)?(tests?|e2e|fixtures|specs?)\//.test(path) ||
    (/(^|\/)tests?\//.test(path) && !/(^|\/)(resources?|actions?|operations?|descriptions?|methods)\//.test(path)) ||
    // `credential-test.ts` tests a credential for n8n.
    /(?:[._](test|spec|e2e)|-(spec|e2e))(-d)?\.[cm]?[jt]sx?(\.map)?$|(?:[._](test|spec)|-spec)\.d\.[cm]?ts$/i.test(
      path,
    ) ||
    /(^|\/)(jest|vitest|mocha|karma|playwright|cypress)\.(config|setup)[^/]*$/i.test(path)
  );
}
