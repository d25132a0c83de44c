import Type from 'typebox';

/** `.service/baseline.json`, written by `service verify --baseline`. */
export const Baseline = Type.Object({
  /** Name of the ruleset that reported the findings. */
  ruleset: Type.Optional(Type.String()),
  findings: Type.Array(
    Type.Object({
      code: Type.String(),
      file: Type.Optional(Type.String()),
      message: Type.String(),
      count: Type.Integer({ minimum: 1 }),
    }),
  ),
});
