import Type, { type Static } from 'typebox';
import { Digest, Name, Secrets, Text } from './texts.ts';

export const TracedOutput = Type.Object({
  /** Whether it is an object with `json`, as n8n demands. */
  isItem: Type.Boolean(),
  /** Its `json` is a list. */
  isList: Type.Optional(Type.Literal(true)),
  /** The items whose values it holds, directly or in what the API answered to them. */
  items: Type.Array(Type.Integer(), { maxItems: 10 }),
  /** The input items that it says to come from; absent where it says nothing. */
  paired: Type.Optional(Type.Array(Type.Integer(), { maxItems: 10 })),
  /** Whether it is a whole HTTP response, with its headers. */
  isResponse: Type.Optional(Type.Literal(true)),
  /** Whether it tells of a failure. */
  failure: Type.Boolean(),
  /** Where requests fail: it has a field or a value that may be there to say so, such as a status, a reason, something that is false. */
  mayTell: Type.Optional(Type.Literal(true)),
  /** Whether it has a field for an error, as nodes add one with "Continue on fail", or nothing but that it failed, and why. */
  isError: Type.Optional(Type.Literal(true)),
  /** The error that it holds in place of a result. */
  error: Type.Optional(Text),
  secrets: Secrets,
  /** Its files: their media types, and whether they hold bytes of the API after these were decoded as text, or no content. */
  files: Type.Optional(
    Type.Array(
      Type.Object({
        type: Name,
        isDecoded: Type.Boolean(),
        lacksContent: Type.Optional(Type.Boolean()),
      }),
      { maxItems: 5 },
    ),
  ),
  /** Equal for outputs with the same `json`. */
  digest: Digest,
});
export type TracedOutput = Static<typeof TracedOutput>;
