import type { Node } from 'oxc-parser';
import { unwrap } from './children.ts';
import { keyName, type SourceTree } from './scope.ts';

/** The constant text of an expression. */
interface ConstantText {
  text: string;
  /**
   * How it is written: `plain` as one literal; `assembled` from several; `decoded` from base64, character codes or another
   * encoding.
   */
  how: 'plain' | 'assembled' | 'decoded';
}

/** Characters of a constant: doubling constants must not exhaust the memory. */
const maxLength = 100_000;
const maxDepth = 40;

/** Evaluates the constant texts of one file, each once. Runs no code of it. */
export class ConstantFolder {
  readonly #tree: SourceTree;
  readonly #known = new Map<Node, ConstantText | undefined>();

  constructor(tree: SourceTree) {
    this.#tree = tree;
  }

  /** Undefined for an expression that is not constant. */
  text(node: Node, depth = 0): ConstantText | undefined {
    const inner = unwrap(node);
    if (this.#known.has(inner)) return this.#known.get(inner);
    if (depth > maxDepth) return undefined;
    // Stops at definitions that refer to themselves.
    this.#known.set(inner, undefined);
    const folded = this.#fold(inner, depth + 1);
    const bounded = folded && folded.text.length <= maxLength ? folded : undefined;
    this.#known.set(inner, bounded);
    return bounded;
  }

  #fold(node: Node, depth: number): ConstantText | undefined {
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' ? { text: node.value, how: 'plain' } : undefined;
      case 'TemplateLiteral':
        return this.#template(node.quasis, node.expressions, depth);
      case 'BinaryExpression':
        return node.operator === '+' ? this.#sum(node, depth) : undefined;
      case 'Identifier': {
        const value = this.value(node);
        return value && this.text(value, depth);
      }
      case 'MemberExpression':
        return this.#member(
          node.object,
          node.computed ? this.#key(node.property, depth) : nameOf(node.property),
          depth,
        );
      case 'CallExpression':
        return this.#call(node.callee, node.arguments, depth);
      default:
        return undefined;
    }
  }

  /** A loop instead of recursion: a long sum is nested as deeply as it has terms. */
  #sum(node: Extract<Node, { type: 'BinaryExpression' }>, depth: number): ConstantText | undefined {
    const terms: Node[] = [];
    let left: Node = node;
    while (left.type === 'BinaryExpression' && left.operator === '+') {
      terms.push(left.right);
      left = unwrap(left.left);
    }
    let whole = this.text(left, depth);
    for (let term = terms.pop(); term && whole && whole.text.length <= maxLength; term = terms.pop())
      whole = join(whole, this.text(term, depth));
    return whole;
  }

  #template(quasis: readonly { value: { cooked: string | null } }[], expressions: readonly Node[], depth: number) {
    let whole: ConstantText | undefined = { text: quasis[0]?.value.cooked ?? '', how: 'plain' };
    for (const [index, expression] of expressions.entries()) {
      whole = join(join(whole, this.text(expression, depth)), {
        text: quasis[index + 1]?.value.cooked ?? '',
        how: 'plain',
      });
    }
    return whole;
  }

  /** The key of a computed access: a constant text or an integer. */
  #key(node: Node, depth: number): string | undefined {
    const inner = unwrap(node);
    if (inner.type === 'Literal' && typeof inner.value === 'number') return String(inner.value);
    return this.text(inner, depth)?.text;
  }

  /** `names[3]` and `names.open` of a constant list or object. */
  #member(object: Node, key: string | undefined, depth: number): ConstantText | undefined {
    if (key === undefined) return undefined;
    const holder = this.value(object);
    if (holder?.type === 'ArrayExpression') {
      const element = /^\d+$/.test(key) ? holder.elements[Number(key)] : undefined;
      return element ? this.#piece(element, depth) : undefined;
    }
    if (holder?.type !== 'ObjectExpression') return undefined;
    for (const property of holder.properties) {
      if (property.type === 'Property' && property.kind === 'init' && keyName(property) === key)
        return this.#piece(property.value, depth);
    }
    return undefined;
  }

  /** A text from a list or object is `assembled`: it is not written where it is used. */
  #piece(node: Node, depth: number): ConstantText | undefined {
    const folded = this.text(node, depth);
    return folded && { ...folded, how: folded.how === 'decoded' ? 'decoded' : 'assembled' };
  }

  /** What a variable holds that is written once, undefined for other variables; or the expression itself. */
  value(node: Node): Node | undefined {
    const inner = unwrap(node);
    if (inner.type !== 'Identifier') return inner;
    const binding = this.#tree.scopeOf(inner).lookup(inner.name);
    return binding?.writes === 1 && binding.path.length === 0 && binding.value ? unwrap(binding.value) : undefined;
  }

  #call(callee: Node, args: readonly Node[], depth: number): ConstantText | undefined {
    const target = unwrap(callee);
    if (target.type === 'Identifier') {
      const decode = this.#tree.scopeOf(target).lookup(target.name) ? undefined : globalDecoders.get(target.name);
      const [first] = args;
      const given = first && this.text(first, depth);
      return decode && given ? attempt(() => decode(given.text)) : undefined;
    }
    if (target.type !== 'MemberExpression') return undefined;
    const method = target.computed ? this.#key(target.property, depth) : nameOf(target.property);
    if (method === undefined) return undefined;
    return (
      this.#fromCharCodes(target.object, method, args) ??
      this.#fromBuffer(target.object, method, args, depth) ??
      this.#joined(target.object, method, args, depth) ??
      this.#ofText(target.object, method, args, depth)
    );
  }

  /** `String.fromCharCode(112, 114)` */
  #fromCharCodes(object: Node, method: string, args: readonly Node[]): ConstantText | undefined {
    if (!isGlobal(object, 'String') || !/^from(CharCode|CodePoint)$/.test(method) || args.length === 0)
      return undefined;
    const listed = args.length === 1 && args[0]?.type === 'SpreadElement' ? this.value(args[0].argument) : undefined;
    const codes = numbersOf(listed?.type === 'ArrayExpression' ? listed.elements : args);
    return codes && attempt(() => codes.map((code) => String.fromCodePoint(code)).join(''));
  }

  /** `Buffer.from('…', 'base64').toString()` */
  #fromBuffer(object: Node, method: string, args: readonly Node[], depth: number): ConstantText | undefined {
    const from = unwrap(object);
    if (method !== 'toString' || from.type !== 'CallExpression') return undefined;
    const maker = unwrap(from.callee);
    if (maker.type !== 'MemberExpression' || !isGlobal(maker.object, 'Buffer') || nameOf(maker.property) !== 'from')
      return undefined;
    const [data, encoding] = from.arguments;
    const written = data && unwrap(data);
    const bytes = written?.type === 'ArrayExpression' ? numbersOf(written.elements) : undefined;
    if (bytes) return attempt(() => Buffer.from(bytes).toString('utf8'));
    const text = data && this.text(data, depth)?.text;
    const from64 = encoding && this.text(encoding, depth)?.text;
    if (text === undefined || args.length > 1) return undefined;
    if (from64 === 'base64' || from64 === 'base64url')
      return attempt(() => Buffer.from(text, 'base64').toString('utf8'));
    return from64 === 'hex' ? attempt(() => Buffer.from(text, 'hex').toString('utf8')) : undefined;
  }

  /** `['pro', 'cess'].join('')`, `'ssecorp'.split('').reverse().join('')` */
  #joined(object: Node, method: string, args: readonly Node[], depth: number): ConstantText | undefined {
    if (method !== 'join') return undefined;
    const pieces = this.#list(object, depth);
    const separator = args[0] ? this.text(args[0], depth)?.text : ',';
    return pieces && separator !== undefined ? { text: pieces.join(separator), how: 'assembled' } : undefined;
  }

  #list(node: Node, depth: number): string[] | undefined {
    const inner = this.value(node);
    if (inner?.type === 'ArrayExpression') {
      const pieces = inner.elements.map((element) => (element ? this.text(element, depth)?.text : undefined));
      return pieces.every((piece) => piece !== undefined) ? pieces : undefined;
    }
    if (inner?.type !== 'CallExpression') return undefined;
    const callee = unwrap(inner.callee);
    if (callee.type !== 'MemberExpression') return undefined;
    const method = callee.computed ? this.#key(callee.property, depth) : nameOf(callee.property);
    if (method === 'reverse') return this.#list(callee.object, depth + 1)?.reverse();
    if (method !== 'split') return undefined;
    const text = this.text(callee.object, depth)?.text;
    const separator = inner.arguments[0] && this.text(inner.arguments[0], depth)?.text;
    return text !== undefined && separator !== undefined ? text.split(separator) : undefined;
  }

  /** `'PROCESS'.toLowerCase()`, `'pro'.concat('cess')`, `'pr0cess'.replace('0', 'o')` */
  #ofText(object: Node, method: string, args: readonly Node[], depth: number): ConstantText | undefined {
    const apply = textMethods.get(method);
    if (!apply) return undefined;
    const text = this.text(object, depth)?.text;
    const values = args.map((arg) => {
      const inner = unwrap(arg);
      return inner.type === 'Literal' && typeof inner.value === 'number' ? inner.value : this.text(arg, depth)?.text;
    });
    if (text === undefined || !values.every((value) => value !== undefined)) return undefined;
    const result = apply(text, values);
    return result === undefined ? undefined : { text: result, how: 'assembled' };
  }
}

