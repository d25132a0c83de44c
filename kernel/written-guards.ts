import type { TSchema } from 'typebox';
import { Build } from 'typebox/schema';

/** What the functions ask of typebox: JSON Schema counts the characters of a text, `length` counts halves of some. */
const ownFunctions = 'const Guard = { CodePointCount: (text) => [...text].length };';

/**
 * The text of a module that has the same guards as one of guard.ts's, without a schema. What typebox would make into
 * functions at a start stands in it; where a value is wrong is still looked up in the schema, in the module itself.
 * @param guards what the module exports
 * @param original what to import the module as
 * @throws {Error} for a schema that needs more of typebox than functions of their own
 */
export function writtenGuards(guards: Readonly<Record<string, { schema: TSchema }>>, original: string): string {
  const faults = `const original = () => import(${JSON.stringify(original)});`;
  const written = Object.entries(guards).map(
    ([name, { schema }]) => `export const ${name} = {
  is: (() => {
    ${functionsOf(schema, name).join(';\n    ')};
  })(),
  firstFault: async (value) => (await original()).${name}.firstFault(value),
};`,
  );
  return [faults, ownFunctions, ...written].join('\n');
}

/** Statements that end in one that returns the function. */
function functionsOf(schema: TSchema, name: string): string[] {
  const build = Build(schema);
  const { identifier, variables } = build.External();
  const constants = variables.map((variable) => {
    if (variable instanceof RegExp) return String(variable);
    throw new Error(`the guard ${name} needs a value that can't be written`);
  });
  const functions = build.Functions();
  if (build.UseUnevaluated() || /\b(?:Guard\.(?!CodePointCount\()|Hashing\.|CheckContext\b)/.test(functions.join()))
    throw new Error(`the guard ${name} needs functions of typebox`);
  return [`const ${identifier} = [${constants.join(', ')}]`, ...functions, `return (value) => ${build.Entry()}`];
}
