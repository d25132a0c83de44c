import type { TSESTree } from '@typescript-eslint/types';
import { eslintModule } from './eslint-module.ts';
import { type ParsedTree, visitorKeys } from './oxc-to-estree.ts';

export type Listener = (node: TSESTree.Node) => void;

/** A selector as ESLint parses it. */
interface Selector {
  source: string;
  isExit: boolean;
  root: { type: string };
  /** The types of nodes that it can match; null for any. */
  nodeTypes: readonly string[] | null;
  compare(other: Selector): number;
}

interface EsQuery {
  parse(selector: string): Selector;
  matches(node: TSESTree.Node, root: object, ancestry: readonly TSESTree.Node[], options: object): boolean;
}

let loaded: EsQuery | undefined;

/** Loaded on first use: if ESLint no longer has this module, its Linter lints the file. */
function esquery(): EsQuery {
  const query: EsQuery = loaded ?? eslintModule('lib/linter/esquery.js');
  loaded = query;
  return query;
}

/**
 * Calls listeners for the nodes of a tree as ESLint does: on enter and exit, by selector, the most specific ones last.
 * @param listeners by selector
 * @throws {Error} what a listener throws, and for a tree or a selector that only ESLint can handle
 */
export function visitNodes({ nodes, ends }: ParsedTree, listeners: ReadonlyMap<string, readonly Listener[]>): void {
  const plan = planFor([...listeners.keys()]);
  const called = [...listeners.values()];
  /** Nodes to exit. */
  const open: number[] = [];
  const leave = (before: number) => {
    for (let last = open.at(-1); last !== undefined && (ends[last] ?? 0) <= before; last = open.at(-1)) {
      open.pop();
      const node = nodes[last];
      if (node) tell(node, plan(node.type).exit, called);
    }
  };
  nodes.forEach((node, index) => {
    if (open.length > 0) leave(index);
    const { enter, exit } = plan(node.type);
    if (enter.length > 0) tell(node, enter, called);
    if (exit.length > 0) open.push(index);
  });
  leave(nodes.length);
}

/** Calls the listeners of the matching selectors. */
function tell(node: TSESTree.Node, visits: readonly Visit[], listeners: readonly (readonly Listener[])[]): void {
  let ancestry: TSESTree.Node[] | undefined;
  for (const { index, root } of visits) {
    if (root) {
      ancestry ??= ancestors(node);
      if (!esquery().matches(node, root, ancestry, options)) continue;
    }
    for (const listener of listeners[index] ?? []) listener(node);
  }
}

const options = {
  visitorKeys,
  fallback: () => unknown('node'),
  matchClass: () => unknown('selector'),
};

function unknown(what: string): never {
  throw new Error(`an unknown ${what}`);
}

/** From the parent upwards. */
function ancestors({ parent }: TSESTree.Node): TSESTree.Node[] {
  const found: TSESTree.Node[] = [];
  for (let node = parent; node; node = node.parent) found.push(node);
  return found;
}

/** A selector to check for a node. */
interface Visit {
  /** Index among all selectors. */
  index: number;
  /** What must still match; absent if the type is enough. */
  root?: object;
}

type Plan = (type: string) => { enter: readonly Visit[]; exit: readonly Visit[] };

/** The selectors for each type of node, in the order in which their listeners are called. */
function makePlan(names: readonly string[]): Plan {
  const selectors = names.map((name, index) => ({ selector: esquery().parse(name), index }));
  selectors.sort((a, b) => a.selector.compare(b.selector));
  const byType = new Map<string, ReturnType<Plan>>();
  const visits = (type: string, isExit: boolean) =>
    selectors
      .filter(({ selector }) => selector.isExit === isExit && (selector.nodeTypes?.includes(type) ?? true))
      .map(({ selector: { root }, index }): Visit => (root.type === 'identifier' ? { index } : { index, root }));
  return (type) => {
    const known = byType.get(type);
    if (known) return known;
    const made = { enter: visits(type, false), exit: visits(type, true) };
    byType.set(type, made);
    return made;
  };
}

const plans = new Map<string, Plan>();

function planFor(names: readonly string[]): Plan {
  const key = names.join('\n');
  const plan = plans.get(key) ?? makePlan(names);
  plans.set(key, plan);
  return plan;
}
