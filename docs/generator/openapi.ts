import Type, { type Static } from 'typebox';
import { Parse } from 'typebox/value';
import { startCloud } from '../../cloud/start-cloud.ts';
import { makeTemporaryFolder } from '../../runner/temporary-folder.ts';

/** The parts of a JSON schema that the page uses. */
const Schema = Type.Cyclic(
  {
    Schema: Type.Object({
      type: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
      description: Type.Optional(Type.String()),
      enum: Type.Optional(Type.Array(Type.Unknown())),
      const: Type.Optional(Type.Unknown()),
      default: Type.Optional(Type.Unknown()),
      format: Type.Optional(Type.String()),
      minimum: Type.Optional(Type.Number()),
      exclusiveMinimum: Type.Optional(Type.Number()),
      maximum: Type.Optional(Type.Number()),
      minLength: Type.Optional(Type.Integer()),
      maxLength: Type.Optional(Type.Integer()),
      required: Type.Optional(Type.Array(Type.String())),
      properties: Type.Optional(Type.Record(Type.String(), Type.Ref('Schema'))),
      items: Type.Optional(Type.Ref('Schema')),
    }),
  },
  'Schema',
);
export type Schema = Static<typeof Schema>;

const Content = Type.Record(Type.String(), Type.Object({ schema: Schema }));

const Operation = Type.Object({
  summary: Type.String(),
  /** The scopes that the key needs. */
  security: Type.Optional(Type.Array(Type.Object({ key: Type.Array(Type.String()) }))),
  parameters: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        in: Type.String(),
        required: Type.Optional(Type.Boolean()),
        description: Type.Optional(Type.String()),
        schema: Schema,
      }),
    ),
  ),
  requestBody: Type.Optional(Type.Object({ content: Content })),
  responses: Type.Record(Type.String(), Type.Object({ description: Type.String(), content: Type.Optional(Content) })),
});
export type Operation = Static<typeof Operation>;

/** The parts of an OpenAPI document that the page uses. */
const OpenApi = Type.Object({ paths: Type.Record(Type.String(), Type.Record(Type.String(), Operation)) });
export type OpenApi = Static<typeof OpenApi>;

/** Returns the /openapi.json of a cloud. */
export async function openApiOf(url: string): Promise<OpenApi> {
  const response = await fetch(`${url}/openapi.json`);
  return Parse(OpenApi, await response.json());
}

/** Starts a cloud and returns its /openapi.json. */
export async function readOpenApi(): Promise<OpenApi> {
  const folder = await makeTemporaryFolder({ prefix: 'service-docs' });
  try {
    const cloud = await startCloud({ database: { folder: folder.path }, port: 0, workers: 0 });
    try {
      return await openApiOf(cloud.url);
    } finally {
      await cloud.close();
    }
  } finally {
    await folder.remove();
  }
}
