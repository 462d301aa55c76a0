/**
 * Sessions of an older site that were converted. A session that ends here, by a sign-out or with all
 * sessions, continues at the older site: without this table the browser's next page would convert it again.
 */
import { type Kysely, sql } from 'kysely';
import { sha256 } from '../../../platform/digest.ts';
import type { Database } from '../../../platform/database/schema.ts';

/** Milliseconds that a conversion is remembered: longer than an older session lasts. */
export const CONVERSION_MEMORY = 400 * 24 * 3600 * 1000;
/** Conversions of one older session, each of which begins a session here. */
const LIMIT = 50;

/**
 * Whether an older session may be converted: it never was, or every session that it began still runs. It begins several where a page is
 * left while it converts, or where sites of several hosts share the cookie, and a sign-out in any of them holds. One that expired counts as
 * ended, since its row is deleted as theirs are. Nobody else converts the older session until `db`'s transaction ends.
 * @param name names the older session, whether its cookie or a bearer token presented it
 * @param at milliseconds since 1970
 */
export const mayConvert = async (db: Kysely<Database>, name: string, at: number): Promise<boolean> => {
  const digest = sha256(name);
  // Of a row that another transaction is about to insert there is no lock. What follows sees what was committed meanwhile.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rollcall: conversion ${digest.toString('hex')}`}, 0))`.execute(
    db,
  );
  const converted = await db
    .selectFrom('converted_sessions')
    .select(['conversions', 'session_id', 'earlier_session_ids'])
    .where('digest', '=', digest)
    .executeTakeFirst();
  if (!converted) return true;
  if (converted.conversions >= LIMIT) return false;
  const begun = [converted.session_id, ...converted.earlier_session_ids];
  const { running } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<string>().as('running'))
    .where('id', '=', sql<string>`any(${begun}::uuid[])`)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(at))
    .executeTakeFirstOrThrow();
  return Number(running) === begun.length;
};

/** Remembers the session that a conversion began. */
export const noteConversion = async (
  db: Kysely<Database>,
  { name, sessionId, at }: { readonly name: string; readonly sessionId: string; readonly at: number },
): Promise<void> => {
  await db
    .insertInto('converted_sessions')
    .values({ digest: sha256(name), session_id: sessionId, converted_at: new Date(at) })
    .onConflict(conflict =>
      conflict.column('digest').doUpdateSet(row => ({
        session_id: row.ref('excluded.session_id'),
        earlier_session_ids: sql<
          string[]
        >`converted_sessions.session_id || converted_sessions.earlier_session_ids`,
        converted_at: row.ref('excluded.converted_at'),
        conversions: row('converted_sessions.conversions', '+', 1),
      })),
    )
    .execute();
};
