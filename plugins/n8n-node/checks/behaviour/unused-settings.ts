import { isChosen, isLeftOut } from '../../behaviour/plan/chosen-operations.ts';
import type { ProjectSettings } from '../../behaviour/project-settings.ts';
import type { RunOperation } from '../../behaviour/run-package.ts';
import { configPath, responsesPath } from '../../project/behaviour-settings/settings.ts';

/** What to say about settings without effect, a sentence each. */
export function unusedSettings(
  { config, responses }: ProjectSettings,
  operations: readonly RunOperation[],
): readonly string[] {
  const { parameters = [], operations: leftOut = [], credentials = {} } = config;
  const traces = operations.map(({ trace }) => trace);
  const used = new Set(traces.flatMap(({ runs }) => runs.flatMap((run) => run.credentials)));
  const answered = new Set(traces.flatMap((trace) => trace.answered ?? []));
  return [
    ...leftOut.flatMap((entry, index) =>
      operations.some((operation) => isLeftOut(entry, operation))
        ? []
        : `${configPath}: no operation matches behaviour.operations.${index}`,
    ),
    ...parameters.flatMap((entry, index) => {
      const chosen = operations.filter((operation) => isChosen(entry, operation));
      const field = `behaviour.parameters.${index}`;
      if (chosen.length === 0) return `${configPath}: no operation matches ${field}`;
      return Object.keys(entry.values)
        .filter((name) => !chosen.some(({ of }) => of.parameters.named.has(name)))
        .map((name) => `${configPath}: ${field}.values.${name} is not a parameter of the operations`);
    }),
    ...Object.keys(credentials)
      .filter((name) => !used.has(name))
      .map((name) => `${configPath}: no operation uses the credential behaviour.credentials.${name}`),
    ...responses.flatMap(({ url }, index) =>
      answered.has(index) ? [] : `${responsesPath}: no request matches ${index}.url ${url}`,
    ),
  ];
}
