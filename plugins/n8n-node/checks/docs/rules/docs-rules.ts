import type { Manifest, Mode } from '../../../../../kernel/check.ts';
import type { ProjectFiles } from '../../../../../kernel/project-files.ts';
import { docs } from '../../../docs-links.ts';
import { declarationsOf } from '../../../project/manifest/manifest-fields.ts';
import { type Block, isBadge, type Link, linksIn } from '../../../project/readme/markdown.ts';
import type { Readme } from '../../../project/readme/readme.ts';
import type { Rule } from '../../../rule.ts';

/** A README, and the package that it is about. */
export interface DocsSubject {
  readme: Readme;
  manifest: Manifest;
  files: ProjectFiles;
  mode: Mode;
  /** Whether its headings can be judged: they are looked for in English. */
  isEnglish: boolean;
  /** The codes of what the README was told to lack. */
  missing?: ReadonlySet<string>;
}

/** Sentences of n8n's templates that ask the author to write something in their place. */
const templateText =
  /\{\{\s*nodePackageName\s*\}\}|_app\/service name_|_app\/service name_ is _|_node-name_|^_(list the operations supported by|state the minimum n8n version|this is (an|another) optional section|if users need to authenticate with the app|by the time users are looking for|link to app\/service)|this repo contains (example )?nodes? to help you get started|<your[ -](node|package|service)[^>]*>/i;

const template: Rule<DocsSubject> = {
  code: 'docs-readme-template',
  title: "The README is still the template's",
  severity: 'error',
  why: 'The README is what users and reviewers read first. Where the template asks for a description it has to be written.',
  fix: 'Replace every line in italics or braces by what it asks for, or delete the section.',
  bad: '## Operations\n\n_List the operations supported by your node._',
  good: '## Operations\n\n- Invoice: create, get, delete',
  docs: docs.verification,
  *check({ readme: { path, text } }) {
    const left = text
      .split(/\r\n|\n|\r/)
      .map((line, index) => ({
        line: index + 1,
        match: templateText.exec(line.slice(0, 2000).replace(/^[\s>*-]*\s/, '')),
      }))
      .filter(({ match }) => match);
    const [first] = left;
    if (!first?.match) return;
    const more = left.length > 1 ? `, and ${left.length - 1} lines more` : '';
    yield {
      message: `The text of the template is left in line ${first.line}${more}`,
      file: path,
      line: first.line,
      evidence: first.match[0],
    };
  },
};

/** Words of prose under which a README explains nothing. */
const fewWords = 40;

export const tooShort: Rule<DocsSubject> = {
  code: 'docs-readme-short',
  title: 'The README hardly says anything',
  severity: 'warning',
  why: 'n8n asks for documentation that a user can start with: what the package does, how to sign in, an example.',
  fix: 'Describe the service, the operations, the credentials, and show an example.',
  bad: '# n8n-nodes-acme\n\nAcme node.',
  good: '# n8n-nodes-acme\n\nCreates and reads invoices in Acme …\n\n## Credentials\n\n…',
  docs: docs.verification,
  *check({ readme: { path, blocks } }) {
    const words = blocks
      .filter(({ kind }) => kind === 'prose' || kind === 'item')
      .reduce((sum, { text }) => sum + countWords(text), 0);
    if (words < fewWords) yield { message: `The README has ${words} words of text`, file: path };
  },
};

