import type { Kysely } from 'kysely';
import Type, { type Static, type TSchema } from 'typebox';
import { type Account, createAccount, listAccounts } from '../store/accounts.ts';
import { type ApiKey, createKey, listKeys, revokeKey } from '../store/api-keys.ts';
import { grantCredits } from '../store/credits.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Tables } from '../store/tables.ts';
import { readValue } from './read-value.ts';

/** More would not be counted exactly once it has been granted a few times. */
const mostCredits = 1_000_000_000;

const Credits = Type.Integer({ minimum: 1, maximum: mostCredits });

const AccountEntry = Type.Object({
  accountId: Type.String(),
  name: Type.String(),
  credits: Type.Integer(),
  concurrency: Type.Integer(),
});

const KeyEntry = Type.Object({ accountId: Type.String(), keyId: Type.String(), revoked: Type.Boolean() });

const NewKey = Type.Object({ accountId: Type.String(), keyId: Type.String(), apiKey: Type.String() });

/** One thing that an operator can do to the store: data in, data out, whichever process holds the database. */
export interface Operation<Input extends TSchema, Output extends TSchema> {
  readonly name: string;
  readonly input: Input;
  readonly output: Output;
  run(db: Kysely<Tables>, input: Static<Input>): Promise<Static<Output>>;
  /** The same for input that comes from outside. */
  perform(db: Kysely<Tables>, input: unknown): Promise<unknown>;
}

function define<Input extends TSchema, Output extends TSchema>(
  operation: Omit<Operation<Input, Output>, 'perform'>,
): Operation<Input, Output> {
  const { input: schema, run } = operation;
  return { ...operation, perform: (db, input) => run(db, readValue(schema, input)) };
}

export const operations = {
  createAccount: define({
    name: 'createAccount',
    input: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 200 }),
      credits: Type.Integer({ minimum: 0, maximum: mostCredits }),
      concurrency: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    }),
    output: Type.Object({ ...AccountEntry.properties, ...NewKey.properties }),
    run: (db, input) =>
      inTransaction(db, async (trx) => {
        const account = await createAccount(trx, input);
        const { id, key } = await createKey(trx, account.id);
        return { ...accountEntry(account), keyId: id, apiKey: key };
      }),
  }),
  listAccounts: define({
    name: 'listAccounts',
    input: Type.Object({}),
    output: Type.Array(AccountEntry),
    run: async (db) => (await listAccounts(db)).map(accountEntry),
  }),
  createKey: define({
    name: 'createKey',
    input: Type.Object({ accountId: Type.String() }),
    output: NewKey,
    run: async (db, { accountId }) => {
      const { id, key } = await createKey(db, accountId);
      return { accountId, keyId: id, apiKey: key };
    },
  }),
  revokeKey: define({
    name: 'revokeKey',
    input: Type.Object({ keyId: Type.String() }),
    output: KeyEntry,
    run: async (db, { keyId }) => keyEntry(await revokeKey(db, keyId)),
  }),
  listKeys: define({
    name: 'listKeys',
    input: Type.Object({ accountId: Type.Optional(Type.String()) }),
    output: Type.Array(KeyEntry),
    run: async (db, { accountId }) => (await listKeys(db, accountId)).map(keyEntry),
  }),
  grantCredits: define({
    name: 'grantCredits',
    input: Type.Object({ accountId: Type.String(), credits: Credits }),
    output: Type.Object({ accountId: Type.String(), credits: Type.Integer() }),
    run: async (db, { accountId, credits }) => ({
      accountId,
      credits: (await grantCredits(db, accountId, credits)).balance,
    }),
  }),
};

function accountEntry({ id, name, credits, concurrency }: Account): Static<typeof AccountEntry> {
  return { accountId: id, name, credits: credits.balance, concurrency: concurrency.limit };
}

function keyEntry({ id, accountId, revokedAt }: ApiKey): Static<typeof KeyEntry> {
  return { accountId, keyId: id, revoked: revokedAt !== undefined };
}
