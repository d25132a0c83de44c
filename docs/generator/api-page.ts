import { prose } from '../../kernel/report/rule-markdown.ts';
import { anchor, generatedFrom, page, table } from './markdown.ts';
import { type OpenApi, type Operation, readOpenApi, type Schema } from './openapi.ts';
import { descriptionOf, fieldRows, typeOf } from './schema-rows.ts';

/** Generates docs/api.md from the OpenAPI document of the cloud. */
export async function apiPage(): Promise<string> {
  return apiPageOf(await readOpenApi());
}

/** Generates the page of an OpenAPI document. */
export function apiPageOf({ paths }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
  const shapes = new Shapes();
  return page([
    '# HTTP API',
    generatedFrom('the OpenAPI document of the cloud'),
    'The cloud serves the OpenAPI document at `/openapi.json`. Requests and responses are JSON; requests can use `Content-Encoding: gzip`. Every response has an `X-Request-Id`, which is the one of the request if it has one.',
    'Paths below `/api/` require an API key: `Authorization: Bearer <key>`, whose scopes include the one that the description names (`verify` includes `read`, `admin` includes both). Errors are `application/problem+json` ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)); [Errors by code](errors.md) describes each `code`. Responses with status 429 and 503 have `Retry-After`.',
    table(
      ['request', 'description'],
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
    `${prose(summary)}. ${security ? `Scope: \`${security.flatMap(({ key }) => key).join('`, `')}\`.` : 'No API key required.'}`,
    parameters.length === 0
      ? ''
      : table(
          ['parameter', 'in', 'type', 'description'],
          parameters.map(({ name, in: where, schema, description }) => [
            `\`${name}\``,
            where,
            typeOf(schema),
            descriptionOf({ ...schema, ...(description !== undefined && { description }) }),
          ]),
        ),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => ['Request body:', shapes.show(schema, name)]),
    ...good.flatMap(([status, { content = {} }]) =>
      Object.entries(content).flatMap(([type, { schema }]) => [
        `Response ${status}, \`${type}\`${schema.properties ? ':' : '.'}`,
        schema.properties ? shapes.show(schema, name) : '',
      ]),
    ),
    problems.length === 0
      ? ''
      : `Errors: ${problems.map(([status, { description }]) => `${status} (${prose(description)})`).join(', ')}.`,
    ...problems
      .slice(0, 1)
      .flatMap(([, { content = {} }]) => Object.values(content).map(({ schema }) => shapes.problem(schema))),
  ];
}

/** Describes an object that several requests share only once, at the first of them. */
class Shapes {
  readonly #seen = new Map<string, string>();

  show(schema: Schema, where: string): string {
    const key = JSON.stringify(schema);
    const first = this.#seen.get(key);
    if (first !== undefined) return first === where ? 'Same as above.' : `See [${first}](#${anchor(first)}).`;
    this.#seen.set(key, where);
    return table(['field', 'type', 'required', 'description'], fieldRows(schema));
  }

  /** Returns an empty text if the problem is already described. */
  problem(schema: Schema): string {
    return this.#seen.has(JSON.stringify(schema)) ? '' : `Problem document:\n\n${this.show(schema, 'a problem')}`;
  }
}
