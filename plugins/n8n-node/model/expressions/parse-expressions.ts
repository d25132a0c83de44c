import { setImmediate } from 'node:timers/promises';
import type { ServiceContext } from '../../../../kernel/check.ts';
import { siblingModule } from '../../../../kernel/sibling-module.ts';
import { readingJob } from '../../sandbox/reading-job.ts';
import type { ExpressionFacts } from './expression-facts.ts';
import type { ExpressionInput } from './expression-program.ts';
import * as guards from './guards.ts';
import { readSimpleExpression } from './simple-expression.ts';

/** Expressions of a package that were parsed, and how many others there are, for want of time or for their number. */
export interface ParsedExpressions {
  expressions: Expressions;
  unparsed: number;
}

/** What is known of the expressions of a package, by their text. */
export type Expressions = ReadonlyMap<string, ExpressionFacts>;

/** Expressions of one package; n8n's own four hundred nodes have some six hundred. */
const most = 10_000;
/** Seconds. */
const limit = 20;

function warmUp() {
  const texts = [
    '={{$parameter["operation"] + ": " + $parameter.size}}',
    '=/orders/{{ $json.id ?? [1].map((x) => x) }}',
  ];
  const input: ExpressionInput = { texts, time: limit * 500 };
  return { input };
}

/**
 * Has expressions parsed in a child, but for those that say what they say at a glance.
 */
export async function parseExpressions(
  context: Pick<ServiceContext, 'sandbox' | 'signal' | 'memory'>,
  all: Iterable<string>,
): Promise<ParsedExpressions> {
  const { memory } = context;
  const different = new Set(all);
  const texts = [...different].slice(0, most);
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
    is: guards.expressionFacts.is,
    work: (missing) => parse(context, missing),
  });
  for (const [text, fact] of parsed) facts.set(text, fact);
  // What was too slow may be fast enough the next time.
  if (facts.size < texts.length) memory.forget();
  return { expressions: facts, unparsed: different.size - facts.size };
}

async function parse(
  context: Pick<ServiceContext, 'sandbox' | 'signal'>,
  texts: readonly string[],
): Promise<Expressions> {
  if (texts.length === 0) return new Map();
  const input: ExpressionInput = { texts, time: limit * 500 };
  const program = siblingModule(import.meta.url, 'expression-program');
  const job = { program, input, warmUp, timeout: limit };
  const { facts = [] } = (await readingJob(context, job, guards.expressionOutput)) ?? {};
  return new Map(facts.map((fact, index) => [texts[index] ?? '', fact]));
}
