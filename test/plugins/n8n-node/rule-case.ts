import { existsSync, readdirSync } from 'node:fs';

/** A project in which a rule finds its fault, and one that comes as close as possible and has none. */
export interface RuleCase<Given> {
  code: string;
  case: string;
  bad: Given;
  good: Given;
}

/** The cases that rules of a check have in files of their own: `checks/<check>/rules/<rule>.case.ts`. */
export async function casesIn<Given>(check: string): Promise<RuleCase<Given>[]> {
  const folder = new URL(`./checks/${check}/rules/`, import.meta.url);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.case.ts'));
  const modules = files.map(
    (name): Promise<{ cases: readonly RuleCase<Given>[] }> => import(new URL(name, folder).href),
  );
  return (await Promise.all(modules)).flatMap(({ cases }) => cases);
}
