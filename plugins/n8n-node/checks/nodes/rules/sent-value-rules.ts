import { isEnd, isStart } from '../../../behaviour/simulated/forms.ts';
import { docs } from '../../../docs-links.ts';
import { expressionsIn } from '../../../model/expressions/expression-texts.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import {
  isFunction,
  isUnknown,
  listOf,
  type Plain,
  plainOf,
  shown,
  shownTexts,
  textOf,
} from '../../../model/parameters/plain.ts';
import { wordsOf } from '../../../model/words.ts';
import { type NodeRule, overVersions } from '../node-subject.ts';
import { hasPreSend, type Route, routesOf } from '../routes.ts';
import { targetsOf } from './routing-rules.ts';

/** Rules about the values that n8n itself sends and outputs, as expressions make them. */

const entryOverwritten = overVersions(
  {
    code: 'nodes-entry-overwritten',
    title: 'Entries of a fixed collection overwrite each other',
    severity: 'error',
    why: 'n8n sends the field of each entry under the same name, so each one replaces that of the entry before it: of several entries, only the last one is sent.',
    fix: 'Put the index of the entry into the name.',
    bad: "send: { type: 'body', property: '=messages[0].to' }",
    good: "send: { type: 'body', property: '=messages[{{ $index }}].to' }",
    docs: docs.declarative,
  },
  function* ({ parameters, isDeclarative }) {
    if (!isDeclarative) return;
    for (const route of routesOf(parameters)) {
      const { routing, raw, path, parameter, choice } = route;
      const { owner, kind } = parameter.level;
      const isEntry = !choice && kind === 'group' && owner !== undefined && hasSeveral(owner);
      if (!isEntry || hasPreSend(route) || !replaces(route)) continue;
      const [name] = namesSent(routing);
      if (name === undefined) continue;
      const message = `${path}: each entry is sent as ${shown(name.replace(/^=/, ''))}, so only the last one is sent`;
      // The same field of other operations may look like it.
      const isDistinct = name.startsWith('=');
      yield { message, about: isDistinct ? { text: name } : { object: raw }, concerns: [raw] };
    }
  },
);

