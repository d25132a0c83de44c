import { docs } from '../../../docs-links.ts';
import { everyParameter, type Parameter } from '../../../model/parameters/parameter.ts';
import { shown, shownTexts, textOf } from '../../../model/parameters/plain.ts';
import { type NodeRule, overVersions } from '../node-subject.ts';

/** A variable of Postman, and of other tools that import requests. */
const placeholder = /^\{\{\s{0,9}([\w.-]{1,100})\s{0,9}\}\}$/;

export const defaultPlaceholder: NodeRule = {
  ...overVersions(
    {
      code: 'nodes-default-placeholder',
      title: 'Default is a placeholder of another tool',
      severity: 'warning',
      why: 'n8n evaluates only texts that start with "=": it sends the braces and the name in them, unless users replace the default.',
      fix: "Use `default: ''`, and show an example in `placeholder`.",
      bad: "{ name: 'groupId', type: 'string', default: '{{groupId}}' }",
      good: "{ name: 'groupId', type: 'string', default: '', placeholder: 'e.g. 1203' }",
      docs: docs.uiElements,
    },
    function* ({ parameters, isDeclarative }) {
      // Code may fill it in.
      const found = isDeclarative ? everyParameter(parameters).filter(isSent) : [];
      for (const [initial, [first, ...others]] of Map.groupBy(found, ({ raw }) => raw['default'])) {
        if (!first) continue;
        const of = others.length > 0 ? `${others.length + 1} parameters have` : `"${first.path}" has`;
        yield {
          message: `${of} the default ${shown(initial)}, which is sent as it is`,
          about: { object: first.raw },
          concerns: [first, ...others].map(({ raw }) => raw),
        };
      }
    },
  ),
  oncePerPackage: true,
};

function isSent(parameter: Parameter): boolean {
  const { type, name, raw } = parameter;
  const [, variable] = placeholder.exec(textOf(raw['default']) ?? '') ?? [];
  if (type !== 'string' || variable === undefined || isTemplate(parameter)) return false;
  return raw['routing'] !== undefined || lettersOf(variable) === lettersOf(name);
}

const lettersOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Whether a service fills in what it contains. */
const isTemplate = ({ name, raw }: Parameter) =>
  [name, ...shownTexts(raw)].some((text) =>
    /template|variable|merge ?tag|mustache|handlebars|liquid|personali[sz]|dynamic|substitut|replace/i.test(text),
  );
