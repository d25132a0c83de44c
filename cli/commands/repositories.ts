import { usageError } from '../../kernel/errors.ts';
import type { Repository } from '../client/api-types.ts';
import { retryBriefly } from '../client/retry.ts';
import { cloudCommand } from '../cloud-command.ts';
import { lineFlag } from '../line-flag.ts';
import { aligned } from '../render/aligned.ts';

/** `service repositories list` */
export const list = cloudCommand(
  (cloud, { interruption: { signal } }) => retryBriefly(() => cloud.repositories(signal), signal),
  ({ repositories }) => aligned(repositories.map(cellsOf)),
);

/** `service repositories trust <repository>`: also prints the account that CI has to name. */
export const trust = cloudCommand(
  async (cloud, { args, interruption: { signal } }) => {
    const [branch, environment] = [lineFlag(args, '--branch', 256), lineFlag(args, '--environment', 256)];
    const repository = args.positionals[0] ?? '';
    // Of GitHub: https://docs.github.com/rest/repos
    if (!/^[A-Za-z0-9][\w-]*\/(?!\.{1,2}$)(?!.*\.git$)[\w.-]+$/.test(repository))
      throw usageError(`Invalid repository "${repository}": use owner/name, as in acme/n8n-nodes-acme`);
    const wanted = {
      repository,
      ...(branch !== undefined && { branch }),
      ...(environment !== undefined && { environment }),
    };
    const trusted = await retryBriefly(() => cloud.trustRepository(wanted, signal), signal);
    const { accountId } = await retryBriefly(() => cloud.account(signal), signal);
    return { ...trusted, accountId };
  },
  ({ accountId, ...trusted }) => [...aligned([cellsOf(trusted)]), `Set SERVICE_ACCOUNT=${accountId} in its workflow`],
);

/** `service repositories remove <repository-id>` */
export const remove = cloudCommand(
  (cloud, { args, interruption: { signal } }) =>
    retryBriefly(() => cloud.removeRepository(args.positionals[0] ?? '', signal), signal),
  ({ repository }) => [`Trusts ${repository} no longer`],
);

/** ID, repository, limits. */
function cellsOf({ trustedRepositoryId, repository, branch, environment }: Repository): string[] {
  return [
    trustedRepositoryId,
    repository,
    branch === undefined ? 'all branches' : `branch ${branch}`,
    environment === undefined ? '' : `environment ${environment}`,
  ];
}
