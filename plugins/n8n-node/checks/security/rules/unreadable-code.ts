import type { Node } from 'oxc-parser';
import { lineAt } from '../../../ast/line-starts.ts';
import { docs } from '../../../docs-links.ts';
import { memoize } from '../../../memoize.ts';
import type { FileRule, SourceViolation } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';

/** A line with this many statements is minified. Formatters and compilers write one statement on a line, three for loops. */
const minMinifiedStatements = 25;
/** From this share of its statements on such lines on, a file is minified. */
const minMinifiedShare = 0.3;
/** Different names like `_0x3fa1` in an obfuscated file. */
const minMangledNames = 5;

/** Code that is unreadable on purpose. */
export const obfuscatedCode: FileRule = {
  code: 'security-obfuscated-code',
  title: 'Code is obfuscated',
  severity: 'error',
  why: 'n8n reviews the code of a package. Obfuscated code cannot be reviewed, and there is no good reason to obfuscate a node.',
  fix: 'Publish the output of the TypeScript compiler.',
  bad: "const _0x1a2b = ['get']; function _0x3c4d(_0x5e6f) { return _0x1a2b[_0x5e6f]; }",
  good: "const methods = ['get'];",
  docs: docs.verification,
  *check(view) {
    const { obfuscated } = measure(view);
    if (obfuscated) yield obfuscated;
  },
};

function obfuscation(
  { text }: SourceView,
  { mangled, bracketed, firstBracketed, dotted }: Facts,
): SourceViolation | undefined {
  if (mangled.names.size >= minMangledNames && mangled.first) {
    const names = [...mangled.names].slice(0, 3).join(', ');
    return {
      message: `Code is obfuscated: ${mangled.names.size} names like ${names}`,
      ...spanOf(mangled.first),
    };
  }
  if (bracketed > 30 && bracketed > dotted) {
    const message = `Code is obfuscated: ${bracketed} members accessed as ["name"], ${dotted} by name`;
    return { message, ...(firstBracketed ? spanOf(firstBracketed) : { start: 0, end: 0 }) };
  }
  return isSymbolSoup(text)
    ? { message: 'Code is obfuscated: it consists of brackets and signs', start: 0, end: 80 }
    : undefined;
}

/** Minified code. Not reported if it is also obfuscated. */
export const minifiedCode: FileRule = {
  code: 'security-minified-code',
  title: 'Code is minified',
  severity: 'warning',
  why: 'Reviewers read the published code, and users read stack traces. A node is loaded from disk once, so minification saves nothing.',
  fix: 'Disable minification in the build.',
  bad: 'esbuild nodes/Acme.node.ts --bundle --minify',
  good: 'esbuild nodes/Acme.node.ts --bundle',
  docs: docs.verification,
  *check(view) {
    const { facts, obfuscated } = measure(view);
    if (!obfuscated) yield* minified(view, facts);
  },
};

interface Facts {
  mangled: { names: Set<string>; first?: Node };
  /** Accesses like `object["method"]` instead of `object.method`. */
  bracketed: number;
  firstBracketed?: Node;
  dotted: number;
  /** Number of statements and terms of a sequence that start on each line. */
  statements: Map<number, number>;
}

/** For both rules. */
const measure = memoize((view: SourceView) => {
  const facts = factsOf(view);
  return { facts, obfuscated: obfuscation(view, facts) };
});

function factsOf(view: SourceView): Facts {
  const facts: Facts = { mangled: { names: new Set() }, bracketed: 0, dotted: 0, statements: new Map() };
  const { nodes } = view.tree;
  // From the end, so that of accesses with the same start the inner one is reported.
  for (let at = nodes.length - 1; at >= 0; at -= 1) {
    const node = nodes[at];
    if (!node) continue;
    if (node.type === 'Identifier' && /^_0x[0-9a-f]{3,}$/i.test(node.name)) {
      facts.mangled.names.add(node.name);
      facts.mangled.first = earlier(facts.mangled.first, node);
    } else if (node.type === 'MemberExpression') {
      if (!node.computed) facts.dotted += 1;
      else if (isAssigned(node)) continue;
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
  return facts;
}

/** TypeScript compiles enums to assignments: `Color[Color["Red"] = 0] = "Red"`. */
const isAssigned = (node: Node): boolean => node.parent?.type === 'AssignmentExpression' && node.parent.left === node;

function earlier(known: Node | undefined, node: Node): Node {
  return known && known.start <= node.start ? known : node;
}

/** A statement, or a term of `a, b, c`, which minifiers write instead. Blocks do not count. */
function isStep(node: Node): boolean {
  return node.parent?.type === 'SequenceExpression' || (statement.test(node.type) && node.type !== 'BlockStatement');
}

const statement = /(Statement|^VariableDeclaration|^FunctionDeclaration)$/;

function* minified(view: SourceView, { statements }: Facts) {
  let all = 0;
  let onMinifiedLines = 0;
  let first: number | undefined;
  for (const [line, count] of statements) {
    all += count;
    if (count < minMinifiedStatements) continue;
    onMinifiedLines += count;
    first = Math.min(first ?? line, line);
  }
  if (first === undefined || onMinifiedLines < all * minMinifiedShare) return;
  const start = view.lineStarts[first] ?? 0;
  yield {
    message: `Code is minified: ${statements.get(first)} statements on one line`,
    start,
    end: start + 120,
  };
}

/** Programs that consist of `[]()!+`. */
function isSymbolSoup(text: string): boolean {
  const signs = text.match(/[[\]()!+]/g)?.length ?? 0;
  return signs > 1000 && signs * 10 > text.length * 8;
}

const spanOf = ({ start, end }: Node) => ({ start, end });
