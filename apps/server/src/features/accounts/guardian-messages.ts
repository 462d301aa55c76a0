/**
 * Sends the messages with links to guardians. Whether a number gets one is decided here and not in the call, whose answer
 * must not tell whose number it is. Several servers may do so at once.
 */
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { MessageBudget } from '../../messages/message-budget.ts';
import type { Messages } from '../../messages/messages.ts';
import { giveBack, type Spent } from '../../platform/database/budgets.ts';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { maskPhone } from '../../platform/mask.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countPupils, isChildsNumber, lockNumber, MOST_PUPILS } from './guardianships.ts';
import type { GuardianLinks } from './guardian-links.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Milliseconds until the next attempt, by the number of attempts before it; after the last it is given up. */
const WAITS = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE];
/** Due later than that: written by a clock that has since been put back. */
const LATEST = DAY + 2 * 60 * MINUTE;
/** Rows that one run takes. */
const BATCH = 20;
/** Messages that a number gets until its owner answers. */
const MOST_MESSAGES = 3;

interface Due {
  readonly account_id: string;
  readonly phone: string | null;
  readonly link: number;
  readonly language: 'zh-CN' | 'en';
  readonly send_attempts: number;
  readonly counted_link: number | null;
}

export interface GuardianMessages {
  /** Sends what is due at `at` (ms). @returns how many rows were taken */
  deliver(at: number): Promise<number>;
}

/** @param deps.issuer the public URL, before the links' paths */
export const createGuardianMessages = (deps: {
  readonly db: Kysely<Database>;
  readonly log: Pick<Logger, 'warn'>;
  readonly messages: Pick<Messages, 'notify'>;
  readonly budget: Pick<MessageBudget, 'spendNotice'>;
  readonly links: GuardianLinks;
  readonly issuer: string;
}): GuardianMessages => {
  const { db, log, messages, budget, links, issuer } = deps;

  /** @returns whether the number gets no message at all */
  const isClosed = async (within: Kysely<Database>, phone: string, at: number): Promise<boolean> => {
    if (await isChildsNumber(within, phone, at)) return true;
    if ((await countPupils(within, phone, at)) >= MOST_PUPILS) return true;
    const blocked = await within
      .selectFrom('guardian_numbers')
      .select('number')
      .where('number', 'in', links.numbers(phone))
      .where('blocked_at', 'is not', null)
      .executeTakeFirst();
    return blocked !== undefined;
  };

  /**
   * Counts the message of a link, once. @returns what was spent; `later` (ms): the number had one within the day; undefined: it gets
   * none
   */
  const count = async (within: Kysely<Database>, due: Due & { readonly phone: string }, at: number) => {
    const { phone, account_id, link } = due;
    if (await isClosed(within, phone, at)) return undefined;
    const number = links.number(phone);
    const row = await within
      .selectFrom('guardian_numbers')
      .select(['sent', 'last_sent_at'])
      .where('number', '=', number)
      .forUpdate()
      .executeTakeFirst();
    // A link whose message was counted before a kill or a failure is sent again without being counted again.
    if (due.counted_link !== link) {
      const last = row?.last_sent_at.getTime() ?? 0;
      if (row && row.sent >= MOST_MESSAGES) return undefined;
      if (last > at - DAY && last <= at) return { later: last + DAY };
      const counted = { sent: (row?.sent ?? 0) + 1, last_sent_at: new Date(at) };
      await within
        .insertInto('guardian_numbers')
        .values({ number, ...counted })
        .onConflict(conflict => conflict.column('number').doUpdateSet(counted))
        .execute();
      await within
        .updateTable('guardianships')
        .set({ counted_link: link })
        .where('account_id', '=', account_id)
        .execute();
    }
    return { spent: await budget.spendNotice(within, phone, 'guardian-asked', at) };
  };

  /** @returns when it is to be tried again (ms), `soon` after a failure, undefined: it is settled */
  const send = async (due: Due & { readonly phone: string }, at: number) => {
    const { phone, language } = due;
    let counted: { readonly later: number } | { readonly spent: readonly Spent[] } | undefined;
    try {
      counted = await transaction(db, async within => {
        await lockNumber(within, phone);
        return count(within, due, at);
      });
    } catch (error) {
      // The budgets of all messages are used up.
      if (error instanceof Refusal) return 'soon';
      throw error;
    }
    if (!counted) return undefined;
    if ('later' in counted) return counted.later;
    const pupil = await db
      .selectFrom('identifiers')
      .select('value')
      .where('account_id', '=', due.account_id)
      .where('kind', '=', 'phone')
      .executeTakeFirst();
    const outcome = await messages.notify({
      to: phone,
      channel: 'sms',
      kind: 'guardian-asked',
      language,
      details: pupil ? { value: maskPhone(pupil.value) } : {},
      at,
      link: `${issuer}/guardian/${links.token(due)}`,
    });
    if (outcome === 'sent') return undefined;
    await giveBack(db, counted.spent);
    return 'soon';
  };

  return {
    deliver: async at => {
      let taken = 0;
      for (; taken < BATCH; taken += 1) {
        const due = await claim(db, at);
        if (!due) break;
        const { phone } = due;
        const again = phone === null ? undefined : await send({ ...due, phone }, at);
        const over = due.send_attempts > WAITS.length;
        if (again === 'soon' && over)
          log.warn({ account: due.account_id }, 'a message to a guardian could not be sent');
        if (again === 'soon' && !over) continue;
        await db
          .updateTable('guardianships')
          .set(typeof again === 'number' ? { send_at: new Date(again), send_attempts: 0 } : { send_at: null })
          .where('account_id', '=', due.account_id)
          .where('link', '=', due.link)
          .execute();
      }
      return taken;
    },
  };
};

/**
 * Takes the next row that is due, and sets when it is due again, so that a kill during sending repeats it. Committed
 * before it is sent: no row is locked while a vendor is slow.
 */
const claim = (db: Kysely<Database>, at: number): Promise<Due | undefined> =>
  db
    .updateTable('guardianships')
    .set(eb => ({
      send_attempts: eb('send_attempts', '+', 1),
      send_at: sql<Date>`${new Date(at)}::timestamptz + make_interval(secs =>
        (${sql.val(WAITS.map(wait => wait / 1000))}::float8[])[least(send_attempts + 1, ${WAITS.length})])`,
    }))
    .where('account_id', '=', eb =>
      eb
        .selectFrom('guardianships')
        .select('account_id')
        .where(due =>
          due.or([due('send_at', '<=', new Date(at)), due('send_at', '>', new Date(at + LATEST))]),
        )
        .orderBy('send_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['account_id', 'phone', 'link', 'language', 'send_attempts', 'counted_link'])
    .executeTakeFirst();
