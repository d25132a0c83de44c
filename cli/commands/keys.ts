import { printable } from '../../kernel/printable.ts';
import { jsonText } from '../../kernel/report/report.ts';
import { connectFromFlags } from '../access-flags.ts';
import type { Key } from '../client/api-types.ts';
import { retryBriefly } from '../client/retry.ts';
import { cloudCommand } from '../cloud-command.ts';
import type { CommandModule } from '../command.ts';
import { newKeyIn } from '../new-key.ts';
import { aligned } from '../render/aligned.ts';
import { localTime } from '../render/run-record.ts';

/** `service keys list` */
export const list = cloudCommand(
  (cloud, { interruption: { signal } }) => retryBriefly(() => cloud.keys(signal), signal),
  ({ keys }) => aligned(keys.map(cellsOf)),
);

/** `service keys create`: prints the key, which cannot be read again. */
export const create: CommandModule = {
  async run({ args, terminal, interruption }) {
    const newKey = newKeyIn(args);
    const cloud = await connectFromFlags(args, terminal, interruption.signal);
    const created = await cloud.createKey(newKey, interruption.signal);
    if (args.flag('--json')) terminal.document(jsonText(created));
    else {
      terminal.out(`API key: ${printable(created.apiKey)}`);
      terminal.out(aligned([cellsOf(created)])[0] ?? '');
      terminal.err('Store the key now; it cannot be shown again');
    }
    return 0;
  },
};

/** `service keys revoke <key-id>` */
export const revoke = cloudCommand(
  (cloud, { args, interruption: { signal } }) =>
    retryBriefly(() => cloud.revokeKey(args.positionals[0] ?? '', signal), signal),
  ({ keyId }) => [`Revoked key ${keyId}`],
);

/** ID, scopes, state, last use, label. */
function cellsOf({ keyId, label = '', scopes, expiresAt, lastUsedAt, revokedAt }: Key): string[] {
  const used = lastUsedAt === undefined ? 'never used' : `used ${localTime(lastUsedAt)}`;
  return [keyId, scopes.join(','), stateOf(expiresAt, revokedAt), used, label].map((cell) => printable(cell));
}

function stateOf(expiresAt: string | undefined, revokedAt: string | undefined): string {
  if (revokedAt !== undefined) return 'revoked';
  if (expiresAt === undefined) return 'valid';
  return `${Date.parse(expiresAt) > Date.now() ? 'expires' : 'expired'} ${localTime(expiresAt)}`;
}
