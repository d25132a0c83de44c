import type { CheckContext } from '../../../../kernel/check.ts';
import { declarationsOf, recordOf } from '../../project/manifest/manifest-fields.ts';
import { normalize } from '../../project/project-path.ts';
import type { LintFinding } from './lint-output.ts';

/** Sources of undeclared credentials that are looked into. */
const maxSources = 20;
/** The first byte of one in UTF-8. */
const byteOrderMark = 0xef;
const community = '@n8n/community-nodes/';
/** What n8n's rules say of a package whose manifest they can not make out: each follows from a fault that is told. */
const followsFromManifest = new Set([`${community}node-registration-complete`, `${community}no-credential-reuse`]);

/** Says of findings of n8n's linter whether they only follow from a fault that a check of ours tells, with its cure. */
export async function mootFindings({
  files,
  manifest,
}: Pick<CheckContext, 'files' | 'manifest'>): Promise<(finding: LintFinding) => Promise<boolean>> {
  const n8n = recordOf(manifest?.['n8n']);
  const declared = manifest ? declarationsOf(manifest) : [];
  const text = files.exists('package.json') ? await files.read('package.json') : '';
  const [first] = files.exists('package.json') ? await files.bytes('package.json') : [];
  const isRepeated = (text.match(/^\s*"n8n"\s*:/gm)?.length ?? 0) > 1;
  const isUnclear = n8n === undefined || isRepeated || first === byteOrderMark;
  const isRoot = n8n === undefined && manifest?.['workspaces'] !== undefined;
  const ignored = files.exists('.gitignore') ? await files.read('.gitignore') : '';
  const isUnpacked =
    manifest !== undefined && !files.exists('.npmignore') && /^\/?dist\/?\s*$/m.test(ignored.slice(0, 100_000));
  const leadsOut = declared.some(({ path }) => normalize(path).startsWith('../'));
  const isUsable = ({ path }: { path: string }) => !path.includes('\\') && !normalize(path).startsWith('../');
  const names = new Set(files.list().map((path) => stemOf(path)));
  const isBroken = declared.some((one) => one.list === 'nodes' && (!isUsable(one) || !names.has(stemOf(one.path))));
  const sources = files.list().filter((path) => /\.credentials\.[cm]?[jt]s$/.test(path));
  const listed = new Set(declared.map(({ path }) => stemOf(path)));
  const undeclared = sources.filter((path) => !listed.has(stemOf(path))).slice(0, maxSources);
  return async ({ code, file, message }) => {
    if (isUnclear && followsFromManifest.has(code)) return true;
    if (isRoot && code === `${community}n8n-object-validation`) return true;
    // That git leaves dist out, and npm with it, is told of what is declared.
    if (isUnpacked && code === `${community}require-files-array` && !Array.isArray(manifest['files'])) return true;
    if (leadsOut && code === 'source-unlintable' && file === 'package.json') return true;
    if (isBroken && code === `${community}node-registration-complete`) return true;
    // That the credential is not declared is the fault.
    if (code === `${community}no-credential-reuse`) {
      const [, name] = /credential "([\w-]+)"/.exec(message) ?? [];
      const named = new RegExp(`\\bname\\b[^\\n]{0,40}['"\`]${name}['"\`]`);
      for (const path of name === undefined ? [] : undeclared) if (named.test(await files.read(path))) return true;
      // That its name lacks the ending is.
      const short = name?.endsWith('Api') ? name.slice(0, -'Api'.length) : undefined;
      const member = new RegExp(`^\\s*name(?:: string)? = ['"\`]${short}['"\`]`, 'm');
      for (const path of short ? sources.slice(0, maxSources) : [])
        if (member.test(await files.read(path))) return true;
    }
    // One that n8n signs in with itself is not tested; that it is not made for that is told.
    if (code === `${community}credential-test-required`) return isBareOAuth2(await files.read(file));
    return false;
  };
}

/** The name of a file without its folders and ending: `Acme.node`. */
const stemOf = (path: string) => path.replace(/^.*[/\\]/, '').replace(/\.[cm]?[jt]s$/, '');

/** A credential with the fields of OAuth2 that does not extend n8n's. */
const isBareOAuth2 = (text: string) =>
  /\bname:\s{0,9}['"]accessTokenUrl['"]/.test(text) &&
  /\bname:\s{0,9}['"]authUrl['"]/.test(text) &&
  !/['"]oAuth2Api['"]/.test(text);
