import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The verdict of the last run of a published package, whoever created it: a package is the same for everyone. Runs without a
 * verdict, uploaded projects of that name and runs that the operator repeats do not count.
 */
export async function packageVerdict(db: Kysely<Tables>, name: string): Promise<'success' | 'failed' | undefined> {
  const row = await db
    .selectFrom('runs')
    .select('status')
    .where('package', '=', name)
    .where('package_ref', 'is not', null)
    .where('repeats', 'is', null)
    .where('status', 'in', ['success', 'failed'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.status === 'success' || row?.status === 'failed' ? row.status : undefined;
}
