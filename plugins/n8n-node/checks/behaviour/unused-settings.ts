import { didYouMean } from '../../../../kernel/suggestion.ts';
import { isChosen, isLeftOut } from '../../behaviour/plan/chosen-operations.ts';
import type { ProjectSettings } from '../../behaviour/project-settings.ts';
import type { RunOperation } from '../../behaviour/run-package.ts';
import type { DescribedCredential } from '../../model/descriptions/described-credential.ts';
import { configPath, responsesPath } from '../../project/behaviour-settings/settings.ts';

/** What to say about settings without effect, a sentence each. */
export function unusedSettings(
  { config, responses }: ProjectSettings,
  operations: readonly RunOperation[],
  ownCredentials: ReadonlyMap<string, DescribedCredential>,
): readonly string[] {
  const { parameters = [], operations: leftOut = [], credentials = {} } = config;
  const traces = operations.map(({ trace }) => trace);
  const used = new Set(traces.flatMap(({ runs }) => runs.flatMap((run) => run.credentials)));
  const answered = new Set(traces.flatMap((trace) => trace.answered ?? []));
  return [
    ...leftOut.flatMap((entry, index) =>
      operations.some((operation) => isLeftOut(entry, operation))
        ? []
        : `${configPath}: no operation matches behaviour.operations[${index}]${chosenText(entry)}`,
    ),
    ...parameters.flatMap((entry, index) => {
      const chosen = operations.filter((operation) => isChosen(entry, operation));
      const field = `behaviour.parameters[${index}]`;
      if (chosen.length === 0) return `${configPath}: no operation matches ${field}${chosenText(entry)}`;
      return Object.keys(entry.values)
        .filter((name) => !chosen.some(({ of }) => of.parameters.named.has(name)))
        .map((name) => `${configPath}: ${field}.values.${name} is not a parameter of the operations`);
    }),
    ...Object.keys(credentials)
      .filter((name) => !used.has(name))
      .map((name) => `${configPath}: no operation uses the credential behaviour.credentials.${name}`),
    ...Object.entries(credentials).flatMap(([name, values]) => unknownFields(ownCredentials.get(name), values)),
    ...responses.flatMap(({ url }, index) =>
      answered.has(index) ? [] : `${responsesPath}: no request matches [${index}].url ${url}`,
    ),
  ];
}

/** ` (resource: order, operation: get)` */
function chosenText({ node, resource, operation }: { node?: string; resource?: string; operation?: string }): string {
  const chosen = Object.entries({ node, resource, operation }).filter(([, name]) => name !== undefined);
  return chosen.length === 0 ? '' : ` (${chosen.map((entry) => entry.join(': ')).join(', ')})`;
}

/** Those that a credential of the package does not have, if all of its fields are known. */
function unknownFields(
  credential: DescribedCredential | undefined,
  values: Readonly<Record<string, unknown>>,
): string[] {
  if (!credential?.complete || credential.extends.length > 0) return [];
  const { name, fields } = credential;
  return Object.keys(values)
    .filter((field) => !fields.named.has(field))
    .map((field) => {
      const hint = didYouMean(field, fields.named.keys());
      return `${configPath}: behaviour.credentials.${name}.${field} is not a field of the credential${hint}`;
    });
}
