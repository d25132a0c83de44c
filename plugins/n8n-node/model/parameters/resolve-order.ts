import type { Level } from './parameter.ts';

/** Parameters of one level up to which n8n's search is followed, and steps of it: past them nothing is said. */
const most = 3000;
const longestSearch = 200_000;

/**
 * Whether n8n finds an order in which to fill in the parameters of a level, each after those that its display options
 * name. Where it does not it throws "Could not resolve parameter dependencies", and the node can't be opened or run.
 *
 * It goes through a queue: a parameter goes to its end again for each name that has not had its turn, and takes its turn
 * all the same. When the queue has not become shorter for as many steps as there are parameters, n8n gives up; that
 * happens when a parameter names itself, and with some circles.
 * Source: n8n-workflow 2.41, dist/cjs/node-helpers.js (`getParameterResolveOrder`)
 */
export function hasOrder({ parameters }: Level): boolean {
  if (parameters.length > most || parameters.every(({ display }) => display === undefined)) return true;
  const needs = new Map<string, Set<string>>();
  for (const { name, display } of parameters) {
    const names = needs.get(name) ?? new Set();
    needs.set(name, names);
    for (const { key } of [...(display?.show ?? []), ...(display?.hide ?? [])])
      if (!key.startsWith('@')) names.add(key);
  }
  const queue = parameters.map(({ name }) => name);
  let next = 0;
  const had = new Set<string>();
  let length = queue.length;
  let shortened = -1;
  for (let step = 1; ; step++) {
    if (queue.length > longestSearch) return true;
    const name = queue[next];
    if (name === undefined) return true;
    next += 1;
    const wanted = needs.get(name) ?? new Set();
    for (const other of wanted) if (needs.has(other) && !had.has(other)) queue.push(name);
    had.add(name);
    if (wanted.size === 0) continue;
    const waiting = queue.length - next;
    if (waiting < length) shortened = step;
    if (step > shortened + parameters.length) return false;
    length = waiting;
  }
}
