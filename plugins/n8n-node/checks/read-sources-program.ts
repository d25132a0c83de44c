import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from 'oxc-parser';
import type { SandboxFolders, SandboxProgram } from '../../../kernel/sandbox.ts';
import { ReportedViolations } from '../check-rules.ts';
import { asksIn } from '../model/sources/asks.ts';
import { BundledPackages } from '../model/sources/bundled-package.ts';
import { comparisonsIn } from '../model/sources/comparisons.ts';
import { exportsTo } from '../model/sources/exports-to.ts';
import { hostOf } from '../model/sources/hosts.ts';
import { errorText, interfaceText, type TextSight } from '../model/sources/interface-texts.ts';
import { noFacts, type SourceFacts, type SourceOrder } from '../model/sources/source-facts.ts';
import { maxFacts, maxProjectBytes } from '../model/sources/source-limits.ts';
import type { SourceViolation } from '../model/sources/source-rule.ts';
import { type SourceView, UnreadableSource, viewSource } from '../model/sources/source-view.ts';
import { staticDataUses } from '../model/sources/static-data.ts';
import { reasonWithoutPlace } from '../sandbox/without-place.ts';
import { testMethodCannotFail } from './credentials/rules/test-cannot-fail.ts';
import { sourceRules } from './nodes/rules/source-rules.ts';
import { fileRules, rules as securityRules, textRules } from './security/rules/index.ts';

/** Bytes of one file that is parsed. */
const maxFileBytes = 4 * 1024 * 1024;
/** Characters of a name or value that code uses. */
const maxNameLength = 200;
/** Characters of evidence. */
const maxEvidenceLength = 160;

const nodeRules = [...securityRules, ...sourceRules, testMethodCannotFail];
const rulesOf = new Map(
  nodeRules
    .flatMap(({ types }) => types)
    .map((type) => [type, nodeRules.filter(({ types }) => types.includes(type))] as const),
);

const program: SandboxProgram<SourceOrder, SourceFacts> = (place, { sources, texts }) => {
  const { project } = place;
  const facts = noFacts();
  let room = maxProjectBytes;
  const read = (file: string): string => {
    const path = join(project, file);
    const { size } = statSync(path);
    if (size > maxFileBytes) throw new UnreadableSource(`larger than ${maxFileBytes / 1024 / 1024} MiB`);
    room -= size;
    if (room < 0)
      throw new UnreadableSource(`the sources are larger than ${maxProjectBytes / 1024 / 1024} MiB in total`);
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  };
  for (const file of sources) {
    try {
      new FileReader(viewSource(file, read(file)), facts, () => mapOf(join(project, file))).read();
    } catch (error) {
      facts.unread.push({ file, reason: unreadReason(error, place) });
    }
  }
  for (const file of texts) {
    try {
      checkText(file, read(file), facts);
    } catch (error) {
      if (!(error instanceof UnreadableSource)) throw new Error(reasonWithoutPlace(error, place));
    }
  }
  return facts;
};

export default program;

/** Bytes of a source map that is read: a map is a few times as large as its file. */
const maxMapBytes = 32 * 1024 * 1024;

function mapOf(path: string): string | undefined {
  const file = `${path}.map`;
  return existsSync(file) && statSync(file).size <= maxMapBytes ? readFileSync(file, 'utf8') : undefined;
}

/** Gathers what one file shows. */
class FileReader {
  readonly #view: SourceView;
  readonly #facts: SourceFacts;
  readonly #bundled: BundledPackages;
  readonly #reported = new Map<string, ReportedViolations>();

  constructor(view: SourceView, facts: SourceFacts, readMap: () => string | undefined) {
    this.#view = view;
    this.#facts = facts;
    this.#bundled = new BundledPackages({ path: view.path, comments: view.comments, readMap });
  }

  read(): void {
    for (const node of this.#view.tree.nodes) {
      for (const rule of rulesOf.get(node.type) ?? []) this.#report(rule, rule.check({ node, view: this.#view }));
      this.#collect(node);
    }
    for (const rule of fileRules) this.#report(rule, rule.check(this.#view));
    for (const rule of textRules) this.#report(rule, rule.check(this.#view.text));
  }

