import { appendFileSync, readFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';

const run = Type.String();
const account = Type.String();
const status = Type.String();

/** A response of the cloud that a client may rely on. */
const Acknowledgement = Type.Union([
  /** An account was created. */
  Type.Object({ kind: Type.Literal('account'), account, credits: Type.Integer() }),
  /** A run was created; `expected` is the correct status for its project. */
  Type.Object({ kind: Type.Literal('created'), run, account, key: Type.String(), expected: Type.String() }),
  /** A run was refused. */
  Type.Object({ kind: Type.Literal('refused'), account, key: Type.String(), code: Type.String() }),
  Type.Object({ kind: Type.Literal('cancelled'), run, status }),
  Type.Object({ kind: Type.Literal('status'), run, status }),
  Type.Object({ kind: Type.Literal('line'), run, watcher: Type.String(), seq: Type.Integer(), message: Type.String() }),
  Type.Object({ kind: Type.Literal('ended'), run, watcher: Type.String(), status, lastSeq: Type.Integer() }),
  /** A result was read. */
  Type.Object({ kind: Type.Literal('result'), run, status, text: Type.String() }),
  /** The cloud reported an internal error, which is wrong for an unavailable database. */
  Type.Object({ kind: Type.Literal('trouble'), what: Type.String() }),
]);
export type Acknowledgement = Static<typeof Acknowledgement>;

/** A file with the acknowledgements of clients as JSON lines, written synchronously. */
export class ClientLog {
  readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  write(acknowledgement: Acknowledgement): void {
    appendFileSync(this.file, `${JSON.stringify(acknowledgement)}\n`);
  }
}

/** @throws {Error} for an invalid line */
export function readClientLog(file: string): Acknowledgement[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => Value.Parse(Acknowledgement, JSON.parse(line)));
}
