import Type from 'typebox';
import { severities } from '../kernel/enums.ts';

/** Paths or patterns: entries, and characters of one. Far above any real list. */
const Paths = Type.Array(Type.String({ maxLength: 1024 }), { maxItems: 1000 });

/** `.service/config.json`: SPEC 2.4 and CONTRACT 2. docs/configuration.md describes it for users. */
export const ProjectConfig = Type.Object({
  projectType: Type.Optional(Type.String()),
  include: Type.Optional(Paths),
  exclude: Type.Optional(Paths),
  /** Seconds. Whether it is positive is checked with `--timeout`, in SPEC 4.2's order of steps. */
  timeout: Type.Optional(Type.Number()),
  rules: Type.Optional(Type.Record(Type.String(), Type.Enum(['off', ...severities]))),
  ignore: Type.Optional(
    Type.Array(
      Type.Object(
        {
          code: Type.String({ minLength: 1 }),
          /** In `.gitignore` syntax. */
          file: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
          reason: Type.String({ minLength: 1, maxLength: 1024 }),
          until: Type.Optional(Type.String({ format: 'date' })),
        },
        { additionalProperties: false },
      ),
      { maxItems: 1000 },
    ),
  ),
  /** For the check of that name: see `ProjectType.configProblem`. */
  behaviour: Type.Optional(Type.Unknown()),
  plugins: Type.Optional(Type.Array(Type.String())),
  /** Releases of n8n to verify with; the first one judges. */
  n8n: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1, maxItems: 10 })])),
});
