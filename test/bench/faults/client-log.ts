import { appendFileSync, readFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';

const run = Type.String();
const account = Type.String();
const status = Type.String();

/** What the cloud has said to a client: from then on the client may rely on it. */
const Acknowledgement = Type.Union([
  /** An account was made, with so many credits. */
  Type.Object({ kind: Type.Literal('account'), account, credits: Type.Integer() }),
  /** A run was created; `expected` is the verdict that its project deserves. */
  Type.Object({ kind: Type.Literal('created'), run, account, key: Type.String(), expected: Type.String() }),
  /** A run was not created, and won't be. */
  Type.Object({ kind: Type.Literal('refused'), account, key: Type.String(), code: Type.String() }),
  Type.Object({ kind: Type.Literal('cancelled'), run, status }),
  Type.Object({ kind: Type.Literal('status'), run, status }),
  Type.Object({ kind: Type.Literal('line'), run, watcher: Type.String(), seq: Type.Integer(), message: Type.String() }),
  Type.Object({ kind: Type.Literal('ended'), run, watcher: Type.String(), status, lastSeq: Type.Integer() }),
  /** A result was read, from one server of several. */
  Type.Object({ kind: Type.Literal('result'), run, status, text: Type.String() }),
  /** The cloud said that something went wrong inside it, which is never how it should say that its database is away. */
  Type.Object({ kind: Type.Literal('trouble'), what: Type.String() }),
]);
export type Acknowledgement = Static<typeof Acknowledgement>;

/** A file of what clients were told, a line of JSON each, written before they do anything else. */
export class ClientLog {
  readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  write(acknowledgement: Acknowledgement): void {
    appendFileSync(this.file, `${JSON.stringify(acknowledgement)}\n`);
  }
}

/** @throws {Error} for a line that is none of a client's */
export function readClientLog(file: string): Acknowledgement[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => Value.Parse(Acknowledgement, JSON.parse(line)));
}
