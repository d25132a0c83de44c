import type { DescribedVersion } from '../../model/descriptions/described-node.ts';
import type { DescribedPackage } from '../../model/descriptions/described-package.ts';
import type { Choice, Parameter } from '../../model/parameters/parameter.ts';
import { textOf } from '../../model/parameters/plain.ts';
import { wordsOf } from '../../model/words.ts';

/** The operations that the nodes of a package have. */
export interface Offer {
  /** By the names of their resources, as `resourceKey` makes them. */
  resources: ReadonlyMap<string, readonly OfferedOperation[]>;
  /** The same of all nodes, with the words of their resources and their nodes. */
  all: readonly OfferedOperation[];
}

export interface OfferedOperation {
  /** Those of its name, its value, its action and its description. */
  words: ReadonlySet<string>;
  /** Its name and its value. */
  names: readonly string[];
}

/** Words of a heading that say what it lists: `Contact operations`. */
const generic = /^(?:operations?|actions?|resources?|management|the|api|supported|available)$/;

/** A name of a resource as a README and a node may write it: the same for `Line Item`, `lineItems` and `Line item actions`. */
export const resourceKey = (name: string): string => telling(name.replace(/\([^()]*\)/g, ' ')).join('');

/** The words of a text, in the singular, without those that say only what it lists. */
export const telling = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => !generic.test(word))
    .map((word) => word.replace(/ies$/, 'y').replace(/(?<=[a-z])s$/, ''));

/** Whether all nodes are known, and all of each. */
const areKnown = ({ nodes, unknown }: DescribedPackage): boolean =>
  unknown.every(({ path }) => path.includes('.credentials.')) && nodes.every(({ partial }) => !partial);

/** Undefined if some nodes are not known, or not all that they offer. */
export function offerOf(described: DescribedPackage): Offer | undefined {
  if (!areKnown(described)) return undefined;
  const resources = new Map<string, OfferedOperation[]>();
  const all: OfferedOperation[] = [];
  for (const { name, versions } of described.nodes)
    for (const version of versions) {
      const operations = operationsOf(version);
      const selectors = version.parameters.named.get('resource') ?? [];
      if (!operations || selectors.some(({ choices }) => !choices)) return undefined;
      const ofNode = [name, textOf(version.description['displayName']) ?? ''];
      const inFull = ({ words, names }: OfferedOperation, texts: readonly string[]): OfferedOperation => ({
        words: new Set([...words, ...allWords([...ofNode, ...texts])]),
        names,
      });
      all.push(...operations.map((one) => inFull(one, one.shown)));
      for (const { value, raw } of selectors.flatMap(({ choices = [] }) => choices)) {
        const own = operations.filter(({ shown }) => shown.length === 0 || shown.includes(String(value)));
        const label = textOf(raw['name']) ?? '';
        all.push(...own.map((one) => inFull(one, [label])));
        for (const key of new Set([resourceKey(label), resourceKey(String(value))]))
          resources.set(key, [...(resources.get(key) ?? []), ...own]);
      }
    }
  return { resources, all };
}

/** What a user selects first: names of resources, else of operations, actions and events. Undefined if not all are known. */
export function selectionsOf(described: DescribedPackage): readonly string[] | undefined {
  if (!areKnown(described)) return undefined;
  const names = new Map<string, string>();
  for (const { versions } of described.nodes)
    for (const { parameters } of versions) {
      const there = selecting.filter((one) => parameters.named.has(one));
      const hasSeveral = (one: string) =>
        (parameters.named.get(one) ?? []).flatMap(({ choices }) => choices ?? []).length > 1;
      const name = there.find(hasSeveral) ?? there.at(-1);
      for (const { choices } of (name && parameters.named.get(name)) || []) {
        if (!choices) return undefined;
        for (const { raw, value } of choices) {
          const label = textOf(raw['name']) ?? String(value);
          names.set(resourceKey(label), label);
        }
      }
    }
  return [...names.values()];
}

/** Parameters that select what a node does, the outermost first. */
const selecting = ['resource', 'operation', 'action', 'event', 'events'];

interface Offered extends OfferedOperation {
  /** The resources that it is shown for; empty for all. */
  shown: readonly string[];
}

/** Undefined if some are loaded, or not known. */
function operationsOf({ parameters }: DescribedVersion): Offered[] | undefined {
  const selectors = (parameters.named.get('operation') ?? []).filter(({ type }) => type !== 'hidden');
  if (selectors.some(({ choices, display }) => !choices || display?.complete === false)) return undefined;
  return selectors.flatMap((selector) =>
    (selector.choices ?? []).map((choice) => ({
      words: wordsOfChoice(choice),
      names: [textOf(choice.raw['name']) ?? '', String(choice.value)],
      shown: resourcesOf(selector),
    })),
  );
}

/** The resources that a parameter is shown for; empty for all. */
export const resourcesOf = ({ display }: Parameter): string[] =>
  (display?.show ?? []).flatMap(({ key, values }) => (/^\/?resource$/.test(key) ? values.map(String) : []));

const wordsOfChoice = ({ value, raw }: Choice): ReadonlySet<string> =>
  allWords([String(value), ...['name', 'action', 'description'].map((field) => textOf(raw[field]) ?? '')]);

const allWords = (texts: readonly string[]): ReadonlySet<string> => new Set(texts.flatMap(wordsOf));
