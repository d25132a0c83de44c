import type { INodeProperties, INodeType } from 'n8n-workflow';
import type { PlannedOperation } from '../plan/run-input.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import { type Again, parametersOfKind, type SentWith, sendWith } from './number-parameters.ts';
import { fieldsWith } from './request-fields.ts';

/** Parameters of one operation that are looked at. */
const maxParameters = 4;

/**
 * The parameters whose own description shows that they take fractions, of which an integer is sent: the requests are those of
 * that integer. Where the fraction makes a difference, it is sent in another unit, or in a field of its own.
 */
export async function cutFractions(
  operation: PlannedOperation,
  type: INodeType,
  way: Again,
): Promise<NonNullable<OperationTrace['cutFractions']>> {
  const found: NonNullable<OperationTrace['cutFractions']> = [];
  for (const one of parametersOfKind(way.prepared, way.engine, takesFractions).slice(0, maxParameters)) {
    const given = wholeFor(one.property);
    if (given === undefined) continue;
    const isText = one.property.type === 'string';
    const send = (number: number, fraction = 0) =>
      sendWith(operation, type, way, one, isText ? `${number}.${fraction}0` : Number(`${number}.${fraction}`));
    const some = await send(given, 3);
    const integers = [given, given + 1] as const;
    if (some === undefined || !integers.some((integer) => isSent(some, integer))) continue;
    const [lower, upper] = [await send(integers[0]), await send(integers[1])];
    if (!lower || !upper || lower.digests === upper.digests || !haveField(lower, upper, given)) continue;
    const isWhole = (sent: SentWith | undefined) => [lower.digests, upper.digests].includes(sent?.digests ?? '');
    if (!isWhole(some) || !isWhole(await send(given, 7)) || saysInteger(some)) continue;
    const sent = integers[some.digests === lower.digests ? 0 : 1];
    found.push({ name: one.name.slice(0, most.name), given: `${given}.3`, sent });
  }
  return found;
}

const isSent = ({ fields }: SentWith, integer: number): boolean => fieldsWith(fields, integer).length > 0;

/** Whether there is a field that has the one integer and the other one. */
function haveField(one: SentWith, other: SentWith, integer: number): boolean {
  const others = fieldsWith(other.fields, integer + 1);
  return fieldsWith(one.fields, integer).some((field) => others.includes(field));
}

/** Whether a request says that its number is an integer: users can select the type of a value. */
const saysInteger = ({ fields }: SentWith): boolean =>
  [...fields.values()].some((values) => [...values].some((value) => integerType.test(String(value))));
const integerType = /(?:^|[^a-z])int(?:eger)?s?(?:$|[^a-z])/i;

/** An integer that may have a fraction, and be followed by the next one. */
function wholeFor({ default: initial, typeOptions = {} }: INodeProperties): number | undefined {
  const { minValue = Number.NEGATIVE_INFINITY, maxValue = Number.POSITIVE_INFINITY } = typeOptions;
  const usual = typeof initial === 'number' && initial > 1 ? Math.trunc(initial) : 1;
  const whole = Math.max(Math.ceil(minValue), Math.min(usual, Math.floor(maxValue) - 1));
  return whole + 1 <= maxValue ? whole : undefined;
}

/** `0.35`, `e.g., 1.1` */
const decimal = /^(?:e\.?g\.?|for example|example)?[,: ]*["'`]?-?\d{1,9}\.\d{1,6}["'`]?$/i;
/** `e.g. 0.9`, `(e.g., "100.00")` */
const exampleOfDecimal =
  /\b(?:e\.g\.?|eg\.?|for example|such as|like|example:)[,:]? *[$€£"'`(]{0,2}-?\d{1,9}\.\d{1,6}(?![\d.]*\.\d|[\w%])/i;
/** What a text with digits and a point is, unless it is a version. */
const amount = /amount|price|cost|fee|total|latitude|longitude|weight/i;

/** Whether the description of a parameter shows that it takes fractions. */
function takesFractions(one: INodeProperties): boolean {
  const { type, name, default: initial, placeholder = '', description = '', hint = '', typeOptions = {} } = one;
  const about = `${description}\n${hint}`;
  if (/\bround|\bwhole\b|\binteger|truncat|\bcents\b/i.test(`${about}\n${one.displayName}`)) return false;
  const isExample = decimal.test(placeholder.trim()) || exampleOfDecimal.test(about);
  if (type === 'string') return amount.test(name) && (isExample || decimal.test(String(initial)));
  const { numberPrecision = 0, minValue = 0, maxValue = 0 } = typeOptions;
  const isFraction = [initial, minValue, maxValue].some((value) => typeof value === 'number' && value % 1 !== 0);
  return type === 'number' && (numberPrecision > 0 || isFraction || isExample);
}
