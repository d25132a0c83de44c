import type { Check } from './check.ts';
import { reasonOf } from './errors.ts';
import type { Rule } from './finding.ts';
import { createKernel } from './kernel.ts';
import type { Kernel, Plugin } from './plugin.ts';
import { printable } from './printable.ts';

/**
 * Returns the violations of the plugin contract, one sentence each: whether it can be registered, and whether its texts are
 * readable.
 * @param others plugins that it requires or whose project types it extends
 */
export function pluginFaults(plugin: Plugin, others: readonly Plugin[] = []): string[] {
  let kernel: Kernel;
  try {
    kernel = createKernel({ plugins: [...others, plugin] });
  } catch (error) {
    return [reasonOf(error)];
  }
  return [...kernel.projectTypes.keys()].flatMap((type) => {
    const { include = [] } = kernel.projectTypes.get(type) ?? {};
    const checks = kernel.checks(type);
    return [
      ...include
        .filter((path) => !isInsideProject(path))
        .map((path) => `${type}: include "${path}" is outside the project`),
      ...checks.flatMap((check, index) => checkFaults(check, checks.slice(0, index), `${type}/${check.name}`)),
    ];
  });
}

const isInsideProject = (path: string) => !/^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)/i.test(path);

function checkFaults(check: Check, before: readonly Check[], where: string): string[] {
  const { title, docs, rules, needs = [], modes } = check;
  const known = new Map(before.map((other) => [other.name, other]));
  return [
    ...textFaults({ title }, where),
    ...linkFaults(docs, where),
    ...rules.flatMap((rule) => ruleFaults(rule, where)),
    // Checks are reported in their order, so that the cause comes first.
    ...needs
      .filter((name) => !known.has(name))
      .map((name) => `${where}: needs "${name}", which is not declared before it`),
    ...needs
      .filter((name) => known.has(name) && !modes.every((mode) => known.get(name)?.modes.includes(mode)))
      .map((name) => `${where}: needs "${name}", which does not run in all of its modes`),
  ];
}

function ruleFaults({ code, title, why, fix, bad, good, docs }: Rule, where: string): string[] {
  const place = `${where}: ${code}`;
  return [
    ...textFaults({ title, why, fix }, place),
    // An example can be a whole file with a final line break.
    ...textFaults({ bad: bad.replace(/\n$/, ''), good: good.replace(/\n$/, '') }, place),
    ...linkFaults(docs, place),
    ...(bad === good ? [`${place}: bad and good are identical`] : []),
    ...(/\n/.test(title) ? [`${place}: title has more than one line`] : []),
  ];
}

function textFaults(texts: Readonly<Record<string, string>>, place: string): string[] {
  return Object.entries(texts).flatMap(([field, text]) => [
    ...(text.trim() === '' ? [`${place}: ${field} is empty`] : []),
    ...(/^\s|[\t ]$|[\t ]\n|\n$/.test(text) ? [`${place}: ${field} has leading or trailing whitespace`] : []),
    ...(printable(text, { lines: true }) !== text ? [`${place}: ${field} has invisible characters`] : []),
  ]);
}

function linkFaults(docs: string | undefined, place: string): string[] {
  if (docs === undefined) return [];
  const isLink = URL.canParse(docs) && new URL(docs).protocol === 'https:' && !/\s/.test(docs);
  return isLink ? [] : [`${place}: docs "${docs}" is not an https URL`];
}