/** Languages without blanks between words count some two characters a word. */
function countWords(text: string): number {
  const dense = text.match(/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/gu)?.length ?? 0;
  return (text.match(/[\p{L}\d][\p{L}\d'’-]*/gu)?.length ?? 0) + Math.floor(dense / 2);
}

interface Part {
  code: string;
  title: string;
  what: string;
  why: string;
  fix: string;
  bad: string;
  good: string;
  heading: RegExp;
  /** What shows that the text speaks of it without a heading of its own. */
  shown(blocks: readonly Block[], text: string, links: readonly Link[]): boolean;
  /** The text of a link to where it is said. */
  linked?: RegExp;
  /** Whether a package needs it at all. */
  needed?(manifest: Manifest): boolean;
}

const parts: readonly Part[] = [
  {
    code: 'docs-installation-missing',
    title: 'The README does not say how to install the package',
    what: 'how to install it',
    why: 'Users of n8n need not know npm. A line with the name to enter, or a link to the guide, is enough.',
    fix: 'Add a section "Installation" that names the package and links to the installation guide of n8n.',
    bad: '# n8n-nodes-acme\n\n## Operations',
    good: '## Installation\n\nIn n8n: Settings > Community nodes > Install, and enter `n8n-nodes-acme`.',
    heading: /\b(install|installing|installation|getting started|set ?up|quick ?start|how to use)\b/i,
    shown: (_, text) =>
      /\b(npm (i|install|add)|pnpm add|yarn add)\b|community[ -]nodes\/(gui-)?install|settings\W{1,20}community nodes/i.test(
        text,
      ),
  },
  {
    code: 'docs-credentials-missing',
    title: 'The README does not say how to sign in',
    what: 'what the credentials are and where to get them',
    why: 'Nobody can use the node without an account, a key or a token. Where to find it is what users ask first.',
    fix: 'Add a section "Credentials": what is needed, where the service hands it out, and which rights it needs.',
    bad: '## Operations',
    good: '## Credentials\n\nCreate an API key in Acme under Settings > API, and enter it in n8n.',
    heading:
      /\b(credentials?|authenticat\w+|authori[sz]ation|api[ -]keys?|(access )?tokens?|oauth2?|connect\w*|configur\w+|account|log ?in|sign(ing)? in)\b/i,
    shown: (blocks) =>
      blocks.some(
        ({ kind, text }) => kind !== 'code' && /\b(credentials?|api[ -]keys?|access tokens?|oauth2?)\b/i.test(text),
      ),
    needed: (manifest) => declarationsOf(manifest).some(({ list }) => list === 'credentials'),
  },
  {
    code: 'docs-operations-missing',
    title: 'The README does not say what the node can do',
    what: 'which operations there are',
    why: 'Users decide by the list of operations whether the package is what they need.',
    fix: 'Add a section "Operations" that lists the resources and what can be done with each, or the events of a trigger.',
    bad: '## Installation\n\n## License',
    good: '## Operations\n\n- Invoice: create, get, get many, delete',
    heading:
      /\b(operations?|features?|actions?|resources?|capabilit\w+|functions?|functionality|nodes?|triggers?|tools?|events?|endpoints?|commands?|methods?|what (it|this|you|does)|supported|overview|api (coverage|reference)|usage)\b/i,
    linked: /\b(operations?|actions?|endpoints?|triggers?|api (coverage|reference))\b/i,
    shown: (blocks) => blocks.filter(({ kind, text }) => kind === 'item' && verb.test(text)).length >= 3,
  },
  {
    code: 'docs-example-missing',
    title: 'The README shows no example',
    what: 'how it is used: an example, a walk-through or a picture',
    why: 'n8n asks for examples of use. One workflow, described or pictured, saves users an hour of trying.',
    fix: 'Add a section "Usage" with an example: what to put in, what comes out; a screenshot or an exported workflow.',
    bad: '## Operations\n\n- Invoice: create',
    good: '## Usage\n\nTo remind customers: Schedule Trigger, Acme (Invoice: get many, status "open"), Send Email.',
    heading:
      /\b(usage|using|use cases?|examples?|how (to|it works)|tutorial|quick ?start|getting started|guide|workflows?|demo|walk-?through|recipes?|templates?|scenarios?|in action|step)\b/i,
    linked:
      /\b(usage|use cases?|examples?|tutorials?|walk-?through|demo|building workflows|workflow templates?|quick ?start)\b/i,
    shown: (blocks, text) =>
      blocks.some(
        ({ kind, text: what }) => kind === 'image' && !isBadge(what) && !/logo|icon|banner|header/i.test(what),
      ) ||
      blocks.some(
        ({ kind, text: language }) =>
          kind === 'code' && /^(json|jsonc|js|javascript|ts|typescript|yaml|yml|xml|graphql|sql|http)$/.test(language),
      ) ||
      /\bfor example\b/i.test(text),
  },
  {
    code: 'docs-compatibility-missing',
    title: 'The README does not say which versions of n8n it works with',
    what: 'which versions of n8n it works with',
    why: 'n8n moves on every week. Users of an older or newer one need to know whether it was tried.',
    fix: 'Add a section "Compatibility": the oldest version of n8n that works, and those it was tested with.',
    bad: '## Operations',
    good: '## Compatibility\n\nn8n 1.60 or newer; tested with 2.41.',
    heading:
      /\b(compatib\w+|requirements?|prerequisites?|tested (with|on|against)|supported versions?|n8n versions?)\b/i,
    shown: (_, text, links) =>
      links.some(({ address }) => /^https?:\/\/docs\.n8n\.io\b/i.test(address)) ||
      /\bn8n\s{0,3}(@|v|version)?\s{0,3}(>=?|≥|%3E%3D)?\s{0,3}v?\d{1,3}\.\d|\b(requires?|minimum|compatible with|works with|tested (with|on|against)|needs)\b[^\n.]{0,60}\bn8n\b|n8n-(%3E%3D|≥|>=)?v?\d/i.test(
        text,
      ),
  },
];

/** Not a section of the README itself, which may be missing, and not a page of n8n about nodes in general. */
const isElsewhere = ({ address }: Link) =>
  !address.startsWith('#') && !/^https?:\/\/([^/]*\.)?n8n\.io([/:]|$)/i.test(address);

/** A page of the service itself about its nodes for n8n. */
const isGuide = ({ address }: Link) =>
  !/^https?:\/\/([^/]*\.)?(n8n\.io|npmjs\.(com|org)|npmjs\.org|github\.com|githubusercontent\.com|shields\.io)([/:]|$)/i.test(
    address,
  ) && /^https?:\/\/[^?#\s]{0,500}\/[^/?#\s]{0,100}n8n/i.test(address);

const verb =
  /^(get|create|update|delete|list|send|search|find|add|remove|upload|download|retrieve|fetch|read|write|run|execute|generate|convert|query|manage|watch|listen|receive|export|import|upsert|scrape|crawl|extract|trigger|on|when)\b/i;

const partRules = parts.map(
  ({ code, title, what, why, fix, bad, good, heading, shown, linked, needed }): Rule<DocsSubject> => ({
    code,
    title,
    severity: 'warning',
    why,
    fix,
    bad,
    good,
    docs: docs.verification,
    *check({ readme: { path, text, blocks }, manifest, isEnglish }) {
      if (!isEnglish || needed?.(manifest) === false) return;
      // The first one is the name of the package: `n8n-nodes-…` is no section about nodes.
      const [, ...headings] = blocks.filter((block) => block.kind === 'heading');
      const links = linksIn(text);
      if (headings.some((block) => heading.test(block.text)) || shown(blocks, text, links)) return;
      // What is said elsewhere need not be said again.
      if (links.some((link) => isGuide(link) || (linked?.test(link.text) && isElsewhere(link)))) return;
      yield { message: `The README does not say ${what}`, file: path };
    },
  }),
);

/** Whether a heading of that name would be one that is told to be missing. */
export const isMissingSection = (name: string, missing: ReadonlySet<string> | undefined): boolean =>
  missing !== undefined && parts.some(({ code, heading }) => missing.has(code) && heading.test(name));

/** Asked only of a README that says something of its own. */
export const contentRules = [tooShort, ...partRules];
export const templateRules = [template];
