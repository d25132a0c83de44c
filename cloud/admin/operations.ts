import Type, { type Static, type TSchema } from 'typebox';
import { usageError } from '../../kernel/errors.ts';
import { Backup, writeBackup } from '../backup/write-backup.ts';
import { DatabaseFacts, readDatabaseFacts } from '../doctor/database-facts.ts';
import { keyRecord } from '../server/key-record.ts';
import { KeyRecord, KeyRequest } from '../server/schemas.ts';
import { type Account, createAccount, listAccounts } from '../store/accounts.ts';
import { type ApiKey, createKey, listKeys, revokeKey } from '../store/api-keys.ts';
import { grantCredits } from '../store/credits.ts';
import type { Database } from '../store/database.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { JobQueue } from '../store/job-queue.ts';
import { repeatRuns } from '../store/repeat-runs.ts';
import { readValue } from './read-value.ts';
import { RepeatedRun, repeatedRuns } from './repeated-run.ts';

/** Keeps balances far below 2^53. */
const maxCredits = 1_000_000_000;

const Credits = Type.Integer({ minimum: 1, maximum: maxCredits });

const AccountEntry = Type.Object({
  accountId: Type.String(),
  name: Type.String(),
  credits: Type.Integer(),
  concurrency: Type.Integer(),
});

const KeyEntry = Type.Object({ accountId: Type.String(), ...KeyRecord.properties, revoked: Type.Boolean() });

const NewKey = Type.Object({ accountId: Type.String(), keyId: Type.String(), apiKey: Type.String() });

/** An admin operation. Input and output are plain data: it may run in the process that holds the database. */
export interface Operation<Input extends TSchema, Output extends TSchema> {
  readonly name: string;
  readonly input: Input;
  readonly output: Output;
  /** Whether it queues runs. */
  readonly queues?: boolean;
  /** @param queue required by operations that queue runs; absent where nothing verifies them */
  run(database: Database, input: Static<Input>, queue?: JobQueue): Promise<Static<Output>>;
  validateAndRun(database: Database, input: unknown, queue?: JobQueue): Promise<unknown>;
}

function define<Input extends TSchema, Output extends TSchema>(
  operation: Omit<Operation<Input, Output>, 'validateAndRun'>,
): Operation<Input, Output> {
  const { input: schema, run } = operation;
  return { ...operation, validateAndRun: (database, input, queue) => run(database, readValue(schema, input), queue) };
}

export const operations = {
  createAccount: define({
    name: 'createAccount',
    input: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 200 }),
      credits: Type.Integer({ minimum: 0, maximum: maxCredits }),
      concurrency: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    }),
    output: Type.Object({ ...AccountEntry.properties, ...NewKey.properties }),
    run: ({ kysely }, input) =>
      inTransaction(kysely, async (trx) => {
        const account = await createAccount(trx, input);
        const { key, record } = await createKey(trx, account.id, { scopes: ['admin'] });
        return { ...accountEntry(account), keyId: record.id, apiKey: key };
      }),
  }),
  listAccounts: define({
    name: 'listAccounts',
    input: Type.Object({}),
    output: Type.Array(AccountEntry),
    run: async ({ kysely }) => (await listAccounts(kysely)).map(accountEntry),
  }),
  createKey: define({
    name: 'createKey',
    input: Type.Object({ accountId: Type.String(), ...KeyRequest.properties }),
    output: NewKey,
    run: async ({ kysely }, { accountId, label, scopes, expiresAt: expiry }) => {
      const expiresAt = expiry === undefined ? undefined : new Date(expiry);
      const { key, record } = await createKey(kysely, accountId, { label, scopes, expiresAt });
      return { accountId, keyId: record.id, apiKey: key };
    },
  }),
  revokeKey: define({
    name: 'revokeKey',
    input: Type.Object({ keyId: Type.String() }),
    output: KeyEntry,
    run: async ({ kysely }, { keyId }) => keyEntry(await revokeKey(kysely, keyId)),
  }),
  listKeys: define({
    name: 'listKeys',
    input: Type.Object({ accountId: Type.Optional(Type.String()) }),
    output: Type.Array(KeyEntry),
    run: async ({ kysely }, { accountId }) => (await listKeys(kysely, accountId)).map(keyEntry),
  }),
  grantCredits: define({
    name: 'grantCredits',
    input: Type.Object({ accountId: Type.String(), credits: Credits }),
    output: Type.Object({ accountId: Type.String(), credits: Type.Integer() }),
    run: async ({ kysely }, { accountId, credits }) => ({
      accountId,
      credits: (await grantCredits(kysely, accountId, credits)).balance,
    }),
  }),
  backup: define({
    name: 'backup',
    input: Type.Object({ file: Type.String() }),
    output: Backup,
    run: (database, { file }) => writeBackup(database, file),
  }),
  repeatRuns: define({
    name: 'repeatRuns',
    queues: true,
    input: Type.Object({ n8n: Type.String(), projectType: Type.String(), after: Type.Optional(Type.Integer()) }),
    output: Type.Object({ after: Type.Integer(), queued: Type.Integer(), open: Type.Integer() }),
    async run({ kysely }, input, queue) {
      if (queue) return repeatRuns(kysely, queue, input);
      throw usageError('Nothing verifies runs of this data folder; start `service serve` with it first');
    },
  }),
  repeatedRuns: define({
    name: 'repeatedRuns',
    input: Type.Object({ n8n: Type.String(), after: Type.Integer() }),
    output: Type.Array(RepeatedRun),
    run: ({ kysely }, { n8n, after }) => repeatedRuns(kysely, n8n, after),
  }),
  examine: define({
    name: 'examine',
    input: Type.Object({}),
    output: DatabaseFacts,
    run: ({ kysely }) => readDatabaseFacts(kysely),
  }),
};

function accountEntry({ id, name, credits, concurrency }: Account): Static<typeof AccountEntry> {
  return { accountId: id, name, credits: credits.balance, concurrency: concurrency.limit };
}

function keyEntry(key: ApiKey): Static<typeof KeyEntry> {
  return { accountId: key.accountId, ...keyRecord(key), revoked: key.revokedAt !== undefined };
}
