import Type from 'typebox';
import { severities } from '../kernel/enums.ts';

/** `.service/config.json`: SPEC 2.4 and CONTRACT 2. docs/configuration.md describes it for users. */
export const ProjectConfig = Type.Object({
  projectType: Type.Optional(Type.String()),
  include: Type.Optional(Type.Array(Type.String())),
  exclude: Type.Optional(Type.Array(Type.String())),
  /** Seconds. Whether it is positive is checked with `--timeout`, in SPEC 4.2's order of steps. */
  timeout: Type.Optional(Type.Number()),
  rules: Type.Optional(Type.Record(Type.String(), Type.Enum(['off', ...severities]))),
  plugins: Type.Optional(Type.Array(Type.String())),
});
