import Type, { type Static, type TSchema } from 'typebox';
import { Backup, writeBackup } from '../backup/write-backup.ts';
import { DatabaseFacts, readDatabaseFacts } from '../doctor/database-facts.ts';
import { type Account, createAccount, listAccounts } from '../store/accounts.ts';
import { type ApiKey, createKey, listKeys, revokeKey } from '../store/api-keys.ts';
import { grantCredits } from '../store/credits.ts';
import type { Database } from '../store/database.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { readValue } from './read-value.ts';

/** Keeps balances far below 2^53. */
const maxCredits = 1_000_000_000;

const Credits = Type.Integer({ minimum: 1, maximum: maxCredits });

const AccountEntry = Type.Object({
  accountId: Type.String(),
  name: Type.String(),
  credits: Type.Integer(),
  concurrency: Type.Integer(),
});

const KeyEntry = Type.Object({ accountId: Type.String(), keyId: Type.String(), revoked: Type.Boolean() });

const NewKey = Type.Object({ accountId: Type.String(), keyId: Type.String(), apiKey: Type.String() });

/** An admin operation. Input and output are plain data: it may run in the process that holds the database. */
export interface Operation<Input extends TSchema, Output extends TSchema> {
  readonly name: string;
  readonly input: Input;
  readonly output: Output;
  run(database: Database, input: Static<Input>): Promise<Static<Output>>;
  /** Validates the input and runs. */
  validateAndRun(database: Database, input: unknown): Promise<unknown>;
}

function define<Input extends TSchema, Output extends TSchema>(
  operation: Omit<Operation<Input, Output>, 'validateAndRun'>,
): Operation<Input, Output> {
  const { input: schema, run } = operation;
  return { ...operation, validateAndRun: (database, input) => run(database, readValue(schema, input)) };
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
        const { id, key } = await createKey(trx, account.id);
        return { ...accountEntry(account), keyId: id, apiKey: key };
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
    input: Type.Object({ accountId: Type.String() }),
    output: NewKey,
    run: async ({ kysely }, { accountId }) => {
      const { id, key } = await createKey(kysely, accountId);
      return { accountId, keyId: id, apiKey: key };
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

function keyEntry({ id, accountId, revokedAt }: ApiKey): Static<typeof KeyEntry> {
  return { accountId, keyId: id, revoked: revokedAt !== undefined };
}
