/** The security messages that the account page shows, because they could not be sent. */
import type { CallName } from '@rollcall/contract';
import type { Caller, Handlers } from '../../../http/handler.ts';
import type { NoticeKind } from '../../../messages/notice-kinds.ts';
import { noticeClause } from '../../../messages/notices.ts';
import { refuse } from '../../../platform/refusal.ts';
import { NOTICE_LIFE } from '../../../messages/security-notices.ts';
import { createTakeBacks } from './take-back.ts';
import type { AppContext } from '../../../http/context.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { PastIdentifiers } from '../../../identity/past-identifiers.ts';
import type { messageWords } from '../../../messages/words.ts';

/** Messages that one answer lists. */
const LISTED = 50;

export const noticeHandlers = ({
  app: { db, now },
  sessions,
  pastIdentifiers,
  words,
}: {
  readonly app: Pick<AppContext, 'db' | 'now'>;
  readonly sessions: Sessions;
  readonly pastIdentifiers: PastIdentifiers;
  readonly words: typeof messageWords;
}) => {
  const takeBacks = createTakeBacks({ db, now, sessions, pastIdentifiers });

  /** The messages that the page shows to a session; each session dismisses its own. */
  const shownTo = ({ accountId, sessionId }: Pick<Caller, 'accountId' | 'sessionId'>) =>
    db
      .selectFrom('security_notices as n')
      .where('n.account_id', '=', accountId)
      .where('n.channel', '=', 'page')
      .where(eb =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('notice_dismissals as d')
              .select('d.notice_id')
              .whereRef('d.notice_id', '=', 'n.id')
              .where('d.session_id', '=', sessionId),
          ),
        ),
      );

  return {
    getNotices: async ({ query: { language }, caller }) => {
      const rows = await shownTo(caller)
        .leftJoin('take_backs as t', join =>
          join
            .onRef('t.account_id', '=', 'n.account_id')
            .onRef('t.created_at', '=', 'n.created_at')
            .on('t.expires_at', '>', new Date(now()))
            .on('n.kind', 'not in', ['new-device', 'change-taken-back']),
        )
        // A change sends a message to the number and to the address: if neither was delivered, it is listed once.
        .distinctOn(['n.created_at', 'n.kind'])
        .select(['n.id', 'n.kind', 'n.details', 'n.created_at', 't.expires_at'])
        .where('n.created_at', '>', new Date(now() - NOTICE_LIFE))
        .orderBy('n.created_at', 'desc')
        .orderBy('n.kind')
        .orderBy('n.id')
        .limit(LISTED)
        .execute();
      return rows.map(({ id, kind, details, created_at: at, expires_at: until }) => ({
        id,
        text: noticeClause({ kind: kind as NoticeKind, details, language }, words),
        at: at.getTime(),
        take_back_until: until?.getTime() ?? null,
      }));
    },

    dismissNotice: async ({ body: { id }, caller }) => {
      const { accountId, sessionId } = caller;
      await db
        .insertInto('notice_dismissals')
        .columns(['notice_id', 'session_id'])
        .expression(
          db
            .selectFrom('security_notices as one')
            // The copies of a message for the number and the address are one message.
            .innerJoin('security_notices as n', join =>
              join
                .onRef('n.account_id', '=', 'one.account_id')
                .onRef('n.created_at', '=', 'one.created_at')
                .onRef('n.kind', '=', 'one.kind')
                .on('n.channel', '=', 'page'),
            )
            .where('one.id', '=', id)
            .where('one.account_id', '=', accountId)
            .where('one.channel', '=', 'page')
            .select(eb => ['n.id', eb.cast<string>(eb.val(sessionId), 'uuid').as('session_id')]),
        )
        .onConflict(conflict => conflict.doNothing())
        .execute();
      return {};
    },

    takeBackChange: async ({ body: { id }, caller, language }) => {
      const notice = await shownTo(caller).select('n.created_at').where('n.id', '=', id).executeTakeFirst();
      const lost = notice && (await takeBacks.takeOwn(caller, notice.created_at, language));
      if (!lost) throw refuse('NotFound');
      return { complete: lost.length === 0 };
    },
  } satisfies Partial<Handlers<CallName>>;
};
