import type { ProjectFiles } from '../../../../../kernel/project-files.ts';
import { isTypo } from '../../../../../kernel/suggestion.ts';
import { docs } from '../../../docs-links.ts';
import { type GithubRepository, repositoryOnGithub } from '../../../project/manifest/github-repository.ts';
import { isPackageName } from '../../../project/manifest/package-name.ts';
import { bareAnchor } from '../../../project/readme/anchors.ts';
import { pathOf } from '../../../project/readme/links.ts';
import type { Rule } from '../../../rule.ts';
import { type DocsSubject, isMissingSection } from './docs-rules.ts';

const deadLink: Rule<DocsSubject> = {
  code: 'docs-link-dead',
  title: 'Link in the README is broken',
  severity: 'warning',
  why: 'Users and reviewers read the README on GitHub, npm and in n8n. A missing image or page leaves them without the information.',
  fix: 'Correct the URL or the path, or remove the link.',
  bad: '![The workflow](images/workflow.png)   without images/workflow.png',
  good: '![The workflow](docs/workflow.png)   with docs/workflow.png',
  docs: docs.verification,
  // Of a package, the files that a README can lead to are not known.
  onlyIn: 'project',
  *check({ readme: { path: file, links, anchors }, manifest, files, mode, missing }) {
    const own = isAtRoot(files) ? repositoryOnGithub(manifest) : undefined;
    const dead = links.flatMap(({ address, text: label, line }) => {
      const why = address.startsWith('#')
        ? deadAnchor(address, anchors)
        : (deadAddress(address, label) ?? (mode === 'project' ? deadPath(address, files, own) : undefined));
      const isReported = address.startsWith('#') && isMissingSection(address.replace(/[#-]+/g, ' '), missing);
      return why === undefined || isReported ? [] : [{ address: address.slice(0, 200), line, why }];
    });
    const [first] = dead;
    if (first && dead.length > maxSeparate) {
      const some = dead.slice(0, maxSeparate).map(({ address }) => `"${address}"`);
      const evidence = dead.slice(0, maxListed).map(({ address, line }) => `${file}:${line}: ${address}`);
      const message = `${dead.length} links are broken: ${some.join(', ')}, …`;
      yield { message, file, line: first.line, evidence: evidence.join('\n') };
      return;
    }
    // Links to one file, whatever part of it they lead to.
    const places = Map.groupBy(dead, ({ address, why }) => `${address.replace(/(?<=.)#.*/, '')} ${why}`);
    for (const [one, ...again] of places.values()) {
      if (one === undefined) continue;
      const lines = [...new Set(again.map(({ line }) => line))].filter((line) => line !== one.line);
      const more = lines.length === 0 ? '' : ` (also in line${lines.length > 1 ? 's' : ''} ${lines.join(', ')})`;
      yield { message: `"${one.address}" ${one.why}${more}`, file, line: one.line, evidence: one.address };
    }
  },
};

/** Whether the project is the root of its repository, as far as its files show: in a larger one, its place is not known. */
const isAtRoot = (files: ProjectFiles) =>
  files.listAbove().length === 0 && files.list().some((path) => path.startsWith('.github/'));

/** Up to this many broken links, each is a finding; more are one finding that lists some. */
const maxSeparate = 3;
const maxListed = 50;

function deadAnchor(address: string, anchors: ReadonlySet<string>): string | undefined {
  let name = address.slice(1);
  try {
    name = decodeURIComponent(name);
  } catch {
    return undefined;
  }
  // The page itself, and GitHub's anchors of lines.
  if (name === '' || /^(top|readme|L\d+)$/i.test(name)) return undefined;
  const bare = bareAnchor(name);
  // The second of two equal headings has a number.
  return bare === '' || anchors.has(bare) ? undefined : 'does not match any heading';
}

/** A server on the machine of whoever reads the page. */
const local = /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?=[:/?#]|$)/i;
/** Labels of links to a server that readers start themselves. */
const saysSo = /local|n8n|editor|browser|127\.|0\.0\.0|::1|:\d{2,5}\b|https?:/i;

function deadAddress(address: string, label: string): string | undefined {
  if (local.test(address) && !saysSo.test(label)) return "points to the reader's own machine";
  if (/^file:/i.test(address)) return 'points to a file on your machine';
  return /^https?:(?!\/\/)/i.test(address) ? 'is not a valid URL' : undefined;
}

/** Only files that are missing on the author's own disk. */
function deadPath(address: string, files: ProjectFiles, own: GithubRepository | undefined): string | undefined {
  const path = pathOf(address, own);
  if (path === undefined || files.mayHave(path)) return undefined;
  // The check `manifest` reports a missing license.
  if (isLicense(path) && !files.list().some(isLicense)) return undefined;
  return files.list().some((one) => one.startsWith(`${path}/`)) ? undefined : 'does not exist';
}

const isLicense = (path: string) => /^licen[cs]e(?:\.\w+)?$/i.test(path);

const nodePackage = /^(?:@[\w.-]+\/)?n8n-nodes?-[\w.-]+$/;
const install =
  /\b(?:npm (?:i|install|add)|pnpm (?:i|add|install)|yarn add|bun add)\s+(?:--?\w[\w-]*\s+)*((?:@[\w.-]+\/)?n8n-nodes?-[\w.-]*\w)/g;

/** A step in n8n's settings: "Enter `n8n-nodes-acme`". */
const entered =
  /^\s*(?:\d+\.|[-*])\s+\*{0,2}(?:enter|type|paste|search for)\b[^`]{0,60}?(?<![\w@/.-])[`"'*]{0,3}((?:@[\w.-]+\/)?n8n-nodes?-[\w.-]*\w)(?![\w/])/gi;

const otherPackage: Rule<DocsSubject> = {
  code: 'docs-package-name',
  title: 'README tells users to install another package',
  severity: 'warning',
  why: 'Users who follow the instructions install another package, or get an error.',
  fix: 'Write the `name` from package.json in the README.',
  bad: 'npm install n8n-nodes-starter   in the README of n8n-nodes-acme',
  good: 'npm install n8n-nodes-acme',
  docs: docs.verification,
  *check({ readme: { path: file, text }, manifest }) {
    const own = manifest['name'];
    if (typeof own !== 'string' || !isPackageName(own)) return;
    // Tools are named like packages of nodes that end differently: `n8n-node-dev`.
    const named = namedPackages(text, own).filter(
      ({ name }) => name.includes('n8n-nodes-') || name === own || isLike(name, own),
    );
    const asOwn = named.filter(({ name }) => name === own);
    const isInstalled = asOwn.some(({ isCommand }) => isCommand);
    // A README that names the package itself may mention others, but not itself without its scope, or a name like it.
    const first =
      named.find(
        ({ name, isEntered }) => (asOwn.length === 0 && (!isEntered || isLike(name, own))) || own.endsWith(`/${name}`),
      ) ??
      named.find(
        ({ name, isCommand, isEntered }) =>
          name !== own &&
          (isEntered || (isCommand && (!isInstalled || isMisspelled(name, own))) || isOfOtherScope(name, own)) &&
          isLike(name, own),
      );
    if (!first) return;
    const message = `README tells users to install "${first.name}", but this package is named "${own}"`;
    yield { message, file, line: first.line, evidence: first.name };
  },
};

/** Whether one name goes on where the other one ends, or differs from it by a typo. */
const isLike = (one: string, other: string) =>
  one.startsWith(other) || other.startsWith(one) || isTypo(one, other) || isOfOtherScope(one, other);

/** Whether one name differs from the other by a letter, not by a number: `n8n-nodes-acme2` may be the package after it. */
const isMisspelled = (one: string, other: string) =>
  isTypo(one, other) && one.replace(/\D/g, '') === other.replace(/\D/g, '');

/** Whether two packages of two scopes have the same name. */
const isOfOtherScope = (one: string, other: string) =>
  one !== other && one.startsWith('@') && other.startsWith('@') && one.split('/')[1] === other.split('/')[1];

interface NamedPackage {
  name: string;
  line: number;
  /** It is installed by a command, not only named. */
  isCommand: boolean;
  /** It is entered in n8n's settings. */
  isEntered?: boolean;
}

/** Lines about a package that users had before. */
const ofFormer =
  /\b(?:un-?install|remov|legacy|former|previous|old(?:er)?\b|renamed|deprecated|migrat|replac|instead of)/i;

/** Packages to install: in a command, or by name in the section about the installation. */
function namedPackages(text: string, own: string): NamedPackage[] {
  /** Level of the heading of the section about the installation; 0 outside of it. */
  let installation = 0;
  return text
    .slice(0, 500_000)
    .split(/\r\n|\n|\r/)
    .flatMap((content, index) => {
      const [, marks = '', title] = /^\s{0,3}(#{1,6})\s(.{0,300})/.exec(content) ?? [];
      if (title !== undefined && /\binstall/i.test(title)) installation = marks.length;
      else if (title !== undefined && marks.length <= installation) installation = 0;
      const line = content.slice(0, 2000);
      const isFormer = ofFormer.test(line.replace(/[\w@./-]{0,99}n8n-nodes?-[\w./-]{0,99}/g, ''));
      const commands = [...line.matchAll(install)].map(([, name = '']) => name);
      const inSettings = [...line.matchAll(entered)].map(([, name = '']) => name);
      const named = /`([^`\s]{1,214})`|^\s*([@\w./-]{1,214})\s*$/g;
      const words = installation > 0 ? [...line.matchAll(named)].map(([, code, alone]) => code ?? alone ?? '') : [];
      const one = (isCommand: boolean) => (name: string) => ({ name, line: index + 1, isCommand });
      return [
        ...commands.map(one(true)),
        ...inSettings.map((name) => ({ ...one(false)(name), isEntered: true })),
        ...words.filter((word) => nodePackage.test(word)).map(one(false)),
      ].filter(({ name }) => !isFormer || name === own);
    });
}

export const linkRules = [deadLink, otherPackage];