  #report({ code }: { code: string }, violations: Iterable<SourceViolation> | undefined): void {
    const reported = this.#reported.get(code) ?? new ReportedViolations();
    this.#reported.set(code, reported);
    for (const { message, start, end, severity, evidence } of reported.admitAll(violations)) {
      if (this.#facts.violations.length >= maxFacts) return;
      this.#facts.violations.push({
        code,
        message,
        ...this.#place(start),
        endLine: this.#view.position(Math.max(start, end - 1)).line,
        evidence: evidence ?? this.#excerpt(start, end),
        ...(severity && { severity }),
        ...this.#origin(start),
      });
    }
  }

  #collect(node: Node): void {
    switch (node.type) {
      case 'Literal':
      case 'TemplateLiteral':
        this.#collectHost(node);
        break;
      case 'BinaryExpression':
        this.#collectHost(node);
        this.#collectUses(node);
        break;
      case 'Property':
      case 'PropertyDefinition':
      case 'AssignmentExpression':
        this.#collectText(interfaceText(node, this.#view));
        break;
      case 'NewExpression':
        this.#collectText(errorText(node, this.#view));
        break;
      case 'CallExpression':
      case 'SwitchStatement':
        this.#collectUses(node);
        break;
      case 'MemberExpression':
      case 'VariableDeclarator':
        this.#add(this.#facts.asks, asksIn(node, this.#view), node);
        break;
    }
  }

  #collectHost(node: Node): void {
    const { hosts } = this.#facts;
    const sight = hosts.length < maxFacts ? hostOf(node, this.#view) : undefined;
    if (!sight) return;
    const { start, end, ...about } = sight;
    hosts.push({
      ...about,
      ...this.#place(start),
      evidence: this.#excerpt(start, end),
      ...this.#origin(start),
      ...this.#exportsTo(node),
    });
  }

  #collectUses(node: Node): void {
    const { asks, comparisons, staticData } = this.#facts;
    this.#add(asks, asksIn(node, this.#view), node);
    this.#add(comparisons, comparisonsIn(node, this.#view), node);
    this.#add(staticData, staticDataUses(node, this.#view), node);
  }

  #add<Sight extends { start: number }>(
    facts: (Omit<Sight, 'start'> & { file: string; line: number; column: number })[],
    sights: readonly Sight[],
    node: Node,
  ): void {
    for (const { start, ...about } of sights) {
      const isLong = Object.values(about).some((text) => typeof text === 'string' && text.length > maxNameLength);
      if (isLong || facts.length >= maxFacts || this.#origin(start).bundled !== undefined) continue;
      facts.push({ ...about, ...this.#place(start), ...this.#exportsTo(node) });
    }
  }

  #collectText(sight: TextSight | undefined): void {
    const { texts } = this.#facts;
    if (sight && texts.length < maxFacts)
      texts.push({ field: sight.field, text: sight.text, ...this.#place(sight.start) });
  }

  #place(offset: number) {
    return { file: this.#view.path, ...this.#view.position(offset) };
  }

  #exportsTo(node: Node): { exports?: string[] } {
    const exports = exportsTo(node, this.#view);
    return exports ? { exports } : {};
  }

  #origin(offset: number): { bundled?: string } {
    const bundled = this.#bundled.at(offset, this.#view.position(offset));
    return bundled === undefined ? {} : { bundled };
  }

  #excerpt(start: number, end: number): string {
    const text = this.#view.text.slice(start, Math.min(end, start + 2 * maxEvidenceLength)).replace(/\s+/g, ' ');
    return text.length > maxEvidenceLength ? `${text.slice(0, maxEvidenceLength)}…` : text;
  }
}

/** What the rules about texts find in a file that is not parsed. */
function checkText(file: string, text: string, { violations }: SourceFacts): void {
  for (const { code, check } of textRules) {
    for (const { message, start, severity, evidence = '' } of new ReportedViolations().admitAll(check(text))) {
      if (violations.length >= maxFacts) return;
      const before = text.slice(0, start).split(/\r\n|\n|\r/);
      const line = before.length;
      violations.push({
        code,
        message,
        file,
        line,
        column: (before.at(-1)?.length ?? 0) + 1,
        endLine: line,
        evidence,
        ...(severity && { severity }),
      });
    }
  }
}

function unreadReason(error: unknown, place: SandboxFolders): string {
  if (error instanceof RangeError) return 'nested too deeply';
  return reasonWithoutPlace(error, place).split('\n')[0]?.slice(0, 200) ?? 'cannot be parsed';
}
