/**
 * Counts the different recipients that an account, a device or a network names to calls that say whether a recipient is
 * registered. Beyond a few an hour each further one needs a challenge, so that accounts cannot be enumerated.
 */
import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { deriveKey, type Secret } from '../../platform/derive-key.ts';
import { networkScales } from '../../platform/networks.ts';
import type { Requester } from './requester.ts';

const HOUR = 3600 * 1000;
/** Milliseconds in which the rule for a recipient remembers that a call asked for a challenge. */
const CHALLENGED_MS = 10 * 60_000;
/** Milliseconds by which servers' clocks may differ. */
const SKEW = 5 * 60_000;

/** The purposes whose calls say whether a recipient has an account. */
const telling: ReadonlySet<string> = new Set([
  'register',
  'login',
  'reset',
  'bind',
  'change',
  'update',
  'email',
]);

export interface NamedRecipients {
  /** Whether the recipient is one of the few that need no challenge; it counts from then on. */
  admit(scene: string, requester: Requester): Promise<boolean>;
  /** Whether `admit` would say so. Counts nothing. */
  allows(scene: string, requester: Requester): Promise<boolean>;
}

/** @param deps.limit different recipients an hour; 0: without a limit */
export const createNamedRecipients = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly secret: Secret;
  readonly limit: () => number;
}): NamedRecipients => {
  const { db, now, limit: limitNow } = deps;
  const key = deriveKey(deps.secret, 'captcha');
  const digestOf = ({ identity }: Requester): string =>
    createHmac('sha256', key)
      .update(`named|${identity.kind}|${identity.value}`)
      .digest('base64url')
      .slice(0, 16);

  const subjectsOf = ({ accountId, device, ip }: Requester, limit: number) =>
    [
      ...(accountId === undefined ? [] : [{ subject: `account ${accountId}`, most: limit }]),
      ...(device === '' ? [] : [{ subject: `device ${device}`, most: limit }]),
      ...networkScales(ip).map(({ name, scale }) => ({ subject: `network ${name}`, most: limit * scale })),
    ].toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
  const challengedSubject = (digest: string): string => `asked ${digest}`;

  return {
    admit: async (scene, requester) => {
      const limit = limitNow();
      if (limit === 0 || !telling.has(scene)) return true;
      const at = now();
      const digest = digestOf(requester);
      const subjects = subjectsOf(requester, limit);
      if (subjects.length === 0) return true;
      const end = new Date(at + HOUR);
      const rows = subjects.map(
        ({ subject, most }) =>
          sql`(${subject}, ${end}::timestamptz, array[${digest}]::text[], ${most}::integer)`,
      );
      const over = sql`(n.ends_at <= ${new Date(at)}::timestamptz or n.ends_at > ${new Date(at + HOUR + SKEW)}::timestamptz)`;
      const { rows: taken } = await sql`
        insert into named_recipients as n (subject, ends_at, recipients, most) values ${sql.join(rows)}
        on conflict (subject) do update set
          recipients = case
            when ${over} then excluded.recipients
            when ${digest} = any (n.recipients) then n.recipients
            else n.recipients || excluded.recipients
          end,
          ends_at = case when ${over} then excluded.ends_at else n.ends_at end,
          most = excluded.most
          where ${over} or ${digest} = any (n.recipients) or cardinality(n.recipients) < excluded.most
        returning subject`.execute(db);
      if (taken.length === subjects.length) return true;
      // The call for the rule has no token: it finds out by this that the account named too many.
      await db
        .insertInto('named_recipients')
        .values({
          subject: challengedSubject(digest),
          ends_at: new Date(at + CHALLENGED_MS),
          recipients: [],
          most: 0,
        })
        .onConflict(conflict =>
          conflict.column('subject').doUpdateSet({ ends_at: new Date(at + CHALLENGED_MS) }),
        )
        .execute();
      return false;
    },

    allows: async (scene, requester) => {
      const limit = limitNow();
      if (limit === 0 || !telling.has(scene)) return true;
      const digest = digestOf(requester);
      const full = await db
        .selectFrom('named_recipients')
        .select('subject')
        .where('subject', 'in', [
          ...subjectsOf(requester, limit).map(({ subject }) => subject),
          challengedSubject(digest),
        ])
        .where('ends_at', '>', new Date(now()))
        .where(sql<boolean>`cardinality(recipients) >= most and not ${digest} = any (recipients)`)
        .limit(1)
        .executeTakeFirst();
      return full === undefined;
    },
  };
};
