import Type, { type Static } from 'typebox';

const Names = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 });

/** Facts about an expression, from n8n's own parser. */
export const ExpressionFacts = Type.Object({
  /** Why n8n cannot evaluate it with any data. */
  fault: Type.Optional(Type.String({ maxLength: 300 })),
  /**
   * Top-level parameters that it uses: `$parameter.limit`. Without those that have an alternative, here and below:
   * `$parameter.limit || 50`, `all ? undefined : $parameter.limit`.
   */
  parameters: Names,
  /** Fields of the credential that it uses: `$credentials.domain`. */
  credentials: Names,
  /** Fields of the credential with a constant as their only alternative: `$credentials.domain || "acme.io"`. */
  defaulted: Type.Optional(Names),
});
export type ExpressionFacts = Static<typeof ExpressionFacts>;

/** In the order of the texts; fewer if the time limit is reached. */
export const ExpressionOutput = Type.Object({ facts: Type.Array(ExpressionFacts) });
export type ExpressionOutput = Static<typeof ExpressionOutput>;
