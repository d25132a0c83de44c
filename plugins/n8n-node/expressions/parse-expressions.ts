import type { ServiceContext } from '../../../kernel/check.ts';
import { matches } from '../../../kernel/matches.ts';
import { siblingModule } from '../../../kernel/sibling-module.ts';
import { type ExpressionFacts, ExpressionOutput } from './expression-facts.ts';
import type { ExpressionInput } from './expression-program.ts';

/** What is known of the expressions of a package, by their text. */
export type Expressions = ReadonlyMap<string, ExpressionFacts>;

/** Expressions of one package; n8n's own four hundred nodes have some six hundred. */
const most = 10_000;
/** Seconds. */
const limit = 20;

function rehearsal() {
  const texts = [
    '={{$parameter["operation"] + ": " + $parameter.size}}',
    '=/orders/{{ $json.id ?? [1].map((x) => x) }}',
  ];
  const input: ExpressionInput = { texts, time: limit * 500 };
  return { input };
}

/** Has expressions parsed in a child. What could not be parsed in time is not in the answer, and the log says so. */
export async function parseExpressions(
  { sandbox, signal, memory, log }: Pick<ServiceContext, 'sandbox' | 'signal' | 'memory' | 'log'>,
  all: Iterable<string>,
): Promise<Expressions> {
  const texts = [...new Set(all)].slice(0, most);
  if (texts.length === 0) return new Map();
  const input: ExpressionInput = { texts, time: limit * 500 };
  const program = siblingModule(import.meta.url, 'expression-program');
  const outcome = await sandbox.run({ program, input, rehearsal, profile: 'tool', timeout: limit, signal });
  const facts = outcome.kind === 'done' && matches(ExpressionOutput, outcome.result) ? outcome.result.facts : [];
  if (facts.length < texts.length) {
    memory.forget();
    log(`${texts.length - facts.length} expressions could not be parsed in time`, 'warn');
  }
  return new Map(facts.map((fact, index) => [texts[index] ?? '', fact]));
}
