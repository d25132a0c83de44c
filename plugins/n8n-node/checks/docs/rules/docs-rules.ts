import type { Manifest, Mode } from '../../../../../kernel/check.ts';
import { counted } from '../../../../../kernel/index.ts';
import type { ProjectFiles } from '../../../../../kernel/project-files.ts';
import { docs } from '../../../docs-links.ts';
import { isScript } from '../../../follow/script-imports.ts';
import { declarationsOf } from '../../../project/manifest/manifest-fields.ts';
import { type Block, isBadge, type Link } from '../../../project/readme/markdown.ts';
import type { Readme } from '../../../project/readme/readme.ts';
import { isTestFile } from '../../../project/test-file.ts';
import type { Rule } from '../../../rule.ts';
import { telling } from '../offered-resources.ts';

/** A README, and the package that it is about. */
export interface DocsSubject {
  readme: Readme;
  manifest: Manifest;
  files: ProjectFiles;
  mode: Mode;
  /** Whether its headings can be checked: the rules match English words. */
  isEnglish: boolean;
  /** Names of what users select in the nodes; undefined if they are not known. */
  selections?(): Promise<readonly string[] | undefined>;
  /** The codes that were reported for missing sections. */
  missing?: ReadonlySet<string>;
}

/** Sentences of n8n's templates that the author is to replace. */
const templateText =
  /\{\{\s*nodePackageName\s*\}\}|_app\/service name_|_app\/service name_ is _|_node-name_|^_(list the operations supported by|state the minimum n8n version|this is (an|another) optional section|if users need to authenticate with the app|by the time users are looking for|link to app\/service)|^# n8n-nodes-starter$|this repo contains (example )?nodes? to help you get started|<your[ -](node|package|service)[^>]*>/i;

/** Of them, those that ask for a link, or for nothing. */
const forgotten = /^_(?:link to app|this is (?:an|another) optional section)/i;

/** The title and the introduction of the repository that developers start from, in its two editions. */
const ofStarter = [
  /^# n8n-nodes-starter\s*$/m,
  /^This (?:repo contains (?:example )?nodes? to help you get started|starter repository helps you build custom integrations)/m,
];

const template: Rule<DocsSubject> = {
  code: 'docs-readme-template',
  title: 'README still contains text of the template',
  severity: 'error',
  why: 'The README is what users and reviewers read first. They learn nothing from the text of the template. Reported as a warning if nothing but a link to the documentation of the service and the introduction of an optional section is left.',
  fix: 'Replace every line in italics or braces with what it asks for, or delete its section.',
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
    if (ofStarter.every((part) => part.test(text))) {
      const message = 'README still has the title and introduction of the template n8n-nodes-starter';
      const fix =
        'Write a README of your own: what the package does, how to install it, its credentials and operations.';
      yield { message, fix, file: path, line: first.line, evidence: first.match[0] };
      return;
    }
    const others = left.length - 1;
    const more = others === 0 ? '' : ` and ${counted(others, 'other line')}`;
    yield {
      message: `README still contains text of the template in line ${first.line}${more}`,
      // What was forgotten at the end of a README of the author's own.
      ...(left.every(({ match }) => forgotten.test(match?.[0] ?? '')) && { severity: 'warning' }),
      file: path,
      line: first.line,
      evidence: first.match[0],
    };
  },
};

/** Words of prose below which a README explains nothing. */
const minWords = 40;

export const tooShort: Rule<DocsSubject> = {
  code: 'docs-readme-short',
  title: 'README is too short',
  severity: 'warning',
  why: 'n8n requires documentation that gets users started: what the package does, how to authenticate, and an example.',
  fix: 'Describe the service, the operations and the credentials, and add an example.',
  bad: '# n8n-nodes-acme\n\nAcme node.',
  good: '# n8n-nodes-acme\n\nCreates and reads invoices in Acme …\n\n## Credentials\n\n…',
  docs: docs.verification,
  *check({ readme: { path, blocks } }) {
    const words = blocks
      .filter(({ kind }) => kind === 'prose' || kind === 'item')
      .reduce((sum, { text }) => sum + countWords(text), 0);
    if (words < minWords) yield { message: `README has only ${counted(words, 'word')} of text`, file: path };
  },
};

