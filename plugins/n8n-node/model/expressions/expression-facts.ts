import Type, { type Static } from 'typebox';

const Names = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 });

/** What an expression says, as n8n's own parser reads it. */
export const ExpressionFacts = Type.Object({
  /** Why n8n can't evaluate it, whatever the data. */
  fault: Type.Optional(Type.String({ maxLength: 300 })),
  /**
   * Parameters at the top of the node that it names: `$parameter.limit`. Here and below without those that another value
   * stands in for: `$parameter.limit || 50`, `all ? undefined : $parameter.limit`.
   */
  parameters: Names,
  /** Fields of the credential that it names: `$credentials.domain`. */
  credentials: Names,
});
export type ExpressionFacts = Static<typeof ExpressionFacts>;

/** In the order of the texts; fewer when there was no time for all. */
export const ExpressionOutput = Type.Object({ facts: Type.Array(ExpressionFacts) });
export type ExpressionOutput = Static<typeof ExpressionOutput>;
