import { setImmediate } from 'node:timers/promises';
import type { ServiceContext } from '../../../../kernel/check.ts';
import { guard } from '../../../../kernel/guard.ts';
import { siblingModule } from '../../../../kernel/sibling-module.ts';
import { currentKit } from '../../n8n/kit.ts';
import { readingJob } from '../../sandbox/reading-job.ts';
import { ExpressionFacts, ExpressionOutput } from './expression-facts.ts';
import type { ExpressionInput } from './expression-program.ts';
import { readSimpleExpression } from './simple-expression.ts';

/** The parsed expressions of a package, and the number of those that were not parsed because of limits. */
interface ParsedExpressions {
  expressions: Expressions;
  unparsed: number;
}

/** The facts about the expressions of a package, by text. */
export type Expressions = ReadonlyMap<string, ExpressionFacts>;

/** Expressions of a package; n8n's own four hundred nodes have about six hundred. */
const maxExpressions = 10_000;
const timeoutSeconds = 20;

function warmUp() {
  const texts = [
    '={{$parameter["operation"] + ": " + $parameter.size}}',
    '=/orders/{{ $json.id ?? [1].map((x) => x) }}',
  ];
  const input: ExpressionInput = { texts, time: timeoutSeconds * 500 };
  return { input };
}

/**
 * Parses expressions in a child process, except simple ones.
 */
export async function parseExpressions(
  context: Pick<ServiceContext, 'sandbox' | 'signal' | 'memory' | 'kits'>,
  all: Iterable<string>,
): Promise<ParsedExpressions> {
  const { memory } = context;
  const different = new Set(all);
  const texts = [...different].slice(0, maxExpressions);
  const facts = new Map<string, ExpressionFacts>();
  const others: string[] = [];
  for (const [index, text] of texts.entries()) {
    // Other runs share this process.
    if (index % 500 === 499) await setImmediate();
    const simple = readSimpleExpression(text);
    if (simple) facts.set(text, simple);
    else others.push(text);
  }
  const parsed = await memory.each<ExpressionFacts>({
    name: 'expressions',
    items: new Map(others.map((text) => [text, ''])),
    is: guard(ExpressionFacts).is,
    work: (missing) => parse(context, missing),
  });
  for (const [text, fact] of parsed) facts.set(text, fact);
  // The next run may be faster.
  if (facts.size < texts.length) memory.forget();
  return { expressions: facts, unparsed: different.size - facts.size };
}

async function parse(
  context: Pick<ServiceContext, 'sandbox' | 'signal' | 'kits'>,
  texts: readonly string[],
): Promise<Expressions> {
  if (texts.length === 0) return new Map();
  const input: ExpressionInput = { texts, time: timeoutSeconds * 500 };
  const program = siblingModule(import.meta.url, 'expression-program');
  const job = { program, kit: currentKit(context.kits).folder, input, warmUp, timeout: timeoutSeconds };
  const { facts = [] } = (await readingJob(context, job, guard(ExpressionOutput))) ?? {};
  return new Map(facts.map((fact, index) => [texts[index] ?? '', fact]));
}
