/** The security messages that the account page shows, because they could not be sent. */
import type { CallName } from '@rollcall/contract';
import type { Handlers } from '../../http/handler.ts';
import { type NoticeKind, noticeWords } from '../../messages/notices.ts';
import type { AccountsContext } from './context.ts';
import { NOTICE_LIFE } from '../../messages/security-notices.ts';

/** Messages that one answer lists. */
const LISTED = 50;

export const noticeHandlers = ({ app: { db, now } }: AccountsContext) => {
  /** The messages that the page shows to an account's person. */
  const shownTo = (accountId: string) =>
    db
      .selectFrom('security_notices')
      .where('account_id', '=', accountId)
      .where('channel', '=', 'page')
      .where('dismissed_at', 'is', null);

  return {
    getNotices: async ({ query: { language }, caller }) => {
      const rows = await shownTo(caller.accountId)
        // One change is told to the number and to the address: where neither was reached, it is shown once.
        .distinctOn(['created_at', 'kind'])
        .select(['id', 'kind', 'details', 'created_at'])
        .where('created_at', '>', new Date(now() - NOTICE_LIFE))
        .orderBy('created_at', 'desc')
        .orderBy('kind')
        .orderBy('id')
        .limit(LISTED)
        .execute();
      return rows.map(({ id, kind, details, created_at: at }) => ({
        id,
        text: noticeWords({ kind: kind as NoticeKind, details, language }),
        at: at.getTime(),
      }));
    },

    dismissNotice: async ({ body: { id }, caller }) => {
      const { accountId } = caller;
      await db
        .updateTable('security_notices')
        .set({ dismissed_at: new Date(now()) })
        .where('account_id', '=', accountId)
        .where('channel', '=', 'page')
        .where('dismissed_at', 'is', null)
        .where(eb =>
          eb(
            eb.refTuple('created_at', 'kind'),
            'in',
            shownTo(accountId)
              .where('id', '=', id)
              .select(['created_at', 'kind'])
              .$asTuple('created_at', 'kind'),
          ),
        )
        .execute();
      return {};
    },
  } satisfies Partial<Handlers<CallName>>;
};
