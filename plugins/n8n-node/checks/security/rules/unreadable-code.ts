import type { Node } from 'oxc-parser';
import { lineAt } from '../../../ast/line-starts.ts';
import { docs } from '../../../docs-links.ts';
import type { FileRule, SourceViolation } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';

/** Statements on one line from which nobody wrote or reviewed that line. Formatters and compilers make one, loops three. */
const crowded = 25;
/** Share of a file's statements on such lines from which the file is minified, not one long line in it. */
const minifiedShare = 0.3;
/** Distinct names like `_0x3fa1` that a file needs to count as obfuscated. */
const mangledNames = 5;

/** Code that was made unreadable on purpose. */
export const obfuscatedCode: FileRule = {
  code: 'security-obfuscated-code',
  title: 'The code is obfuscated',
  severity: 'error',
  why: 'n8n verifies a package by reading it. Code that was made unreadable can not be verified, and nobody obfuscates a node for a good reason.',
  fix: 'Publish what the TypeScript compiler writes.',
  bad: "const _0x1a2b = ['get']; function _0x3c4d(_0x5e6f) { return _0x1a2b[_0x5e6f]; }",
  good: "const methods = ['get'];",
  docs: docs.verification,
  *check(view) {
    const violation = obfuscation(view);
    if (violation) yield violation;
  },
};

function obfuscation(view: SourceView): SourceViolation | undefined {
  const { mangled, bracketed, firstBracketed, dotted } = measure(view);
  if (mangled.names.size >= mangledNames && mangled.first) {
    const names = [...mangled.names].slice(0, 3).join(', ');
    return {
      message: `${mangled.names.size} names like ${names}: the code is obfuscated`,
      ...spanOf(mangled.first),
    };
  }
  if (bracketed > 30 && bracketed > dotted) {
    const message = `${bracketed} members are reached as ["text"], ${dotted} by name: the code is obfuscated`;
    return { message, ...(firstBracketed ? spanOf(firstBracketed) : { start: 0, end: 0 }) };
  }
  return isSymbolSoup(view.text)
    ? { message: 'The code is written in brackets and signs', start: 0, end: 80 }
    : undefined;
}

/** Code that a tool made short. What is obfuscated as well is reported as that. */
export const minifiedCode: FileRule = {
  code: 'security-minified-code',
  title: 'The code is minified',
  severity: 'warning',
  why: 'A reviewer has to read what is published, and users the traces of errors. A node is loaded once from disk: minifying it saves nothing.',
  fix: 'Turn minification off in the build.',
  bad: 'esbuild nodes/Acme.node.ts --bundle --minify',
  good: 'esbuild nodes/Acme.node.ts --bundle',
  docs: docs.verification,
  *check(view) {
    if (!obfuscation(view)) yield* minified(view, measure(view));
  },
};

interface Facts {
  mangled: { names: Set<string>; first?: Node };
  /** Accesses like `object["method"]` where `object.method` would do. */
  bracketed: number;
  firstBracketed?: Node;
  dotted: number;
  /** How many statements and terms of a sequence start on each line. */
  statements: Map<number, number>;
}

const measured = new WeakMap<SourceView, Facts>();

/** Once for both rules. */
function measure(view: SourceView): Facts {
  const known = measured.get(view);
  if (known) return known;
  const facts: Facts = { mangled: { names: new Set() }, bracketed: 0, dotted: 0, statements: new Map() };
  const { nodes } = view.tree;
  // From the end: of accesses that begin at one place the inner one is shown.
  for (let at = nodes.length - 1; at >= 0; at -= 1) {
    const node = nodes[at];
    if (!node) continue;
    if (node.type === 'Identifier' && /^_0x[0-9a-f]{3,}$/i.test(node.name)) {
      facts.mangled.names.add(node.name);
      facts.mangled.first = earlier(facts.mangled.first, node);
    } else if (node.type === 'MemberExpression') {
      if (!node.computed) facts.dotted += 1;
      else if (node.property.type === 'Literal' && /^[A-Za-z_$][\w$]*$/.test(String(node.property.value))) {
        facts.bracketed += 1;
        facts.firstBracketed = earlier(facts.firstBracketed, node);
      }
    }
    if (isStep(node)) {
      const line = lineAt(view.lineStarts, node.start);
      facts.statements.set(line, (facts.statements.get(line) ?? 0) + 1);
    }
  }
  measured.set(view, facts);
  return facts;
}

function earlier(known: Node | undefined, node: Node): Node {
  return known && known.start <= node.start ? known : node;
}

/** A statement, or what a minifier makes of one: a term of `a, b, c`. Blocks and what only declares count for nothing. */
function isStep(node: Node): boolean {
  return node.parent?.type === 'SequenceExpression' || (statement.test(node.type) && node.type !== 'BlockStatement');
}

const statement = /(Statement|^VariableDeclaration|^FunctionDeclaration)$/;

function* minified(view: SourceView, { statements }: Facts) {
  let all = 0;
  let onCrowded = 0;
  let first: number | undefined;
  for (const [line, count] of statements) {
    all += count;
    if (count < crowded) continue;
    onCrowded += count;
    first = Math.min(first ?? line, line);
  }
  if (first === undefined || onCrowded < all * minifiedShare) return;
  const start = view.lineStarts[first] ?? 0;
  yield {
    message: `${statements.get(first)} statements on one line: the code is minified`,
    start,
    end: start + 120,
  };
}

/** Programs of nothing but `[]()!+`. */
function isSymbolSoup(text: string): boolean {
  const signs = text.match(/[[\]()!+]/g)?.length ?? 0;
  return signs > 1000 && signs * 10 > text.length * 8;
}

const spanOf = ({ start, end }: Node) => ({ start, end });
