import { docs } from '../../../docs-links.ts';
import type { DescribedCredential } from '../../../model/descriptions/described-credential.ts';
import type { DescribedPackage } from '../../../model/descriptions/described-package.ts';
import { everyParameter, type Level, type Parameter } from '../../../model/parameters/parameter.ts';
import { type Plain, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import type { Readme } from '../../../project/readme/readme.ts';
import type { Rule } from '../../../rule.ts';
import type { FieldLine } from '../readme-fields.ts';

/** The lines of a README that may be about fields, and the nodes and credentials that there are. */
interface FieldLines {
  readme: Pick<Readme, 'path'>;
  lines: readonly FieldLine[];
  described: Pick<DescribedPackage, 'nodes' | 'credentials'>;
}

type FieldLineRule = Rule<FieldLines>;

const same = (one: string, other: string | undefined) => one.toLowerCase() === other?.toLowerCase();

/** The fields of all credentials under one label. */
const fieldsLabelled = (label: string, credentials: readonly DescribedCredential[]) =>
  credentials.flatMap(({ fields }) => fields.parameters.filter(({ raw }) => same(label, textOf(raw['displayName']))));

/** A line that may state the default of a field: a URL. */
const statedDefault =
  /\bdefault(?:s|ing)?(?: (?:is|to|value|url)){0,2}\s?[:=]?\s?[`"'*(<[]{0,3}(https?:\/\/[^\s`"'*)>\]|,;]{1,200})|(https?:\/\/[^\s`"'*)>\]|,;]{1,200})[`"'*]{0,3}\s\(default\)/i;

const otherDefault: FieldLineRule = {
  code: 'docs-credential-default',
  title: 'README states another default URL than the credential has',
  severity: 'warning',
  why: 'Users who enter the URL of the README get another address than those who leave the field as it is. If the nodes append the rest of the path themselves, requests fail.',
  fix: 'Write the `default` of the field in the README.',
  bad: "- **Base URL**: the address of the API (default: `https://api.acme.io/v1`)   with default: 'https://api.acme.io'",
  good: "- **Base URL**: the address of the API (default: `https://api.acme.io`)   with default: 'https://api.acme.io'",
  docs: docs.verification,
  *check({ readme: { path: file }, lines, described: { nodes, credentials } }) {
    const stating = lines.filter(({ text }) => statedDefault.test(text)).slice(0, maxJudged);
    for (const { text, line, label } of stating) {
      const [, first, second] = statedDefault.exec(text) ?? [];
      const stated = first ?? second;
      if (label === undefined || stated === undefined) continue;
      const defaults = fieldsLabelled(label, credentials).map(({ raw }) => textOf(raw['default']) ?? '');
      const isKnown = defaults.length > 0 && defaults.every((one) => /^https?:\/\/[^\s{}]+$/.test(one));
      // It may be about a parameter of a node.
      const named = (text.match(urls) ?? []).map(bare);
      if (!isKnown || isParameter(label, nodes) || defaults.some((one) => named.includes(bare(one)))) continue;
      const known = [...new Set(defaults)].map(shown).join(' or ');
      yield {
        message: `README states ${shown(stated)} as the default of ${shown(label)}, but it is ${known}`,
        file,
        line,
      };
    }
  },
};

const urls = /https?:\/\/[^\s`"'*)>\]|,;]{1,200}/gi;

/** Whether a node has a parameter under a label, at any depth. */
const isParameter = (label: string, nodes: DescribedPackage['nodes']): boolean =>
  nodes.some(({ versions }) => versions.some(({ parameters }) => labelledIn(parameters, label).length > 0));

const bare = (url: string) => url.toLowerCase().replace(/[/.]{1,9}$/, '');

/** Texts of a header: `=Token {{ $credentials.key }}`, `={{ "Token " + $credentials.key }}` */
const prefixed =
  /^=(?:(\w{2,30}) \{\{\s{0,9}|\{\{\s{0,9}["'](\w{2,30}) ["']\s{0,9}\+\s{0,9})\$credentials\??\.(\w{1,100})\s{0,9}\}\}$/;

interface Prefix {
  /** The field that follows it. */
  label: string | undefined;
  prefix: string;
}

/** What credentials put before the values of their fields. */
function prefixesOf({ description, fields }: DescribedCredential): Prefix[] {
  const headers: Plain = plainOf(plainOf(plainOf(description['authenticate'])?.['properties'])?.['headers']) ?? {};
  return Object.values(headers).flatMap((text) => {
    const [, plain, quoted, field = ''] = prefixed.exec(textOf(text)?.slice(0, 500) ?? '') ?? [];
    const prefix = plain ?? quoted;
    const label = textOf(fields.named.get(field)?.[0]?.raw['displayName']);
    return prefix === undefined ? [] : [{ label, prefix }];
  });
}

const entering = /\b(?:enter|past|fill|typ|configur|provid|set)(?:e|ing|s)?\b/i;
const withPrefix = /\b(?:with|includ(?:e|ing)) (?:its|the) (?:[`"']?\w+[`"']? )?prefix\b|\bprefixed (?:with|by)\b/i;
/** Lines about what the node sends, or what users leave out. */
const sending =
  /\b(?:without|not|no|never|remove|omit|strip|after|automatic\w*|adds?|added|sent|sends?|headers?)\b|n't\b/i;

const doubledPrefix: FieldLineRule = {
  code: 'docs-credential-prefix',
  title: 'README tells users to enter a prefix that the credential adds',
  severity: 'warning',
  why: 'The header then has the prefix twice, as in "Token Token …", and the service rejects the key.',
  fix: 'Tell users to enter the key without the prefix.',
  bad: "- Enter the key with its prefix (`Token abc…`)   with Authorization: '=Token {{$credentials.apiKey}}'",
  good: "- Enter the key (`abc…`)   with Authorization: '=Token {{$credentials.apiKey}}'",
  docs: docs.verification,
  *check({ readme: { path: file }, lines, described: { credentials } }) {
    const prefixes = credentials.map(prefixesOf);
    const [first] = prefixes.flat();
    // With several credentials, it may be about one that adds nothing.
    if (!first || !prefixes.every((own) => own.some(({ prefix }) => prefix === first.prefix))) return;
    for (const { text, line, marked } of lines) {
      if (!entering.test(text) || !withPrefix.test(text) || sending.test(text)) continue;
      const value = marked.find((one) => one.startsWith(`${first.prefix} `));
      if (value === undefined) continue;
      const message = `README tells users to enter ${shown(value)}, but the credential adds "${first.prefix}" itself`;
      yield { message, file, line };
    }
  },
};

/** Labels of where a service is. */
const place = /\b(?:url|host|hostname|domain|subdomain|endpoint)$/i;
/** Labels of URLs that are entered elsewhere. */
const ofOthers = /webhook|callback|redirect|return|postback/i;
/** Names of fields that may be meant by them, whatever they are called. */
const mayBePlace =
  /url|uri|host|domain|endpoint|server|instance|tenant|region|environment|workspace|account|site|base|address|cluster|shard|portal|company|organi[sz]ation/i;

const unknownField: FieldLineRule = {
  code: 'docs-credential-field-unknown',
  title: 'README names a field that the credential does not have',
  severity: 'warning',
  why: 'Users look for the field, do not find it, and cannot tell where requests go.',
  fix: 'Remove the field from the README, or add it to the credential.',
  bad: 'Enter your **API URL** and your **API Key**   with one field, "API Key"',
  good: 'Enter your **API Key**   with one field, "API Key"',
  docs: docs.verification,
  *check({ readme: { path: file }, lines, described: { nodes, credentials } }) {
    const isKnown = credentials.every((one) => one.complete && !one.partial && one.extends.length === 0);
    const all = credentials.flatMap(({ fields }) => fields.parameters);
    const isPlace = all.some(({ name, raw }) => mayBePlace.test(`${name} ${textOf(raw['displayName']) ?? ''}`));
    if (!isKnown || all.length === 0 || isPlace) return;
    for (const { text, line, marked, isOfCredentials } of lines) {
      // Only beside a field that there is, it is one that users enter in n8n.
      if (!isOfCredentials || !entering.test(text) || sending.test(text)) continue;
      if (!marked.some((one) => fieldsLabelled(one, credentials).length > 0)) continue;
      const missing = marked.find((one) => place.test(one) && !ofOthers.test(one) && !/[/:.]/.test(one));
      if (missing === undefined || isParameter(missing, nodes)) continue;
      yield {
        message: `README tells users to enter ${shown(missing)}, but no credential has such a field`,
        file,
        line,
      };
    }
  },
};

/** Lines of one kind in a README that are judged. */
const maxJudged = 100;

/** What is said of what users should not do, or may. */
const warning = /\b(?:not|never|cannot|avoid|don.?t|if|when|unless)\b/i;

/** `Leave **Row ID** empty` */
const leftEmpty =
  /\bleave (?:the )?[`"'*]{0,3}(\w[\w -]{1,40}?)[`"'*]{0,3} (?:(?:field|parameter) )?(?:empty|blank)\b/i;

const requiredEmpty: FieldLineRule = {
  code: 'docs-required-left-empty',
  title: 'README tells users to leave a required field empty',
  severity: 'warning',
  why: 'n8n does not run a node with an empty required parameter: users who follow the README get an error.',
  fix: 'Write in the README what to enter, or remove `required` from the field.',
  bad: '- **Create a row**: leave Row ID empty   with required: true for "Row ID"',
  good: '- **Create a row**: set Row ID to `new`   with required: true for "Row ID"',
  docs: docs.verification,
  *check({ readme: { path: file }, lines, described: { nodes, credentials } }) {
    const levels = [
      ...nodes.flatMap(({ versions }) => versions.map(({ parameters }) => parameters)),
      ...credentials.map(({ fields }) => fields),
    ];
    const telling = lines.filter(({ text }) => leftEmpty.test(text)).slice(0, maxJudged);
    for (const { text, line } of telling) {
      const found = leftEmpty.exec(text);
      const label = found?.[1];
      if (label === undefined || warning.test(text.slice(0, found?.index))) continue;
      const meant = levels.flatMap((level) => labelledIn(level, label));
      if (meant.length === 0 || !meant.every(({ raw }) => raw['required'] === true)) continue;
      yield { message: `README tells users to leave ${shown(label)} empty, but it is required`, file, line };
    }
  },
};

/** The parameters under a label, also within collections. */
const labelledIn = (level: Level, label: string): Parameter[] =>
  everyParameter(level).filter(({ raw }) => same(label, textOf(raw['displayName'])));

/** Whether a README has lines that the rules judge, so that nodes need be loaded. */
export const mayJudge = (lines: readonly FieldLine[]): boolean =>
  lines.some(
    ({ text, marked }) =>
      statedDefault.test(text) || leftEmpty.test(text) || (entering.test(text) && marked.length > 0),
  );

export const fieldRules = [otherDefault, doubledPrefix, unknownField, requiredEmpty];
