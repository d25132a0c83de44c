import { lintRequire } from './lint-packages.ts';

/** Replaces @typescript-eslint/utils, which loads all of ESLint, for n8n's plugins. The active rules have no options. */
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
  /** @param urlOf returns the documentation of a rule */
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
