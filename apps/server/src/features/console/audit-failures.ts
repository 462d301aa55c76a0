/**
 * Entries of the audit log for failed sign-ins and refused calls. A network that fails often fills the log with one counted
 * entry an hour instead; the counts are in the database, so they hold for all servers of an installation.
 */
import { type RefusalName, refusals } from '@rollcall/contract';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { plainIp } from '../../http/trust.ts';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { networksOf } from '../../platform/networks.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type AuditEntry, writeAudit } from './audit.ts';

/** Failures of one network in an hour that get entries of their own, and those of all networks. */
export const FAILURES_OF_NETWORK = 100;
const FAILURES_OF_ALL = 2000;
/** The network of the count of all. */
const ALL = '*';
const HOUR = 3600 * 1000;

/** Refusals of a wrong proof of identity. */
const wrongProofs: ReadonlySet<RefusalName> = new Set([
  'WrongCredentials',
  'WrongOldPassword',
  'TooManyAttempts',
  'LinkInvalid',
  // Of a second factor, and of its step.
  'CaptchaMismatch',
  'WrongTicket',
] as const);
/** Refusals with status 403 that only ask for one more step. */
const nextSteps: ReadonlySet<RefusalName> = new Set(['ProofRequired', 'SecondFactorRequired'] as const);

/** The act of a refusal's entry: `access.failed` for a wrong proof, `access.refused` for a 403; undefined: it gets none. */
const failureAct = ({
  refusal,
}: Pick<Refusal, 'refusal'>): 'access.failed' | 'access.refused' | undefined => {
  if (wrongProofs.has(refusal)) return 'access.failed';
  return refusals[refusal].status === 403 && !nextSteps.has(refusal) ? 'access.refused' : undefined;
};

const hourOf = (at: number): Date => new Date(Math.floor(at / HOUR) * HOUR);

/** Counts a failure of a network, in the transaction `db`. @returns the count of this hour */
const count = async (db: Kysely<Database>, network: string, at: number): Promise<number> => {
  const row = await db
    .insertInto('audit_failures')
    .values({ network, hour: hourOf(at), count: 1 })
    .onConflict(conflict =>
      conflict
        .columns(['network', 'hour'])
        .doUpdateSet(eb => ({ count: eb('audit_failures.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return row.count;
};

/** Inserts the entry of a failure, or only counts it where its network or all networks had too many in this hour. */
export const writeFailure = (db: Kysely<Database>, entry: AuditEntry): Promise<void> =>
  transaction(db, async trx => {
    const { near, wide } = networksOf(entry.address);
    if ((await count(trx, wide ?? near, entry.at)) > FAILURES_OF_NETWORK) return;
    if ((await count(trx, ALL, entry.at)) > FAILURES_OF_ALL) return;
    await writeAudit(trx, entry);
  });

/**
 * Writes the entry of a failed request, if its error is one that gets an entry. That it could not be written is logged, and
 * does not change the answer.
 * @param about.call name of the call
 * @param about.concerned id of the operator whom the request concerned
 * @param about.refused further refusals of this call that are written, as `access.refused`
 */
export const recordFailure = async (
  { db, now }: { readonly db: Kysely<Database>; readonly now: () => number },
  request: FastifyRequest,
  error: unknown,
  about: { readonly call: string; readonly concerned?: string | undefined; readonly refused?: RefusalName[] },
): Promise<void> => {
  if (!(error instanceof Refusal)) return;
  const { call, concerned, refused } = about;
  const { refusal } = error;
  const act = refused?.includes(refusal) ? 'access.refused' : failureAct(error);
  if (act === undefined) return;
  const { operator } = request;
  try {
    await writeFailure(db, {
      act,
      ...(operator ? { by: operator } : {}),
      ...(concerned === undefined ? {} : { subject: concerned }),
      after: { call, refusal },
      at: now(),
      address: plainIp(request.ip),
      requestId: request.id,
    });
  } catch (fault) {
    request.log.error({ err: fault }, 'a failure could not be written to the audit log');
  }
};

/** Inserts an entry for each network with failures in an earlier hour that were counted alone. @param at ms since 1970 */
export const writeCounted = (db: Kysely<Database>, at: number): Promise<void> =>
  transaction(db, async trx => {
    const rows = await trx
      .deleteFrom('audit_failures')
      .where('hour', '<', hourOf(at))
      .returning(['network', 'hour', 'count'])
      .execute();
    for (const { network, hour, count: all } of rows.toSorted((a, b) => a.network.localeCompare(b.network))) {
      const alone = all - (network === ALL ? FAILURES_OF_ALL : FAILURES_OF_NETWORK);
      if (alone <= 0) continue;
      await writeAudit(trx, {
        at,
        act: 'access.counted',
        after: { failures: alone, from: hour.toISOString() },
        address: network,
        requestId: '-',
      });
    }
  });