/** In languages without spaces between words, two characters count as a word. */
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
  /** Whether the text covers it without a separate heading. */
  isCovered(blocks: readonly Block[], text: string): boolean;
  /** Matches the text of a link to a page that covers it. */
  linked?: RegExp;
  /** Whether the package needs this section. */
  needed?(subject: DocsSubject): boolean | Promise<boolean>;
}

const parts: readonly Part[] = [
  {
    code: 'docs-installation-missing',
    title: 'README does not explain how to install the package',
    what: 'how to install the package',
    why: 'Users of n8n may not know npm. A line with the package name to enter, or a link to the guide, is enough.',
    fix: 'Add a section "Installation" with the package name and a link to the installation guide of n8n.',
    bad: '# n8n-nodes-acme\n\n## Operations',
    good: '## Installation\n\nIn n8n: Settings > Community nodes > Install, and enter `n8n-nodes-acme`.',
    heading: /\b(install|installing|installation|getting started|set ?up|quick ?start|how to use)\b/i,
    isCovered: (_, text) =>
      /\b(npm (i|install|add)|pnpm add|yarn add|N8N_CUSTOM_EXTENSIONS)\b|\bdocker (pull|run)\b[^\n]{0,100}n8n|community[ -]nodes\/(gui-)?install|settings\W{1,20}community nodes/i.test(
        text,
      ),
    linked: /^(?!.*\b(?:docker|node(?:\.?js)?|n8n)\b).*\binstall(?:ation|ing)?\b/i,
  },
  {
    code: 'docs-credentials-missing',
    title: 'README does not explain how to authenticate',
    what: 'which credentials are needed and where to get them',
    why: 'The node does not work without an account, a key or a token. Where to get it is the first question that users have.',
    fix: 'Add a section "Credentials": what is needed, where to create it in the service, and which permissions it needs.',
    bad: '## Operations',
    good: '## Credentials\n\nCreate an API key in Acme under Settings > API, and enter it in n8n.',
    heading:
      /\b(credentials?|authenticat\w+|authori[sz]ation|api[ -]keys?|(access )?tokens?|oauth2?|connect\w*|configur\w+|account|log ?in|sign(ing)? in)\b/i,
    isCovered: (blocks) =>
      blocks.some(
        ({ kind, text }) => kind !== 'code' && /\b(credentials?|api[ -]keys?|access tokens?|oauth2?)\b/i.test(text),
      ),
    needed: ({ manifest }) => declarationsOf(manifest).some(({ list }) => list === 'credentials'),
  },
  {
    code: 'docs-operations-missing',
    title: 'README does not list the operations of the node',
    what: 'which operations the node has',
    why: 'Users look at the list of operations to decide whether the package does what they need.',
    fix: 'Add a section "Operations" that lists the resources with their operations, or the events of a trigger.',
    bad: '## Installation\n\n## License',
    good: '## Operations\n\n- Invoice: create, get, get many, delete',
    heading:
      /\b(operations?|features?|actions?|resources?|capabilit\w+|functions?|functionality|nodes?|triggers?|tools?|events?|endpoints?|commands?|methods?|modes?|options?|what (it|this|you|does)|supported|overview|description|purpose|api (coverage|reference)|usage)\b/i,
    linked: /\b(operations?|actions?|endpoints?|triggers?|api (coverage|reference))\b/i,
    isCovered: (blocks) =>
      blocks.flatMap(({ kind, text }) => (kind === 'item' ? operationsIn(text) : [])).length >= 3 ||
      blocks.some(({ kind, text }) => kind === 'prose' && enumerating.test(text)),
    needed: async (subject) => (await offersSelection(subject)) && !(await namesSelections(subject)),
  },
  {
    code: 'docs-example-missing',
    title: 'README has no example',
    what: 'how to use the node: add an example, a walkthrough or a screenshot',
    why: 'n8n requires usage examples. One workflow, described or as a screenshot, saves users an hour of trial and error.',
    fix: 'Add a section "Usage" with an example: its input and output, a screenshot or an exported workflow.',
    bad: '## Operations\n\n- Invoice: create',
    good: '## Usage\n\nTo remind customers: Schedule Trigger, Acme (Invoice: get many, status "open"), Send Email.',
    heading:
      /\b(usage|using|working with|use cases?|examples?|how (to|it works)|tutorial|quick ?start|getting started|guide|workflows?|demo|walk-?through|recipes?|templates?|patterns?|scenarios?|in action|step|(?:example|typical|sample) flows?)\b/i,
    linked:
      /\b(usage|use cases?|examples?|tutorials?|walk-?through|demo|building workflows|workflow templates?|quick ?start)\b/i,
    isCovered: (blocks, text) =>
      blocks.some(
        ({ kind, text: what }) => kind === 'image' && !isBadge(what) && !/logo|icon|banner|header/i.test(what),
      ) ||
      blocks.some(
        ({ kind, text: language }) =>
          kind === 'code' && /^(json|jsonc|js|javascript|ts|typescript|yaml|yml|xml|graphql|sql|http)$/.test(language),
      ) ||
      blocks.some(({ kind, text: step }) => kind === 'item' && placing.test(step)) ||
      blocks.some(
        ({ kind, text: lead }, at) => kind === 'prose' && isLeading(lead) && blocks[at + 1]?.kind === 'item',
      ) ||
      /\bfor example\b|\{\{\s*\$(?:json|node|input|items?)\b/i.test(text),
  },
  {
    code: 'docs-compatibility-missing',
    title: 'README does not name the supported versions of n8n',
    what: 'which versions of n8n the package supports',
    why: 'n8n has a release every week. Users of an older or a newer version need to know whether the package was tested with it.',
    fix: 'Add a section "Compatibility" with the oldest supported version of n8n and the versions you tested.',
    bad: '## Operations',
    good: '## Compatibility\n\nn8n 1.60 or newer; tested with 2.41.',
    heading: /\b(compatib\w+|tested (with|on|against)|supported versions?|n8n versions?)\b/i,
    isCovered: (_, text) =>
      /\bn8n\b[^\w\n]{0,12}(?:(?:versions?\b[^\w\n]{0,12}|v|%3E%3D)v?\d|\d{1,3}(?:\.[\dx]|\+| or\b))|\bn8n\b[^\n.]{0,60}\b(?:versions?\s{0,3}|v)\d|\bversions?:?\s{0,3}v?\d[^\n]{0,30}\bn8n\b|\bn8n\b[^\n.\d]{0,40}\s\d{1,3}\.\d+\b|\bn8n\b[^\w\n]{0,9}[>≥@]=?\s{0,3}v?\d|\bn8n\b[^\n.]{0,20}\b(?:any|all) versions?\b|\b(requires?|minimum|compatible with|works with|tested (with|on|against)|needs)\b[^\n.]{0,60}\bn8n\b/i.test(
        text,
      ),
    linked: /compatib|supported versions?/i,
  },
];

/** The title names the package: `n8n-nodes-…` is not a section about nodes. */
const isTitle = ({ level, text }: Block) => level === 1 || /n8n/i.test(text);

/** Neither a section of the README itself, which may be missing, nor a page of n8n about nodes in general. */
const isElsewhere = ({ address }: Link) =>
  !address.startsWith('#') && !/^https?:\/\/([^/]*\.)?n8n\.io([/:]|$)/i.test(address);

/** The README of one node of several. */
const isOfPart = ({ address }: Link) => /^(?!https?:)[^#]+\/readme\.md$/i.test(address);

/** A page of the service about its nodes for n8n. */
const isGuide = ({ address }: Link) =>
  !/^https?:\/\/([^/]*\.)?(n8n\.io|npmjs\.(com|org)|npmjs\.org|github\.com|githubusercontent\.com|shields\.io)([/:]|$)/i.test(
    address,
  ) && /^https?:\/\/[^?#\s]{0,500}\/[^/?#\s]{0,100}n8n/i.test(address);

/** Whether a text leads to the steps of a walkthrough: "To use this feature:", "Typical usage:", "Example: remind customers:". */
function isLeading(text: string): boolean {
  const sentence = text.split(/[.!?]\s/).at(-1) ?? '';
  return leading.test(sentence) && !/\b(?:need|requires?|must|have)\b/i.test(sentence);
}

const leading = /\b(?:(?:to use|follow these steps|steps to)\b[^.:]{0,80}|usage|examples?\b[^.]{0,80}):[*_]{0,3}\s*$/i;
/** A step of a walkthrough: "Add a **RecRam Trigger** node and select the event". */
const placing =
  /^(?:add|drag|insert|place|drop|search for)\b[^.]{0,100}\b(?:node|trigger)\b(?:[^.]{0,40}\b(?:and|to|into|onto|in|on)\b|,)/i;
const verb =
  /^(?:(?:get|create|update|delete|list|send|search|find|add|remove|upload|download|retrieve|fetch|read|write|run|execute|generate|convert|query|manage|watch|listen|receive|export|import|upsert|scrape|crawl|extract|trigger)|(?:gett|creat|updat|delet|list|send|search|find|add|remov|upload|download|retriev|fetch|read|writ|runn|execut|generat|convert|query|manag|watch|listen|receiv|export|import|upsert|scrap|crawl|extract|trigger)ing|on|when)\b/i;

/** A sentence that says what a node does: "The node can fetch feeds, categories, and entries". */
const enumerating =
  /\bnodes? (?:can|lets (?:you|users)|(?:allows|enables) (?:you|users) to) (?:also )?(?:get|create|update|delete|list|send|search|find|add|retrieve|fetch|read|write|manage|upload|download)\b[^.,]{3,80},[^.,]{3,80},? (?:and|or) [^.]{3,80}\./i;

/** `Get an invoice`, or each of `Invoice: Create, Get, Delete`. */
const operationsIn = (item: string): string[] =>
  verb.test(item)
    ? [item]
    : item
        .replace(/^[^:]{1,60}:/, '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => verb.test(part));

/** Whether users select what a node does: one that does one thing, as models and memories do, has nothing to list. */
async function offersSelection({ files, manifest }: DocsSubject): Promise<boolean> {
  const supplying = new Set<string>();
  for (const path of files.list().filter((one) => isScript(one) && !isTestFile(one))) {
    const text = await files.read(path);
    if (/\bname['"]?:\s{0,9}['"](?:operation|resource|action|events?)['"]/.test(text)) return true;
    if (/\.node\.[cm]?[jt]s$/.test(path) && /\bsupplyData\b/.test(text))
      supplying.add(path.replace(/^.*\/|\.[^.]+$/g, ''));
  }
  return declarationsOf(manifest).filter(({ list }) => list === 'nodes').length > 1 + supplying.size;
}

/** Whether the text names half of what users select, in whatever form; or whether there is nothing to select. */
async function namesSelections({ selections, readme, manifest }: DocsSubject): Promise<boolean> {
  if (!selections) return false;
  const names = await selections();
  // Nobody knows what it would have to name.
  if (!names) return true;
  if (names.length < 2) return declarationsOf(manifest).filter(({ list }) => list === 'nodes').length === 1;
  const text = spaced(readme.text);
  return names.filter((name) => text.includes(spaced(name))).length * 2 >= names.length;
}

const spaced = (text: string) => ` ${telling(text).join(' ')} `;

const partRules = parts.map(
  ({ code, title, what, why, fix, bad, good, heading, isCovered, linked, needed }): Rule<DocsSubject> => ({
    code,
    title,
    severity: 'warning',
    why,
    fix,
    bad,
    good,
    docs: docs.verification,
    async *check(subject) {
      const { readme, isEnglish } = subject;
      const { path, text, blocks, fencedHeadings } = readme;
      if (!isEnglish) return;
      const headings = blocks.filter((block) => block.kind === 'heading');
      if (headings[0] && isTitle(headings[0])) headings.shift();
      const links = readme.links.filter(({ isImage }) => !isImage);
      const names = [...headings.map((block) => block.text), ...fencedHeadings];
      if (names.some((name) => heading.test(name)) || isCovered(blocks, text)) return;
      // Another page covers it.
      const covers = (link: Link) => isOfPart(link) || (linked?.test(link.text) && isElsewhere(link));
      if (links.some((link) => isGuide(link) || (linked && covers(link)))) return;
      if ((await needed?.(subject)) === false) return;
      yield { message: `README does not explain ${what}`, file: path };
    },
  }),
);

/** Whether a heading of that name belongs to a section that is already reported as missing. */
export const isMissingSection = (name: string, missing: ReadonlySet<string> | undefined): boolean =>
  missing !== undefined && parts.some(({ code, heading }) => missing.has(code) && heading.test(name));

/** For a README that is not that of the template. */
export const contentRules = [tooShort, ...partRules];
export const templateRules = [template];
