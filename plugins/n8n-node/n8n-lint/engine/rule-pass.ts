import type { TSESTree } from '@typescript-eslint/types';
import type { Linter, SourceCode } from 'eslint';
import type { ParsedTree } from './oxc-to-estree.ts';
import { messageOf } from './report-message.ts';
import type { RuleInForce } from './rules-of-file.ts';
import { type Listener, visitNodes } from './visit-nodes.ts';

/** What rules ask of ESLint's SourceCode. */
export interface AskedSourceCode {
  ast: TSESTree.Program;
  getText(node?: TSESTree.Node): string;
  getScope: SourceCode['getScope'];
  getTokenBefore(node: Parameters<SourceCode['getScope']>[0]): unknown;
  getTokenAfter(node: Parameters<SourceCode['getScope']>[0]): unknown;
}

/** A parsed source. */
export interface Source {
  /** Absolute path. */
  filename: string;
  tree: ParsedTree;
  sourceCode: AskedSourceCode;
}

/**
 * What makes rules say of a source what they say in ESLint's Linter: in its order and in its words, with what n8n's rules
 * use of it. No rule follows the paths of code, and all that is to be decided about rules and selectors is decided once,
 * not for every file.
 * @returns what gives the messages of a source. It throws what a rule throws, and for anything that ESLint itself has to
 * be asked about.
 */
export function createRulePass(rules: readonly RuleInForce[]): (source: Source) => Linter.LintMessage[] {
  let source: Source | undefined;
  let messages: Linter.LintMessage[] = [];
  const contexts = rules.map((rule) =>
    ruleContext(
      rule,
      () => source,
      (report, ...more) => {
        const text = () => source?.sourceCode.getText() ?? '';
        messages.push(messageOf(rule, text, report, ...more));
      },
    ),
  );
  return (given) => {
    source = given;
    messages = [];
    const listeners = new Map<string, Listener[]>();
    rules.forEach(({ rule }, index) => {
      for (const [selector, listener] of Object.entries(rule.create(contexts[index] ?? {}))) {
        const others = listeners.get(selector);
        if (others) others.push(listener);
        else listeners.set(selector, [listener]);
      }
    });
    visitNodes(given.tree, listeners);
    // Nothing is kept of it: the next one may be of another project.
    source = undefined;
    return messages.sort((a, b) => a.line - b.line || a.column - b.column);
  };
}

/** What a rule is told, and what it reports with. */
function ruleContext(
  { id, rule }: RuleInForce,
  current: () => Source | undefined,
  report: (report: unknown, ...more: unknown[]) => void,
) {
  const source = () => {
    const given = current();
    if (!given) throw new Error('no source is linted');
    return given;
  };
  return {
    id,
    options: rule.meta?.defaultOptions ?? [],
    report,
    getFilename: () => source().filename,
    getSourceCode: () => source().sourceCode,
    get filename() {
      return source().filename;
    },
    get physicalFilename() {
      return source().filename;
    },
    get sourceCode() {
      return source().sourceCode;
    },
  };
}
