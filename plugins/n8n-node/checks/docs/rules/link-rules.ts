import type { ProjectFiles } from '../../../../../kernel/project-files.ts';
import { docs } from '../../../docs-links.ts';
import { isPackageName } from '../../../project/manifest/package-name.ts';
import { anchorsOf, bareAnchor, linksWithLines, pathOf } from '../../../project/readme/links.ts';
import type { Rule, Violation } from '../../../rule.ts';
import { type DocsSubject, isMissingSection } from './docs-rules.ts';

const deadLink: Rule<DocsSubject> = {
  code: 'docs-link-dead',
  title: 'A link of the README leads nowhere',
  severity: 'warning',
  why: 'The README is what users and reviewers read first, on GitHub, npm and in n8n. A picture that does not show, or a page that is not there, leaves them without what they were to see.',
  fix: 'Correct the address, or take the link out.',
  bad: '![The workflow](images/workflow.png)   without images/workflow.png',
  good: '![The workflow](docs/workflow.png)   with docs/workflow.png',
  docs: docs.verification,
  *check({ readme: { path: file, text }, files, mode, missing }) {
    let anchors: ReadonlySet<string> | undefined;
    const known = () => {
      anchors ??= new Set([...anchorsOf(text)].map(bareAnchor));
      return anchors;
    };
    const dead = linksWithLines(text).flatMap(({ address, line }) => {
      const why = address.startsWith('#')
        ? deadAnchor(address, known)
        : (deadAddress(address) ?? (mode === 'project' ? deadPath(address, files) : undefined));
      const isTold = address.startsWith('#') && isMissingSection(address.replace(/[#-]+/g, ' '), missing);
      return why === undefined || isTold ? [] : [{ address: address.slice(0, 200), line, why }];
    });
    const [first] = dead;
    if (first && dead.length > toldAlone) {
      const some = dead.slice(0, toldAlone).map(({ address }) => `"${address}"`);
      const evidence = dead.slice(0, mostTold).map(({ address, line }) => `${file}:${line}: ${address}`);
      const message = `${dead.length} links lead nowhere: ${some.join(', ')}, …`;
      yield { message, file, line: first.line, evidence: evidence.join('\n') };
      return;
    }
    for (const { address, line, why } of dead) yield { message: `"${address}" ${why}`, file, line, evidence: address };
  },
};

/** Dead links up to which each is a finding; more are one, which names some. */
const toldAlone = 3;
const mostTold = 50;

function deadAnchor(address: string, anchors: () => ReadonlySet<string>): string | undefined {
  let name = address.slice(1);
  try {
    name = decodeURIComponent(name);
  } catch {
    return undefined;
  }
  // The page itself, and what GitHub makes of lines.
  if (name === '' || /^(top|readme|L\d+)$/i.test(name)) return undefined;
  const bare = bareAnchor(name);
  // Of two headings of one name the second has a number.
  return bare === '' || anchors().has(bare) ? undefined : 'is the name of no heading';
}

function deadAddress(address: string): string | undefined {
  if (/^file:/i.test(address)) return 'is on the machine of the author';
  return /^https?:(?!\/\/)/i.test(address) ? 'is no address' : undefined;
}

/** Only what the author's own disk does not have. */
function deadPath(address: string, files: ProjectFiles): string | undefined {
  const path = pathOf(address);
  if (path === undefined || files.mayHave(path)) return undefined;
  // That there is none at all is told by the check `manifest`.
  if (isLicense(path) && !files.list().some(isLicense)) return undefined;
  return files.list().some((one) => one.startsWith(`${path}/`)) ? undefined : 'is not there';
}

const isLicense = (path: string) => /^licen[cs]e(?:\.\w+)?$/i.test(path);

const name = /^(?:@[\w.-]+\/)?n8n-nodes-[\w.-]+$/;
const install =
  /\b(?:npm (?:i|install|add)|pnpm (?:i|add|install)|yarn add|bun add)\s+(?:-{1,2}[\w-]+\s+)*((?:@[\w.-]+\/)?n8n-nodes-[\w.-]*\w)/g;

const otherPackage: Rule<DocsSubject> = {
  code: 'docs-package-name',
  title: 'The README says to install another package',
  severity: 'warning',
  why: 'Who follows it installs the package of somebody else, or none.',
  fix: 'Write the name as it stands in package.json.',
  bad: 'npm install n8n-nodes-starter   in the README of n8n-nodes-acme',
  good: 'npm install n8n-nodes-acme',
  docs: docs.verification,
  *check({ readme: { path: file, text }, manifest }) {
    const own = manifest['name'];
    if (typeof own !== 'string' || !isPackageName(own)) return;
    const asked = askedFor(text).filter(({ said }) => said !== own);
    const [first] = asked;
    // Beside its own name others may be meant.
    if (!first || askedFor(text).some(({ said }) => said === own)) return;
    const fault: Violation = {
      message: `The README says to install "${first.said}"`,
      file,
      line: first.line,
      evidence: first.said,
    };
    yield fault;
  },
};

/** What is to be installed: by a command, or by its name alone in the section about the installation. */
function askedFor(text: string): { said: string; line: number }[] {
  let isInstallation = false;
  return text
    .slice(0, 500_000)
    .split(/\r\n|\n|\r/)
    .flatMap((content, index) => {
      const [, title] = /^\s{0,3}#{1,6}\s(.{0,300})/.exec(content) ?? [];
      if (title !== undefined) isInstallation = /\binstall/i.test(title);
      const line = content.slice(0, 2000);
      const commands = [...line.matchAll(install)].map(([, said = '']) => said);
      const names = isInstallation ? [...line.matchAll(/`([^`\s]{1,214})`/g)].map(([, said = '']) => said) : [];
      return [...commands, ...names.filter((said) => name.test(said))].map((said) => ({ said, line: index + 1 }));
    });
}

export const linkRules = [deadLink, otherPackage];
