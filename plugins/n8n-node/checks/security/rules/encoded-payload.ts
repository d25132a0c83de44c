import type { Node } from 'oxc-parser';
import { docs } from '../../../docs-links.ts';
import type { NodeRule, SourceViolation } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';

/** A literal of this length can contain a program. */
const minPayloadLength = 200;
/** Of decoded text in a message. */
const maxExcerptLength = 120;

/** Encoded text that contains code, or that accesses something restricted. */
export const encodedPayload: NodeRule = {
  code: 'security-encoded-payload',
  title: 'Encoded text contains code or a URL',
  severity: 'error',
  why: 'Reviewers cannot read Base64, character codes and escapes. This text contains something that they would have to review.',
  fix: 'Write the text without encoding. Ship binary data, for example an icon, as a file.',
  bad: "const name = Buffer.from('Y2hpbGRfcHJvY2Vzcw==', 'base64').toString();",
  good: "const pixel = Buffer.from('iVBORw0KGgo=', 'base64');",
  docs: docs.verification,
  types: ['Literal', 'CallExpression', 'BinaryExpression'],
  check({ node, view }) {
    const violation = node.type === 'Literal' ? inLiteral(node) : inExpression(node, view);
    return violation && [violation];
  },
};

function inLiteral(node: Extract<Node, { type: 'Literal' }>): SourceViolation | undefined {
  if (typeof node.value !== 'string') return undefined;
  return escaped(node) ?? (node.value.length >= minPayloadLength ? packed(node, node.value) : undefined);
}

function inExpression(node: Node, view: SourceView): SourceViolation | undefined {
  const constant = view.constants.text(node);
  if (!constant || constant.how === 'plain') return undefined;
  // Reported for the outermost expression only.
  if (node.parent && view.constants.text(node.parent)) return undefined;
  if (isReportedByOtherRule(node, view)) return undefined;
  if (constant.how === 'decoded' && suspicious.test(constant.text)) {
    const message = `Encoded text decodes to "${excerpt(constant.text)}"`;
    return { message, start: node.start, end: node.end };
  }
  return constant.text.length >= minPayloadLength ? packed(node, constant.text) : undefined;
}

/** The name of a module or a global: other rules report it decoded. */
function isReportedByOtherRule(node: Node, view: SourceView): boolean {
  const { parent } = node;
  if (parent?.type === 'ImportExpression') return true;
  if (parent?.type === 'MemberExpression') return parent.property === node && view.globals.of(parent) !== undefined;
  return parent?.type === 'CallExpression' && /(^|\.)require$/.test(view.globals.of(parent.callee)?.join('.') ?? '');
}

/** What no legitimate text hides: access to modules, processes, the environment and code, and URLs. */
const suspicious =
  /\b(child_process|process\b|require\b|eval\b|Function\b|globalThis|constructor\b|execSync|spawn\b|fs\b|net\b|\/etc\/|\.ssh\b|powershell|curl |wget )|https?:\/\//i;

/** Code, not just text that mentions it. */
const program =
  /\b(require\s*\(|process\.|eval\s*\(|new Function|function(?:\s+\w+)?\s*\(|import\s*\(|=>\s*\{|child_process)/;

/** A literal with letters as `\x70`, which no compiler or minifier writes. */
function escaped(node: Extract<Node, { type: 'Literal' }>): SourceViolation | undefined {
  if (typeof node.value !== 'string' || !node.raw?.includes('\\')) return undefined;
  const letters = node.raw.match(/\\(?:x(?:[46][1-9a-f]|[57][0-9a])|u00(?:[46][1-9a-f]|[57][0-9a]))/gi)?.length ?? 0;
  if (letters < 4 || letters * 2 < node.value.length) return undefined;
  return {
    message: `Letters are written as escape sequences: "${excerpt(node.value)}"`,
    start: node.start,
    end: node.end,
  };
}

/** A long literal that decodes to a program: JavaScript, machine code or WebAssembly. */
function packed(node: Node, value: string): SourceViolation | undefined {
  const bytes = decode(value);
  const what = bytes && kindOf(bytes);
  if (!what) return undefined;
  return {
    message: `Encoded text of ${value.length} characters contains ${what}`,
    start: node.start,
    end: node.end,
  };
}

function decode(value: string): Buffer | undefined {
  const bare = value.replace(/^data:[^,]{0,100};base64,/, '').replace(/\s+/g, '');
  if (/^[0-9a-f]+$/i.test(bare) && bare.length % 2 === 0) return Buffer.from(bare, 'hex');
  if (/^[\w+/-]+={0,2}$/.test(bare)) return Buffer.from(bare, 'base64');
  if (/^(?:%[0-9a-f]{2})+$/i.test(bare)) return Buffer.from(bare.replaceAll('%', ''), 'hex');
  return undefined;
}

function kindOf(bytes: Buffer): string | undefined {
  const magic = bytes.toString('latin1', 0, 4);
  if (magic === '\0asm') return 'WebAssembly';
  if (magic === '\x7fELF') return 'a Linux executable';
  if (magic.startsWith('MZ') && bytes.includes('This program cannot be run')) return 'a Windows executable';
  if (/^(\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe)/.test(magic)) return 'a macOS executable';
  const text = bytes.toString('utf8');
  if (!isReadable(text)) return undefined;
  const [match] = program.exec(text) ?? [];
  return match ? `code: "${excerpt(text.slice(Math.max(0, text.indexOf(match) - 20)))}"` : undefined;
}

function isReadable(text: string): boolean {
  const odd = text.match(/[^\t\n\r\x20-\x7e]/g)?.length ?? 0;
  return odd * 20 < text.length;
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > maxExcerptLength ? `${line.slice(0, maxExcerptLength)}…` : line;
}
