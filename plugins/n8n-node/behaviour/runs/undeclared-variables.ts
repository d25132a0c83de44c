import { tryJson } from '../../../../kernel/index.ts';
import { jsonText } from '../trace/json-text.ts';
import { marksIn, parameterOf } from '../trace/marks.ts';
import type { TracedRequest } from '../trace/request.ts';
import { most } from '../trace/trace-limits.ts';

/** A document with an operation that has a keyword, of which variables may be declared. */
const isDocument = /^\s*(?:#[^\n]*\n\s*)*(?:query|mutation|subscription|fragment)\b/;
/** https://spec.graphql.org/October2021/#VariableDefinitions */
const declaration = /\$(\w+)\s*:/g;

/**
 * The variables of a request to GraphQL with the value of a parameter that its document declares nowhere, whichever of its
 * operations runs.
 * @param number of the run
 */
export function undeclaredIn(body: string, number: number): NonNullable<TracedRequest['undeclared']> {
  if (!body.includes('"variables"') || !body.includes('"query"')) return [];
  const { query, variables } = Object(tryJson(body));
  if (typeof query !== 'string' || !isDocument.test(query) || marksIn(query, number).marks.length > 0) return [];
  const declared = new Set([...query.matchAll(declaration)].map(([, name = '']) => name));
  return Object.entries(Object(variables)).flatMap(([key, value]) => {
    const [mark] = marksIn(jsonText(value), number).marks;
    // Names that users enter are theirs.
    return mark === undefined || declared.has(key) || marksIn(key, number).marks.length > 0
      ? []
      : [{ parameter: parameterOf(mark), key: key.slice(0, most.name) }];
  });
}
