import { lintRequire } from './lint-packages.ts';

/**
 * What n8n's plugins use of @typescript-eslint/utils, which loads the whole of ESLint. The options of their rules are the
 * rules' own: none in force is given any.
 */
export const { AST_NODE_TYPES }: typeof import('@typescript-eslint/types') = lintRequire()('@typescript-eslint/types');
export const TSESTree = { AST_NODE_TYPES };

export const TSESLint = {
  Scope: {
    get DefinitionType() {
      return lintRequire()('@typescript-eslint/scope-manager').DefinitionType;
    },
  },
};

interface Described {
  name: string;
  meta: { docs?: object; defaultOptions?: unknown[] };
  defaultOptions?: unknown[];
  create(context: object, options: unknown[]): object;
}

export const ESLintUtils = {
  /** @param urlOf where a rule is documented */
  RuleCreator:
    (urlOf: (name: string) => string) =>
    ({ name, meta, defaultOptions, create }: Described) => {
      const options = meta.defaultOptions ?? defaultOptions ?? [];
      return {
        name,
        meta: { ...meta, docs: { ...meta.docs, url: urlOf(name) } },
        defaultOptions,
        create: (context: object) => create(context, options.length === 0 ? [] : structuredClone(options)),
      };
    },
};