type TextMethod = (text: string, args: readonly (string | number)[]) => string | undefined;

const textMethods: ReadonlyMap<string, TextMethod> = byName({
  concat: (text, args) => text + args.join(''),
  toLowerCase: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  replace: (text, [from, to]) =>
    typeof from === 'string' && typeof to === 'string' ? replace(text, from, to) : undefined,
  replaceAll: (text, [from, to]) =>
    typeof from === 'string' && typeof to === 'string' ? text.split(from).join(to) : undefined,
  slice: (text, [start, end]) => text.slice(Number(start ?? 0), end === undefined ? undefined : Number(end)),
  substring: (text, [start, end]) => text.substring(Number(start ?? 0), end === undefined ? undefined : Number(end)),
  charAt: (text, [index]) => text.charAt(Number(index ?? 0)),
});

const replace = (text: string, from: string, to: string) => text.replace(from, () => to);

const globalDecoders: ReadonlyMap<string, (text: string) => string> = byName({
  atob: (text) => Buffer.from(text, 'base64').toString('latin1'),
  decodeURIComponent,
  unescape: (text) =>
    text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
});

/** A map, because sources may use names that every object has: `'x'.valueOf()`. */
function byName<T>(entries: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(entries));
}

function attempt(decode: () => string): ConstantText | undefined {
  try {
    return { text: decode(), how: 'decoded' };
  } catch {
    return undefined; // Not what it claims to encode: at run time it would throw as well.
  }
}

function join(left: ConstantText | undefined, right: ConstantText | undefined): ConstantText | undefined {
  if (!left || !right) return undefined;
  const decoded = left.how === 'decoded' || right.how === 'decoded';
  return { text: left.text + right.text, how: decoded ? 'decoded' : 'assembled' };
}

function isGlobal(node: Node, name: string): boolean {
  const inner = unwrap(node);
  return inner.type === 'Identifier' && inner.name === name;
}

function nameOf(node: Node): string | undefined {
  return node.type === 'Identifier' ? node.name : undefined;
}

function numbersOf(nodes: readonly (Node | null)[]): number[] | undefined {
  const numbers = nodes.map((node) =>
    node?.type === 'Literal' && typeof node.value === 'number' ? node.value : undefined,
  );
  return numbers.length <= maxLength && numbers.every((number) => number !== undefined) ? numbers : undefined;
}
