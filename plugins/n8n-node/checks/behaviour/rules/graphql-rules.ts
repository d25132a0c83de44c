import { parametersOf } from '../../../behaviour/plan/plan-operations.ts';
import type { RunOperation } from '../../../behaviour/run-package.ts';
import { docs } from '../../../docs-links.ts';
import { everyParameter } from '../../../model/parameters/parameter.ts';
import { shown, textOf } from '../../../model/parameters/plain.ts';
import { overOperations } from '../behaviour-rule.ts';
import { hostOf } from '../request-hosts.ts';
import { filledRuns } from './request-rules.ts';

export const variableUndeclared = overOperations({
  code: 'behaviour-variable-undeclared',
  title: 'GraphQL variable is not declared by the document',
  severity: 'error',
  why: 'The value of the parameter is sent under a name in `variables` that the GraphQL document does not declare. Servers ignore such a variable, so what users enter has no effect, or reject the request.',
  fix: 'Send the value under the name that the document declares, or declare the variable and use it.',
  bad: "query: 'query Orders($q: String) { orders(q: $q) { id } }',\nvariables: { search },",
  good: "query: 'query Orders($q: String) { orders(q: $q) { id } }',\nvariables: { q: search },",
  docs: docs.httpHelpers,
  fault(operation) {
    if (takesDocument(operation)) return undefined;
    for (const run of filledRuns(operation)) {
      const { marked = operation.trace.marked } = run;
      for (const request of run.requests) {
        const sent = request.undeclared?.find(({ parameter }) => isEntered(marked[parameter], operation));
        if (!sent) continue;
        const parameter = marked[sent.parameter];
        const what = `the value of ${shown(parameter ?? '')} is sent to ${hostOf(request.url)} as the GraphQL variable ${shown(sent.key)}, which the document does not declare`;
        return { what, request, parameter };
      }
    }
    return undefined;
  },
});

/** Whether users enter the document, and with it what it declares. */
const takesDocument = ({ of: { parameters } }: RunOperation): boolean =>
  everyParameter(parameters).some(
    ({ name, raw }) =>
      /graphql|variables/i.test(name) ||
      /^\s*(?:query|mutation|subscription)\b|^\s*\{\s*\w/.test(textOf(raw['default']) ?? ''),
  );

/** Whether a parameter has one value, not variables with names of their own. */
const isEntered = (name: string | undefined, operation: RunOperation): boolean =>
  name !== undefined && parametersOf(operation, name).every(({ type }) => type !== 'json');
