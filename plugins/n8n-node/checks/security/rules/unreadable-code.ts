import { type Node, visitorKeys } from 'oxc-parser';
import { lineAt } from '../../../ast/line-starts.ts';
import type { FileDetector, SourceView } from '../../../model/sources/source-view.ts';

/** Statements on one line from which nobody wrote or reviewed that line. Formatters and compilers make one, loops three. */
const crowded = 25;
/** Share of a file's statements on such lines from which the file is minified, not one long line in it. */
const minifiedShare = 0.3;
/** Distinct names like `_0x3fa1` that a file needs to count as obfuscated. */
const mangledNames = 5;

/** Code that a reviewer can't read. One finding a file: the worse of the two. */
export const unreadableCode: FileDetector = function* (view) {
  const facts = measure(view);
  const { mangled } = facts;
  if (mangled.names.size >= mangledNames && mangled.first) {
    yield {
      code: 'security-obfuscated-code',
      message: `${mangled.names.size} names like ${[...mangled.names].slice(0, 3).join(', ')}: the code is obfuscated`,
      ...spanOf(mangled.first),
    };
  } else if (facts.bracketed > 30 && facts.bracketed > facts.dotted) {
    yield {
      code: 'security-obfuscated-code',
      message: `${facts.bracketed} members are reached as ["text"], ${facts.dotted} by name: the code is obfuscated`,
      ...(facts.firstBracketed ? spanOf(facts.firstBracketed) : { start: 0, end: 0 }),
    };
  } else if (isSymbolSoup(view.text)) {
    yield {
      code: 'security-obfuscated-code',
      message: 'The code is written in brackets and signs',
      start: 0,
      end: 80,
    };
  } else {
    yield* minified(view, facts);
  }
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

function measure(view: SourceView): Facts {
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
  return facts;
}

function earlier(known: Node | undefined, node: Node): Node {
  return known && known.start <= node.start ? known : node;
}

const statements = new Set(
  Object.keys(visitorKeys).filter(
    (type) => /(Statement|^VariableDeclaration|^FunctionDeclaration)$/.test(type) && type !== 'BlockStatement',
  ),
);

/** A statement, or what a minifier makes of one: a term of `a, b, c`. Blocks and what only declares count for nothing. */
function isStep(node: Node): boolean {
  return node.parent?.type === 'SequenceExpression' || statements.has(node.type);
}

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
    code: 'security-minified-code',
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
