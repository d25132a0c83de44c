import Type from 'typebox';

const Name = Type.String({ minLength: 1, maxLength: 200 });
const strict = { additionalProperties: false };

/** The operations of an entry: all nodes, resources or names unless specified. */
const chosen = { node: Type.Optional(Name), resource: Type.Optional(Name), operation: Type.Optional(Name) };

/** `behaviour` of `.service/config.json`; docs/behaviour.md describes it for users. */
export const BehaviourConfig = Type.Object(
  {
    parameters: Type.Optional(
      Type.Array(Type.Object({ ...chosen, values: Type.Record(Type.String(), Type.Unknown()) }, strict), {
        maxItems: 200,
      }),
    ),
    credentials: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()))),
    operations: Type.Optional(
      Type.Array(
        Type.Object(
          { ...chosen, reason: Type.String({ minLength: 1, maxLength: 1024 }) },
          { ...strict, minProperties: 2 },
        ),
        { maxItems: 200 },
      ),
    ),
  },
  strict,
);

/** `.service/responses.json`: answers of the simulated API. */
export const Responses = Type.Array(
  Type.Object(
    {
      /** Method of the request; any if absent. */
      method: Type.Optional(Type.String({ pattern: '^[A-Za-z]{1,20}$' })),
      /** Pattern of an absolute URL: https://urlpattern.spec.whatwg.org */
      url: Type.String({ minLength: 1, maxLength: 2000 }),
      /** Default 200. */
      status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
      headers: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 2000 }))),
      json: Type.Optional(Type.Unknown()),
      /** Path of the body, relative to the project. */
      file: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
    },
    strict,
  ),
  { maxItems: 500 },
);
