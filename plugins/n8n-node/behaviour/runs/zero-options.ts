import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import type { PlannedOperation } from '../plan/run-input.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import { type Again, counting, parametersOfKind, type SentWith, sendWith } from './number-parameters.ts';
import { fieldsWith } from './request-fields.ts';

/** Parameters of one operation that are looked at, and other options of each. */
const maxParameters = 2;
const maxOthers = 2;

/** What an option is named where it comes to the same if nothing is sent. */
const isNeutral =
  /\b(?:all|any\w*|both|every\w*|none|no|not (?:set|selected|specified|defined|applicable)|nothing|null|default|standard|normal|regular|off|disabled?|unlimited|never|without|unset|unspecified|undefined|unknown|unchanged|auto\w*|ignored?|inherit\w*|keep|empty|skip|omit\w*|optional|random|false|n\/a)\b|^\W*$/i;

/** The options whose value is 0, and which are not sent although the others are, where another option is the default. */
export async function zeroSelected(
  operation: PlannedOperation,
  type: INodeType,
  way: Again,
): Promise<NonNullable<OperationTrace['zeroReplaced']>> {
  const found: NonNullable<OperationTrace['zeroReplaced']> = [];
  const { prepared, engine } = way;
  const all = parametersOfKind(prepared, engine, (one) => zeroOf(one) !== undefined);
  for (const one of all.filter(({ ofEntry }) => !ofEntry).slice(0, maxParameters)) {
    const option = zeroOf(one.property);
    const zero = await sendWith(operation, type, way, one, 0);
    if (option === undefined || zero === undefined) continue;
    let lost: readonly string[] | undefined;
    for (const value of othersOf(one.property).slice(0, maxOthers)) {
      const sent = await sendWith(operation, type, way, one, value);
      const missing = sent === undefined ? [] : missingIn(zero, sent, value);
      lost = lost?.filter((field) => missing.includes(field)) ?? missing;
      if (lost.length === 0) break;
    }
    if (lost !== undefined && lost.length > 0)
      found.push({ name: one.name.slice(0, most.name), option: option.name.slice(0, most.name) });
  }
  return found;
}

/** What an option is named where another value may be sent for it. */
const isDecided =
  /\b(?:auto\w*|default|standard|normal|regular|inherit\w*|keep|unchanged|calculat\w*|any|random)\b|^\W*$/i;

/**
 * The options whose value is 0, and for which the same is sent as for the option that is the default, where other options are
 * sent as they are.
 */
export async function zeroAsDefault(
  operation: PlannedOperation,
  type: INodeType,
  way: Again,
): Promise<NonNullable<OperationTrace['zeroReplaced']>> {
  const found: NonNullable<OperationTrace['zeroReplaced']> = [];
  const all = parametersOfKind(way.prepared, way.engine, (one) => hasOtherDefault(one));
  for (const one of all.filter(({ ofEntry }) => !ofEntry).slice(0, maxParameters)) {
    const initial = Number(one.property.default);
    const send = (value: number) => sendWith(operation, type, way, one, value);
    const [zero, usual] = [await send(0), await send(initial)];
    if (zero === undefined || usual === undefined || zero.digests !== usual.digests) continue;
    let fields: string[] = [...zero.fields].flatMap(([name, values]) =>
      values.has(0) || values.has('0') ? [] : [name],
    );
    const others = othersOf(one.property).filter((value) => value !== initial);
    for (const value of others.slice(0, maxOthers)) {
      const sent = fields.length > 0 ? await send(value) : undefined;
      const same = sent ? fieldsWith(sent.fields, value) : [];
      fields = fields.filter((field) => same.includes(field) && !fieldsWith(zero.fields, value).includes(field));
    }
    if (fields.length > 0) found.push({ name: one.name.slice(0, most.name), value: initial });
  }
  return found;
}

/** Whether 0 is the value of an option that leaves nothing to be decided, and the default is that of another one. */
function hasOtherDefault(property: INodeProperties): boolean {
  const { name, type, default: initial } = property;
  if (type !== 'options' || typeof initial !== 'number' || initial === 0 || counting.test(name)) return false;
  const [zero, usual] = [0, initial].map((value) => choicesOf(property).find((option) => option.value === value));
  const isPlain = zero !== undefined && !isDecided.test(`${zero.name}\n${zero.description ?? ''}`);
  return isPlain && usual !== undefined && othersOf(property).filter((value) => value !== initial).length >= maxOthers;
}

/** The fields that have a value, and that are not there with a 0; none if something else is there instead. */
function missingIn(zero: SentWith, sent: SentWith, value: number): string[] {
  const isLess =
    zero.run.requests.length === sent.run.requests.length &&
    [...zero.fields.keys()].every((field) => sent.fields.has(field));
  return isLess ? fieldsWith(sent.fields, value).filter((field) => !zero.fields.has(field)) : [];
}

/** An option whose value is 0, which is not the default and says something; undefined if there is none to be compared. */
function zeroOf(property: INodeProperties): INodePropertyOptions | undefined {
  const { name, type, default: initial } = property;
  if (type !== 'options' || initial === 0 || counting.test(name) || othersOf(property).length === 0) return undefined;
  return choicesOf(property).find((option) => option.value === 0 && saysSomething(option));
}

const othersOf = (property: INodeProperties): number[] =>
  choicesOf(property).flatMap((option) =>
    typeof option.value === 'number' && option.value !== 0 && saysSomething(option) ? [option.value] : [],
  );

const saysSomething = ({ name, description = '' }: INodePropertyOptions) => !isNeutral.test(`${name}\n${description}`);

const choicesOf = ({ options = [] }: INodeProperties): INodePropertyOptions[] =>
  options.filter((option) => 'value' in option).filter((option) => !('displayOptions' in option));
