import { anchor, generatedFrom, page, prose, table } from './markdown.ts';
import { type OpenApi, type Operation, readOpenApi, type Schema } from './openapi.ts';
import { fieldRows, meaningOf, typeOf } from './schema-rows.ts';

/** docs/api.md: the cloud's HTTP API, as the cloud itself describes it. */
export async function apiPage(): Promise<string> {
  return apiPageOf(await readOpenApi());
}

/** The page of an OpenAPI document. */
export function apiPageOf({ paths }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
  const shapes = new Shapes();
  return page([
    '# HTTP API',
    generatedFrom('the OpenAPI document of the cloud'),
    'A cloud serves the document itself at `/openapi.json`. JSON in and out; a request may be sent with `Content-Encoding: gzip`. Every answer has an `X-Request-Id`, the caller’s own where it sent one.',
    'Paths below `/api/` need a key: `Authorization: Bearer <key>`. Errors are `application/problem+json` ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)); [Errors by code](errors.md) says what to do about each `code`. With 429 and 503 comes `Retry-After`.',
    table(
      ['request', 'what'],
      operations.map(({ name, operation }) => [`[\`${name}\`](#${anchor(name)})`, prose(operation.summary)]),
    ),
    ...operations.flatMap(({ name, operation }) => operationParts(name, operation, shapes)),
  ]);
}

function operationParts(name: string, operation: Operation, shapes: Shapes): string[] {
  const { summary, security, parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses).sort(([a], [b]) => Number(a) - Number(b));
  const good = answers.filter(([status]) => Number(status) < 400);
  const problems = answers.filter(([status]) => Number(status) >= 400);
  return [
    `## ${name}`,
    `${prose(summary)}.${security ? '' : ' Needs no key.'}`,
    parameters.length === 0
      ? ''
      : table(
          ['parameter', 'in', 'type', 'meaning'],
          parameters.map(({ name, in: where, schema, description }) => [
            `\`${name}\``,
            where,
            typeOf(schema),
            meaningOf({ ...schema, ...(description !== undefined && { description }) }),
          ]),
        ),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => ['Body:', shapes.show(schema, name)]),
    ...good.flatMap(([status, { content = {} }]) =>
      Object.entries(content).flatMap(([type, { schema }]) => [
        `Answers ${status}, \`${type}\`${schema.properties ? ':' : '.'}`,
        schema.properties ? shapes.show(schema, name) : '',
      ]),
    ),
    problems.length === 0
      ? ''
      : `Refuses with ${problems.map(([status, { description }]) => `${status} (${prose(description)})`).join(', ')}.`,
    ...problems
      .slice(0, 1)
      .flatMap(([, { content = {} }]) => Object.values(content).map(({ schema }) => shapes.problem(schema))),
  ];
}

/** Objects that several requests share are described where they come first. */
class Shapes {
  readonly #seen = new Map<string, string>();

  show(schema: Schema, where: string): string {
    const key = JSON.stringify(schema);
    const first = this.#seen.get(key);
    if (first !== undefined) return first === where ? 'The same.' : `As at [${first}](#${anchor(first)}).`;
    this.#seen.set(key, where);
    return table(['field', 'type', 'required', 'meaning'], fieldRows(schema));
  }

  /** Nothing where it was described before: that problems look alike needs no repeating. */
  problem(schema: Schema): string {
    return this.#seen.has(JSON.stringify(schema)) ? '' : `A problem is:\n\n${this.show(schema, 'a problem')}`;
  }
}
