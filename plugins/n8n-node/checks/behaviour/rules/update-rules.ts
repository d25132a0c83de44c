import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { withoutValues } from '../../../behaviour/trace/marks.ts';
import {
  addressOf,
  changesRecord,
  isUpdate,
  type TracedRequest,
  withoutQuery,
} from '../../../behaviour/trace/request.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { namesAre, overOperations } from '../behaviour-rule.ts';

/** Fields of a request that say how to do something once, and no setting that stays. */
const once =
  /^(?:notify|send|force|silent|dry|skip|include|return|over_?write|merge|validate|create|upsert|replace|with|suppress|trigger|ignore|allow|keep|use)/i;

export const falseNotSent = overOperations({
  code: 'behaviour-false-not-sent',
  title: 'Boolean field is not sent if it is false',
  severity: 'warning',
  why: 'A field that is only sent if it is true can be switched on, but not off again: an update that sets it to false changes nothing, and a filter such as "Is Pending" cannot find the records that are not.',
  fix: 'Send the field if it is not undefined: `if (fields.active !== undefined) body.active = fields.active;`.',
  bad: 'if (fields.active) body.active = fields.active;',
  good: 'if (fields.active !== undefined) body.active = fields.active;',
  docs: docs.nodeMethods,
  fault({ run, choices }) {
    const [on, off] = [run('on'), run('off')];
    const [filter] = off?.leftOut ?? [];
    if (filter !== undefined) return { what: `${shown(filter)} is sent if true, but not if false`, parameter: filter };
    // What a switch of another operation is for, such as to skip a step, is no field of the record.
    if (!/update|upsert|edit|modify|change|patch|replace|set|save|put/i.test(String(choices['operation'] ?? 'update')))
      return undefined;
    if (!on || !off || !hasEnded(on) || !hasEnded(off)) return undefined;
    const isChange = (request: TracedRequest) => changesRecord(request, choices['operation']);
    const changes = ({ requests }: Run) => requests.flatMap((one) => (isChange(one) ? (one.switched ?? []) : []));
    const sent = new Set(changes(off));
    const lost = [...new Set(changes(on))].filter((name) => !sent.has(name) && !once.test(name));
    if (lost.length === 0) return undefined;
    const request = run('plain')?.requests.find(isChange);
    return { what: `${namesAre(lost)} sent if true, but not if false`, request };
  },
});

export const unsetFieldSent = overOperations({
  code: 'behaviour-unset-field-sent',
  title: 'Optional field is sent empty if it is not added',
  severity: 'warning',
  why: 'An update changes each field of its request. Users who add only some of the optional fields also clear the others: the record loses its description, tags or phone number, and nobody is told.',
  fix: 'Send only the fields that users add: leave out those that are `undefined`. If the API replaces the whole record, get it first, and send it with the changes.',
  bad: "const body = { name: fields.name ?? '', tags: fields.tags ?? [] };",
  good: 'const body = { name: fields.name, tags: fields.tags };   // JSON leaves out what is undefined',
  docs: 'https://datatracker.ietf.org/doc/html/rfc7396',
  fault({ run, choices, trace: { marked } }) {
    const [plain, filled] = [run('plain'), run('fields')];
    if (!plain || !filled || !hasEnded(plain) || !hasEnded(filled)) return undefined;
    const optional = (filled.marked ?? []).map((name) => (marked.includes(name) ? undefined : name));
    const fieldsAt = new Set(
      filled.requests.flatMap((request) =>
        (request.fields ?? []).flatMap(({ parameter, key }) =>
          optional[parameter] ? `${placeOf(request)} ${key}` : [],
        ),
      ),
    );
    const read = new Set(plain.requests.flatMap(({ method, url }) => (method === 'GET' ? [withoutQuery(url)] : [])));
    const emptied = plain.requests
      .filter(
        (one) => one.method === 'PATCH' || (isUpdate(choices['operation']) && changesRecord(one, choices['operation'])),
      )
      // What it gets before, it may send as it is.
      .filter(({ url }) => !read.has(withoutQuery(url)))
      .flatMap((request) => {
        const sent = new Set((request.fields ?? []).map(({ key }) => key));
        return (request.emptied ?? []).filter(
          (key) => !sent.has(key) && !ofChange.test(key) && fieldsAt.has(`${placeOf(request)} ${key}`),
        );
      });
    return emptied.length === 0 ? undefined : `${namesAre([...new Set(emptied)])} sent without a value if not added`;
  },
});

/** What belongs to the change, not to the record. */
const ofChange = /reason|comment|message|note$/i;

/** Where a request goes, whatever values of parameters are in its address. */
const placeOf = (request: TracedRequest) => withoutValues(addressOf(request));