/** Whether a value takes the place of the one before it: n8n merges objects and lists. */
function replaces({ parameter, routing }: Route): boolean {
  const value = textOf(plainOf(routing['send'])?.['value']) ?? '';
  const isPlain = ['string', 'number', 'boolean', 'options', 'dateTime'].includes(parameter.type);
  return isPlain && !/parse|split|map|entries|\[|\{(?!\{)(?<!\{\{)/i.test(value) && !hasSeveral(parameter);
}

const hasSeveral = ({ raw }: Parameter): boolean => plainOf(raw['typeOptions'])?.['multipleValues'] === true;

/** The names under which the value of a parameter is sent, if they are the same for each entry. */
function namesSent(routing: Plain): string[] {
  const { property, value } = plainOf(routing['send']) ?? {};
  const isOwn = value === undefined || (typeof value === 'string' && ofValueOnly.test(value));
  const constant = isOwn && typeof property === 'string' && property !== '' && !property.includes('{{');
  return constant ? [property] : targetsOf({ request: routing['request'] }).map(({ name }) => name);
}

/** No other variable, which may hold all entries, and no key made of the value, because n8n merges objects. */
const ofValueOnly = /^=(?!.*\[\s{0,9}\$value\b)(?!.*\$(?!value\b)).*\$value\b/s;

const unitsDiffer = overVersions(
  {
    code: 'nodes-date-units-differ',
    title: 'Start and end of a period are sent in different units',
    severity: 'error',
    why: 'One date is sent in seconds since 1970, the other in milliseconds. The API expects the same unit for both, so one of them is far in the past or the future, and the list has too many entries, or none.',
    fix: 'Send both in the unit that the API documents.',
    bad: "from: '={{ Math.floor(new Date($value).getTime() / 1000) }}',\nto: '={{ new Date($value).getTime() }}'",
    good: "from: '={{ Math.floor(new Date($value).getTime() / 1000) }}',\nto: '={{ Math.floor(new Date($value).getTime() / 1000) }}'",
    docs: docs.declarative,
  },
  function* ({ parameters, isDeclarative, reachability, numbers }) {
    if (!isDeclarative) return;
    const dates = routesOf(parameters).flatMap((route) => {
      const unit = route.choice || hasPreSend(route) ? undefined : unitOf(route);
      return unit === undefined ? [] : [{ ...route.parameter, unit }];
    });
    const reported = new Set<Plain>();
    for (const start of dates.filter(({ name }) => isStart(name) && !isEnd(name))) {
      const end = dates.find(
        (one) =>
          one.level === start.level &&
          isEnd(one.name) &&
          periodOf(one.name) === periodOf(start.name) &&
          reachability.canBeShownTogether(one.display, start.display, { level: one.level, versions: numbers }),
      );
      if (!end || end.unit === start.unit) continue;
      const isUsual = dates.filter(({ unit }) => unit === start.unit).length * 2 >= dates.length;
      const [odd, other] = isUsual ? [end, start] : [start, end];
      if (reported.has(odd.raw)) continue;
      reported.add(odd.raw);
      yield {
        message: `${odd.path} is sent in ${odd.unit}, but ${shown(other.name)} in ${other.unit}`,
        about: { object: odd.raw },
      };
    }
  },
);

/** The name of a period: `date` of `date_from`. */
const periodOf = (name: string): string =>
  wordsOf(name)
    .filter((word) => !isStart(word) && !isEnd(word))
    .join(' ');

/** The unit in which the time of a parameter is sent since 1970. */
function unitOf({ parameter: { type }, routing }: Route): 'seconds' | 'milliseconds' | undefined {
  const texts = expressionsIn({ send: routing['send'], request: routing['request'] });
  const [text, ...others] = texts.map((one) => one.text).filter((one) => one.includes('$value'));
  if (type !== 'dateTime' || text === undefined || others.length > 0) return undefined;
  if (/\/\s{0,9}1000\b|\/\s{0,9}1e3\b|\.toSeconds\(|\.toUnixInteger\(|slice\(0, ?(?:10|-3)\)/.test(text))
    return 'seconds';
  return /\.getTime\(\)|\.valueOf\(\)|\.toMillis\(\)|\bDate\.parse\(/.test(text) && !/[*/%]/.test(text)
    ? 'milliseconds'
    : undefined;
}

const cutFromStart = overVersions(
  {
    code: 'nodes-text-cut-from-start',
    title: 'The first characters are cut off instead of the last',
    severity: 'error',
    why: 'The description gives the maximum length of the text. With a single argument, `slice`, `substring` and `substr` return what comes after it: a text that is short enough is sent empty.',
    fix: 'Start at 0: `slice(0, 20)`.',
    bad: "description: 'At most 20 characters', routing: { send: { …, value: '={{ $value.slice(20) }}' } }",
    good: "description: 'At most 20 characters', routing: { send: { …, value: '={{ $value.slice(0, 20) }}' } }",
    docs: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/String/slice',
  },
  function* ({ parameters, isDeclarative }) {
    if (!isDeclarative) return;
    for (const { routing, raw, path, parameter, choice } of routesOf(parameters)) {
      if (choice || parameter.type !== 'string') continue;
      for (const { text } of expressionsIn({ send: routing['send'], request: routing['request'] })) {
        const [call, length] = afterStart.exec(text) ?? [];
        if (call === undefined || text.split('$value').length > 2 || !lengthsIn(raw).includes(Number(length))) continue;
        const message = `${path}: ${call} removes the first ${length} characters, which are all that the description allows`;
        yield { message, about: { text }, concerns: [raw] };
      }
    }
  },
);

const afterStart = /\$value(?:\.trim\(\))?\.(?:substr|substring|slice)\(\s{0,9}([1-9]\d{0,5})\s{0,9}\)/;

/** The maximum lengths that users read about. */
const lengthsIn = (raw: Plain): number[] =>
  shownTexts(raw).flatMap((text) => [...text.matchAll(maximum)].map(([, before, after]) => Number(before ?? after)));

/** `max 20 characters`, `up to 20 chars`, `20 characters max` */
const maximum =
  /\b(?:max|maximum|up to|at most|limit|limited to|no more than|no longer than)\b[^\d.]{0,20}(\d{1,6})\s?(?:characters|chars|letters|long)\b|\b(\d{1,6})\s?(?:characters|chars|letters)\s(?:max|maximum|or less|or fewer|at most|limit)\b/gi;

const answerReplaced = overVersions(
  {
    code: 'nodes-response-replaced',
    title: 'The response of a read operation is dropped',
    severity: 'error',
    why: 'The operation gets data, and outputs something else in place of it: users never see what they asked for.',
    fix: 'Remove the action, or use `$response.body` or `$responseItem` in its value.',
    bad: "{ name: 'Get', …, routing: { request: { method: 'GET', url: '/account' }, output: { postReceive: [\n  { type: 'set', properties: { value: '={{ { \"success\": true } }}' } },\n] } } }",
    good: "{ name: 'Get', …, routing: { request: { method: 'GET', url: '/account' }, output: { postReceive: [\n  { type: 'set', properties: { value: '={{ { \"account\": $response.body } }}' } },\n] } } }",
    docs: docs.declarative,
  },
  function* ({ parameters, isDeclarative }) {
    if (!isDeclarative) return;
    const routes = routesOf(parameters);
    // A function may output the response after all.
    if (routes.some((route) => actionsOf(route).some((action) => isFunction(action) || isUnknown(action)))) return;
    for (const route of routes) {
      const { routing, raw, path, choice } = route;
      const { method = 'GET', url } = plainOf(routing['request']) ?? {};
      if (!choice || method !== 'GET' || typeof url !== 'string' || !reads(raw)) continue;
      const actions = actionsOf(route).map((action) => plainOf(action) ?? {});
      if (actions.some(({ type }) => type === 'binaryData')) continue;
      const set = actions.find(({ type, enabled = true, properties }) => {
        const value = plainOf(properties)?.['value'];
        return type === 'set' && enabled === true && typeof value === 'string' && !ofResponse.test(value);
      });
      if (!set) continue;
      const message = `${path}: the output is ${shown(plainOf(set['properties'])?.['value'])}, whatever the response is`;
      yield { message, about: { object: raw } };
    }
  },
);

const actionsOf = ({ routing }: Route): readonly unknown[] => listOf(plainOf(routing['output'])?.['postReceive']);

/** What has data of the response: not its status alone, and not an expression that may hold anything. */
const ofResponse = /\$response(?!\??\.status(?:Code|Message)\b)|\$responseItem|\$json|\$input|\$binary|\$\(/;

/** Whether users read that an operation gets data, and not only whether something is there. */
function reads(raw: Plain): boolean {
  const [name, value, ...others] = ['name', 'value', 'action', 'description'].map((key) => textOf(raw[key]) ?? '');
  const isRead = [name, value].some((text = '') =>
    /^(?:get|list|search|find|fetch|read|retrieve)(?![a-z])/i.test(text),
  );
  return isRead && !aboutState.test([name, value, ...others].join(' ').replaceAll('_', ' '));
}

const aboutState =
  /status|state|health|exist|ping|check|test|alive|valid|verif|connect|availab|reachab|permission|access|whether|confirm|trigger|mark|\bif\b/i;

export const sentValueRules: readonly NodeRule[] = [entryOverwritten, unitsDiffer, cutFromStart, answerReplaced];
