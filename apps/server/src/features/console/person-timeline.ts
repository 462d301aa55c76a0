/** What happened to an account, read from what is kept for other ends: nothing is recorded for this alone. */
import { type ConsoleCall, consoleCalls, type TimelineEntry } from '@rollcall/contract/console';
import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import { reasonToLook } from '../../identity/minors/child-access.ts';
import { describeDevice } from '../../platform/describe-device.ts';
import { identifiersOf } from '../../identity/identifiers.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { NoticeKind } from '../../messages/notice-kinds.ts';
import { noticeClause, type NoticeDetails } from '../../messages/notices.ts';
import { refuse } from '../../platform/refusal.ts';
import { REFUSAL_RETENTION, type RefusalKeys } from './refusal-keys.ts';

interface Row extends Omit<TimelineEntry, 'at'> {
  readonly at: Date;
  readonly key: string;
  /** What a message names. */
  readonly details: NoticeDetails | null;
}

/** Looks at a person, which are no acts. */
const views = [
  ...Object.values<ConsoleCall>(consoleCalls).flatMap(({ view }) => (view === undefined ? [] : [view])),
  // Written by releases up to 0.16.
  'people.view-timeline',
];

const cursorForm = v.tuple([v.pipe(v.number(), v.safeInteger()), v.string(), v.string()]);

export const timelineHandlers = ({
  db,
  now,
  keys,
}: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly keys: RefusalKeys;
}): ConsoleHandlers<'getPersonTimeline'> => ({
  getPersonTimeline: async ({
    query: { id, kind: only, limit, cursor },
    operator,
    language,
    cursors,
    audit,
  }) => {
    // A page of one kind begins at no place of another's.
    const list = cursors(id, ...(only === undefined ? [] : [only]));
    const after = list.read(cursorForm, cursor);
    const known = await db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst();
    if (!known) throw refuse('NotFound');
    const reason = await reasonToLook(db, { id, operatorId: operator.id, at: now() });
    await audit(db, { subject: id, look: true, ...(reason === undefined ? {} : { after: { reason } }) });
    const identities = (await identifiersOf(db, id)).flatMap(keys.accepted);
    const account = sql`account_id = ${id}::uuid`;
    // The entries at one moment are in the order of kind and key, so that a page begins where the one before ended.
    const beyond = after
      ? sql`and (at, kind collate "C", key collate "C") < (${new Date(after[0])}::timestamptz, ${after[1]}, ${after[2]})`
      : sql``;
    const { rows } = await sql<Row>`
      select at, kind collate "C" as kind, key collate "C" as key, what, by, detail, address, details from (
        select created_at as at, 'created' as kind, '' as key, pid as what, null as by, null as detail, null as address,
            null::jsonb as details
          from accounts where id = ${id}::uuid
        union all select created_at, 'sign-in', id::text, coalesce(signed_in_with, ''), null, user_agent, address, null
          from sessions where ${account}
        union all select ended_at, 'session-end', id::text, coalesce(ended_by, ''), null, user_agent, null, null
          from sessions where ${account} and ended_at is not null
        union all select at, 'refusal', id::text, refusal, call, rule, address, null
          from sign_in_refusals where identity = any(${identities}::bytea[])
            and at > ${new Date(now() - REFUSAL_RETENTION)}::timestamptz
        union all select created_at, 'message', id::text, kind, null,
            case when channel is null and due_at is null then 'nowhere' else channel end, null, details
          from security_notices n where ${account} and (channel is distinct from 'page' or not exists (
            select from security_notices o where o.account_id = n.account_id and o.kind = n.kind
              and o.created_at = n.created_at and o.channel is distinct from 'page'))
        union all select at, 'operator', id::text, act, operator_name, after ->> 'reason', address, null
          from audit_log where subject = ${id} and act <> all(${views}::text[])
        union all select s.signed_at, 'agreement', s.agreement_id::text,
            g.title ->> ${language}::text, null, s.version::text, s.address, null
          from signatures s join agreements g on g.id = s.agreement_id where ${account}
        union all select decided_at, 'guardian', id::text, decision, null, null, address, null
          from guardian_decisions where ${account}
        union all select ended_at, 'number-change', id::text, state, null, ended_by, null, null
          from number_changes where ${account} and ended_at is not null
      ) entries (at, kind, key, what, by, detail, address, details)
      where ${only === undefined ? sql`true` : sql`kind = ${only}`} ${beyond}
      order by at desc, kind collate "C" desc, key collate "C" desc
      limit ${limit + 1}`.execute(db);
    return list.pageOf(
      rows,
      limit,
      row => [row.at.getTime(), row.kind, row.key],
      ({ at, kind, what, by, detail, address, details }) => ({
        at: at.getTime(),
        kind,
        what:
          kind === 'message'
            ? noticeClause({ kind: what as NoticeKind, language, details: details ?? {} })
            : what,
        by,
        detail: kind === 'sign-in' || kind === 'session-end' ? deviceOf(detail) : detail,
        address,
      }),
    );
  },
});

/** Browser and system; null: unknown. */
const deviceOf = (userAgent: string | null): string | null => {
  const { browser, system } = describeDevice(userAgent ?? '');
  return [system, browser].filter(Boolean).join(' · ') || null;
};
