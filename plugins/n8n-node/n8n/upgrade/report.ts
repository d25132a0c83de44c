import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listed } from '../../rule.ts';
import type { RuleChanges } from './compare-rules.ts';
import { type ComparedSource, minorOf } from './compare-sources.ts';
import { lintPlugin } from './find-release.ts';
import type { VersionChange } from './manifest-versions.ts';
import type { ListChange, Upgraded } from './upgrade.ts';

const catalogue = 'plugins/n8n-node/n8n-lint/catalogue';
/** Names to list; for the others, the number. */
const maxNames = 20;

/** The commands to run after an upgrade, in order, and their purpose. */
const commands: readonly (readonly [command: string, shows: string])[] = [
  ['npm install', 'writes package-lock.json'],
  ['npm run types', 'our code compiles with the new types'],
  ['npx vitest run test/plugins/n8n-node/n8n-lint', "findings equal those of n8n's gate, every rule is described"],
  ['npm run docs', 'generated documentation is current'],
  ['npm test', 'everything else that works offline'],
  ['npm run test:network', 'packages load as in n8n-core; findings on real packages; the next ruleset'],
  ['npm run seeded-faults', 'no fault is missed that was found before'],
  ['npm run real-projects -- <folder of checkouts>', 'findings agree with the judged ones'],
  ['npm run bench', 'time and memory are within their bounds'],
];

/**
 * Describes an upgrade and the remaining steps.
 * @param root folder of the repository
 */
export async function report(root: string, upgraded: Upgraded): Promise<string[]> {
  const { versions, kits, lists, written, confirmed, changed, rules } = upgraded;
  const lines = [...versions.map(versionLine), ...lists.map(listLine), ...confirmedLines(confirmed), ''];
  const left = sourceLines(changed);
  for (const plugin of rules) left.push(...(await ruleLines(root, plugin)));
  left.push(...(await rulesetLines(root, upgraded)));
  left.push(...kitLines(kits));
  if (written.length === 0 && left.length === 0) return [...lines, 'Everything is current.'];
  return [...lines, ...left, 'Run in this order:', ...table(commands)];
}

/** npm creates the lock file of a kit; its size is known after the installation. */
function kitLines(kits: readonly string[]): string[] {
  if (kits.length === 0) return [];
  const folder = 'plugins/n8n-node/n8n/kits';
  return [
    `Kits to lock, each with its size (\`config.mebibytes\`, as \`service n8n list\` says):`,
    ...kits.map(
      (release) =>
        `  npm install --prefix ${folder}/${release} --package-lock-only --ignore-scripts --omit-lockfile-registry-resolved=false`,
    ),
    '',
  ];
}

function versionLine({ name, before, after }: VersionChange): string {
  if (before === after) return `${name} ${before} unchanged`;
  return `${name} ${before ?? '(none)'} → ${after ?? '(removed)'}`;
}

function listLine({ list, added, removed }: ListChange): string {
  const parts = [
    added.length > 0 ? `added ${shortList(added)}` : [],
    removed.length > 0 ? `removed ${shortList(removed)}` : [],
  ].flat();
  return `${list} ${parts.length === 0 ? 'unchanged' : parts.join('; ')}`;
}

const shortList = (names: readonly string[]) => listed(names, { most: maxNames });

function confirmedLines(confirmed: readonly ComparedSource[]): string[] {
  const groups = Map.groupBy(
    confirmed,
    ({ comment, after }) => `${comment.package} ${comment.version} → ${minorOf(after)}`,
  );
  return [...groups].map(
    ([versions, { length }]) => `Source: ${versions} in comments whose files are the same: ${length}`,
  );
}

function sourceLines(changed: readonly ComparedSource[]): string[] {
  if (changed.length === 0) return [];
  const all = changed.flatMap((one) => one.changed.map((path) => ({ ...one, path })));
  const groups = Map.groupBy(all, ({ comment, before, after, path }) =>
    ['npm diff', `--diff=${comment.package}@${before}`, `--diff=${comment.package}@${after}`, path].join(' '),
  );
  return [
    'Files of n8n that differ. Compare each, correct the files of ours below it, and put the new version into their comment:',
    ...[...groups].flatMap(([command, ours]) => [`  ${command}`, ...ours.map(({ comment }) => `    ${comment.file}`)]),
    '',
  ];
}

async function ruleLines(root: string, changes: RuleChanges): Promise<string[]> {
  const { plugin, before, after, added, removed, changed, shared } = changes;
  const prefix = `${plugin.replace(/\/?eslint-plugin-/, '/').replace(/^\//, '')}/`;
  const lines: string[] = [];
  for (const [names, what] of [
    [added, 'added'],
    [removed, 'removed'],
    [changed, 'changed'],
  ] as const)
    for (const name of names) lines.push(`  ${what} ${prefix}${name}${await filesNaming(root, `${prefix}${name}`)}`);
  if (shared.length > 0) lines.push(`  changed for several rules: ${shared.join(', ')}`);
  if (lines.length === 0) lines.push('  no rule differs');
  return [
    `Rules of ${plugin}, to bring into ${catalogue}:`,
    ...lines,
    `  npm diff --diff=${plugin}@${before} --diff=${plugin}@${after} dist/`,
    '',
  ];
}

/** Our files that describe a rule. */
async function filesNaming(root: string, code: string): Promise<string> {
  const files: string[] = [];
  for await (const file of glob('*.ts', { cwd: join(root, catalogue) }))
    if ((await readFile(join(root, catalogue, file), 'utf8')).includes(`${code}'`)) files.push(file);
  return files.length === 0 ? '' : `: ${files.sort().join(', ')}`;
}

async function rulesetLines(root: string, { rules, versions, newestRules }: Upgraded): Promise<string[]> {
  const lines: string[] = [];
  if (rules.length > 0) lines.push(`  Give \`ruleset\` in ${catalogue}/ruleset.ts a new name.`);
  const used = versions.find(({ name }) => name === lintPlugin)?.after;
  const text = await readFile(join(root, catalogue, 'next-ruleset.ts'), 'utf8');
  const described = /source: '\S+ (\S+)'/.exec(text)?.[1];
  if (used === newestRules && !text.includes('changes: []'))
    lines.push(`  Remove the changes from ${catalogue}/next-ruleset.ts: the gate uses the newest ${lintPlugin}.`);
  if (newestRules !== described)
    lines.push(
      `  Describe ${lintPlugin} ${newestRules} in ${catalogue}/next-ruleset.ts, which describes ${described}; the gate uses ${used}.`,
    );
  return lines.length === 0 ? [] : ['Rulesets:', ...lines, ''];
}

function table(rows: typeof commands): string[] {
  const width = Math.max(...rows.map(([command]) => command.length));
  return rows.map(([command, shows]) => `  ${command.padEnd(width)}  ${shows}`);
}
