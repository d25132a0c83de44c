import type { Level } from './parameter.ts';

/** Parameters of one level, and steps of n8n's search through them, beyond which nothing is reported. */
const maxParameters = 3000;
const maxSteps = 200_000;

/**
 * Whether n8n can order the parameters of a level so that each follows those in its display options. Otherwise it throws
 * "Could not resolve parameter dependencies", and the node cannot be opened or run.
 *
 * It uses a queue: for each unresolved dependency, a parameter is appended again, and then counts as resolved. If the queue
 * does not become shorter in as many steps as there are parameters, n8n gives up. That happens if a parameter depends on
 * itself, and with some cycles.
 * Source: n8n-workflow 2.41, dist/cjs/node-helpers.js (`getParameterResolveOrder`)
 */
export function hasOrder({ parameters }: Level): boolean {
  if (parameters.length > maxParameters || parameters.every(({ display }) => display === undefined)) return true;
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
    if (queue.length > maxSteps) return true;
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
