import type { CheckContext } from '../../../../kernel/check.ts';
import { failingLines } from '../../loader/failing-lines.ts';
import { declarationsOf, recordOf } from '../../project/manifest/manifest-fields.ts';
import { normalize } from '../../project/project-path.ts';
import type { LintFinding } from './lint-output.ts';

/** Sources of undeclared credentials to read. */
const maxSources = 20;
/** Its first byte in UTF-8. */
const byteOrderMark = 0xef;
const community = '@n8n/community-nodes/';
/** Rules that report false findings if the manifest is invalid, which is reported. */
const followsFromManifest = new Set([`${community}node-registration-complete`, `${community}no-credential-reuse`]);

/** The failure of a rule that reads the lists of the manifest and expects strings in them. */
const readsLists = new RegExp(
  `${community}(?:node-registration-complete|no-credential-reuse|valid-credential-references) fails`,
);

const restrictedImports = `${community}no-restricted-imports`;
/** Rules whose findings are moot where n8n fails to load the line. */
export const reportedByLoad: ReadonlySet<string> = new Set([restrictedImports, `${community}no-restricted-globals`]);

/**
 * Returns whether a finding of n8n's linter is only a consequence of a problem that one of our checks reports, with a
 * fix.
 */
export async function mootFindings({
  files,
  manifest,
  service,
}: Pick<CheckContext, 'files' | 'manifest' | 'service'>): Promise<(finding: LintFinding) => Promise<boolean>> {
  const n8n = recordOf(manifest?.['n8n']);
  const declared = manifest ? declarationsOf(manifest) : [];
  const text = files.exists('package.json') ? await files.read('package.json') : '';
  const [first] = files.exists('package.json') ? await files.bytes('package.json') : [];
  // Not a dependency of that name.
  const isRepeated = (text.match(/^[ \t]*"n8n"\s*:\s*\{/gm)?.length ?? 0) > 1;
  const isUnclear = n8n === undefined || isRepeated || first === byteOrderMark;
  const isRoot = n8n === undefined && manifest?.['workspaces'] !== undefined;
  const ignored = files.exists('.gitignore') ? await files.read('.gitignore') : '';
  const isUnpacked =
    manifest !== undefined && !files.exists('.npmignore') && /^\/?dist\/?\s*$/m.test(ignored.slice(0, 100_000));
  const isMalformed = [n8n?.['nodes'], n8n?.['credentials']].some(
    (list) => list !== undefined && !(Array.isArray(list) && list.every((entry) => typeof entry === 'string')),
  );
  const leadsOut = declared.some(({ path }) => normalize(path).startsWith('../'));
  const isUsable = ({ path }: { path: string }) => !path.includes('\\') && !normalize(path).startsWith('../');
  const names = new Set(files.list().map((path) => stemOf(path)));
  const sourceByCase = new Map(files.list().map((path) => [builtStemOf(path).toLowerCase(), builtStemOf(path)]));
  const isInOtherCase = (path: string) => {
    const stem = builtStemOf(path);
    return (sourceByCase.get(stem.toLowerCase()) ?? stem) !== stem;
  };
  const isBroken = declared.some(
    (one) => one.list === 'nodes' && (!isUsable(one) || !names.has(stemOf(one.path)) || isInOtherCase(one.path)),
  );
  const sources = files.list().filter((path) => /\.credentials\.[cm]?[jt]s$/.test(path));
  const listed = new Set(declared.map(({ path }) => stemOf(path)));
  const undeclared = sources.filter((path) => !listed.has(stemOf(path))).slice(0, maxSources);
  return async ({ code, file, line, message }) => {
    if (isUnclear && followsFromManifest.has(code)) return true;
    if (isRoot && code === `${community}n8n-object-validation`) return true;
    // The check of the declared files reports that git, and with it npm, ignores `dist`.
    if (isUnpacked && code === `${community}require-files-array` && !Array.isArray(manifest['files'])) return true;
    if (leadsOut && code === 'source-unlintable' && file === 'package.json') return true;
    // Reported: the lists are not ones of strings.
    if (isMalformed && code === 'source-unlintable' && readsLists.test(message)) return true;
    if (isBroken && code === `${community}node-registration-complete`) return true;
    // Reported: n8n fails to load this line.
    if (reportedByLoad.has(code)) {
      const isImport = code === restrictedImports;
      return (await service(failingLines)).some(
        (at) =>
          at.file === file &&
          at.line === line &&
          (isImport ? at.module !== undefined && message.includes(`'${at.module}'`) : at.module === undefined),
      );
    }
    // Reported: the credential is not declared.
    if (code === `${community}no-credential-reuse`) {
      const [, name] = /credential "([\w-]+)"/.exec(message) ?? [];
      const named = new RegExp(`\\bname\\b[^\\n]{0,40}['"\`]${name}['"\`]`);
      for (const path of name === undefined ? [] : undeclared) if (named.test(await files.read(path))) return true;
      // Reported: its name has the wrong suffix.
      const short = name?.endsWith('Api') ? name.slice(0, -'Api'.length) : undefined;
      const member = new RegExp(`^\\s*name(?:: string)? = ['"\`]${short}['"\`]`, 'm');
      for (const path of short ? sources.slice(0, maxSources) : [])
        if (member.test(await files.read(path))) return true;
    }
    // Credentials for n8n's own sign-in cannot be tested; it is reported that OAuth2 is not implemented.
    if (code === `${community}credential-test-required`) return isBareOAuth2(await files.read(file));
    return false;
  };
}

/** A file name without folders and extension: `Acme.node`. */
const stemOf = (path: string) => path.replace(/^.*[/\\]/, '').replace(/\.[cm]?[jt]s$/, '');

/** A path without extension, as the build writes it below `dist`: `nodes/Acme/Acme.node`. */
const builtStemOf = (path: string) =>
  normalize(path)
    .replace(/^(?:dist|src)\//, '')
    .replace(/\.[cm]?[jt]s$/, '');

/** A credential with the fields of OAuth2 that does not extend n8n's. */
const isBareOAuth2 = (text: string) =>
  /\bname:\s{0,9}['"]accessTokenUrl['"]/.test(text) &&
  /\bname:\s{0,9}['"]authUrl['"]/.test(text) &&
  !/['"]oAuth2Api['"]/.test(text);
