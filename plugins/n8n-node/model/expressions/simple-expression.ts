import type { ExpressionFacts } from './expression-facts.ts';

/** Characters, nesting and names of the expressions that are read here. */
const limits = { length: 1000, depth: 10, names: 50 };

/**
 * The result of `readExpression` for common valid expressions: fields, texts and numbers, calls, sums, comparisons,
 * conditions. Avoids a process with n8n's parser for expressions like `={{ $parameter.id }}`.
 * @param expression with its leading equals sign
 * @returns undefined for all other expressions, which n8n's parser reads
 */
export function readSimpleExpression(expression: string): ExpressionFacts | undefined {
  // Backslashes may escape the braces.
  if (expression.length > limits.length || expression.includes('\\')) return undefined;
  const facts: ExpressionFacts = { parameters: [], credentials: [] };
  for (let start = expression.indexOf('{{', 1); start !== -1; ) {
    const end = expression.indexOf('}}', start + 2);
    if (end === -1) return undefined;
    const members = membersIn(expression.slice(start + 2, end));
    if (!members) return undefined;
    // In reverse order, as in `readExpression`.
    for (const { owner, key, isDefaulted } of members.reverse()) {
      if (isDefaulted) facts.defaulted ??= [];
      const ofCredential = isDefaulted ? (facts.defaulted ?? []) : facts.credentials;
      const names = owner === '$parameter' ? facts.parameters : ofCredential;
      if (!names.includes(key)) names.push(key);
    }
    start = expression.indexOf('{{', end + 2);
  }
  return facts;
}

interface Member {
  owner: string;
  key: string;
  /** A constant is its only alternative. */
  isDefaulted?: boolean;
}

/** The used fields of parameters and credentials, in order; undefined for code that is not simple. */
function membersIn(code: string): Member[] | undefined {
  const reader = new SimpleCode(code);
  return reader.isWhole() && reader.members.length <= limits.names ? reader.members : undefined;
}

const spaces = / */y;
const literal = /"[ !#-~]*"|'[ -&(-~]*'|(?:0|[1-9]\d{0,8})(?:\.\d{1,9})?(?![\w$.])/y;
const name = /[A-Za-z_$][\w$]{0,199}(?![\w$])/y;
/** A member access, by name or index, or the start of a call. */
const access =
  /\??\.([A-Za-z_$][\w$]{0,199})(?![\w$])|(?:\?\.)?\[(?:"([ !#-~]{0,200})"|'([ -&(-~]{0,200})'|0|[1-9]\d{0,8})\]|\(/y;
const operator = / *(\+|\|\||&&|[=!]==?|\?\?|[<>]=?)/y;

/** Words that are not always identifiers. */
const reserved = new Set(
  `arguments async await break case catch class const continue debugger default delete do else enum eval export extends
  finally for function get if implements import in instanceof interface let new of package private protected public return
  set static super switch this throw try typeof var void while with yield`.split(/\s+/),
);

/** Parses code from its start. Each method returns whether it matches, and advances. */
class SimpleCode {
  readonly members: Member[] = [];
  readonly #code: string;
  #at = 0;

  constructor(code: string) {
    this.#code = code;
  }

  isWhole(): boolean {
    return this.#isChoice(0) && this.#at === this.#code.length;
  }

  /** `a`, `a ? b : c` */
  #isChoice(depth: number): boolean {
    if (depth > limits.depth || !this.#isCompound(depth)) return false;
    if (!this.#take('?')) return true;
    const before = this.members.length;
    const isWhole = this.#isChoice(depth + 1) && this.#take(':') && this.#isChoice(depth + 1);
    // Each of the two values is optional.
    this.members.length = before;
    return isWhole;
  }

  /** `a + b === c` */
  #isCompound(depth: number): boolean {
    const operators = new Set<string | undefined>();
    const before = this.members.length;
    let operands = 0;
    let isLiteral = false;
    for (let more = true; more; operands += 1) {
      this.#match(spaces);
      while (this.#take('!'));
      literal.lastIndex = this.#at;
      isLiteral = literal.test(this.#code);
      if (!this.#isOperand(depth)) return false;
      const [, sign] = this.#match(operator) ?? [];
      operators.add(sign);
      more = sign !== undefined;
    }
    this.#match(spaces);
    // They have the lowest precedence.
    if (['||', '&&', '??'].some((sign) => operators.has(sign))) {
      const optional = this.members.splice(before);
      if (operands === 2 && isLiteral && !operators.has('&&'))
        this.members.push(
          ...optional
            .filter(({ owner }) => owner === '$credentials')
            .map((member) => ({ ...member, isDefaulted: true })),
        );
    }
    // JavaScript requires parentheses there.
    return !operators.has('??') || !(operators.has('||') || operators.has('&&'));
  }

  #isOperand(depth: number): boolean {
    if (this.#take('(')) return this.#isChoice(depth + 1) && this.#take(')');
    if (this.#match(literal)) return true;
    const [word] = this.#match(name) ?? [];
    return word !== undefined && !reserved.has(word) && this.#areAccesses(word, depth);
  }

  /** `.a["b"](c)` */
  #areAccesses(word: string, depth: number): boolean {
    let owner = word === '$parameter' || word === '$credentials' ? word : undefined;
    for (let found = this.#match(access); found; found = this.#match(access)) {
      const [text, ...keys] = found;
      const key = keys.find((one) => one !== undefined);
      if (owner !== undefined && key !== undefined) this.members.push({ owner, key });
      owner = undefined;
      if (text === '(' && !this.#areArguments(depth)) return false;
    }
    return true;
  }

  #areArguments(depth: number): boolean {
    this.#match(spaces);
    if (this.#take(')')) return true;
    do if (!this.#isChoice(depth + 1)) return false;
    while (this.#take(','));
    return this.#take(')');
  }

  #take(sign: string): boolean {
    const isThere = this.#code.startsWith(sign, this.#at);
    if (isThere) this.#at += sign.length;
    return isThere;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#code);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }
}
