import type { ServiceContext } from '../../../kernel/check.ts';
import { matches } from '../../../kernel/matches.ts';
import { siblingModule } from '../../../kernel/sibling-module.ts';
import { ExpressionFacts, ExpressionOutput } from './expression-facts.ts';
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
  context: Pick<ServiceContext, 'sandbox' | 'signal' | 'memory' | 'log'>,
  all: Iterable<string>,
): Promise<Expressions> {
  const { memory, log } = context;
  const texts = [...new Set(all)].slice(0, most);
  const facts = await memory.each<ExpressionFacts>({
    name: 'expressions',
    items: new Map(texts.map((text) => [text, ''])),
    is: (value) => matches(ExpressionFacts, value),
    work: (missing) => parse(context, missing),
  });
  if (facts.size < texts.length) {
    memory.forget();
    log(`${texts.length - facts.size} expressions could not be parsed in time`, 'warn');
  }
  return facts;
}

async function parse(
  { sandbox, signal }: Pick<ServiceContext, 'sandbox' | 'signal'>,
  texts: readonly string[],
): Promise<Expressions> {
  if (texts.length === 0) return new Map();
  const input: ExpressionInput = { texts, time: limit * 500 };
  const program = siblingModule(import.meta.url, 'expression-program');
  const outcome = await sandbox.run({ program, input, rehearsal, profile: 'tool', timeout: limit, signal });
  const facts = outcome.kind === 'done' && matches(ExpressionOutput, outcome.result) ? outcome.result.facts : [];
  return new Map(facts.map((fact, index) => [texts[index] ?? '', fact]));
}
