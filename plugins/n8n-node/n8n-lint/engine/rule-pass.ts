import type { TSESTree } from '@typescript-eslint/types';
import type { Linter, SourceCode } from 'eslint';
import type { ParsedTree } from './oxc-to-estree.ts';
import { messageOf } from './report-message.ts';
import type { RuleInForce } from './rules-of-file.ts';
import { type Listener, visitNodes } from './visit-nodes.ts';

/** The parts of ESLint's SourceCode that rules use. */
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
 * Runs rules on sources with the same results and order as ESLint's Linter, for the APIs that n8n's rules use. There is
 * no code path analysis, and rules and selectors are prepared once for all files.
 * @returns the messages of a source; throws what a rule throws, and for anything that only ESLint can decide
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
    // Not kept, because the next source may belong to another project.
    source = undefined;
    return messages.sort((a, b) => a.line - b.line || a.column - b.column);
  };
}

/** The context of a rule, with which it reports. */
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
