/**
 * Sends the messages with links to guardians. Whether a number gets one is decided here and not in the call, whose answer
 * must not tell whose number it is. Several servers may do so concurrently.
 */
import type { Kysely, Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { MessageBudget } from '../../../messages/message-budget.ts';
import type { Messages } from '../../../messages/messages.ts';
import { giveBack, type Spent } from '../../../platform/database/budgets.ts';
import { deliverDue, type Outbox } from '../../../platform/database/outbox.ts';
import type { Database } from '../../../platform/database/schema.ts';
import type { GuardianshipsTable } from '../../../platform/database/tables/minors.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { maskPhone } from '../../../platform/mask.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { countPupils, isChildsNumber, lockNumber, MOST_PUPILS } from './guardianships.ts';
import type { GuardianLinks } from './guardian-links.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Messages that a number gets until its owner answers. */
const MOST_MESSAGES = 3;

type Row = Selectable<GuardianshipsTable>;
type Due = Row & { readonly phone: string };

const outbox: Outbox<Row> = {
  table: 'guardianships',
  key: 'account_id',
  dueAt: 'send_at',
  attempts: 'send_attempts',
  // A number gets one message a day.
  latest: DAY + 2 * HOUR,
};

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
  const isClosed = async (trx: Kysely<Database>, phone: string, at: number): Promise<boolean> => {
    if (await isChildsNumber(trx, phone, at)) return true;
    if ((await countPupils(trx, phone, at)) >= MOST_PUPILS) return true;
    const blocked = await trx
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
  const count = async (trx: Kysely<Database>, due: Due, at: number) => {
    const { phone, account_id, link } = due;
    if (await isClosed(trx, phone, at)) return undefined;
    const number = links.number(phone);
    const row = await trx
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
      await trx
        .insertInto('guardian_numbers')
        .values({ number, ...counted })
        .onConflict(conflict => conflict.column('number').doUpdateSet(counted))
        .execute();
      await trx
        .updateTable('guardianships')
        .set({ counted_link: link })
        .where('account_id', '=', account_id)
        .execute();
    }
    return { spent: await budget.spendNotice(trx, phone, 'guardian-asked', at) };
  };

  /** @returns when it is to be tried again (ms), `soon` after a failure, undefined: the message is sent or not to be sent */
  const send = async (due: Due, at: number) => {
    const { phone, language } = due;
    let counted: { readonly later: number } | { readonly spent: readonly Spent[] } | undefined;
    try {
      counted = await transaction(db, async trx => {
        await lockNumber(trx, phone);
        return count(trx, due, at);
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

  /** @param again when its message is to be sent (ms), beginning with a first attempt; undefined: it is not */
  const finish = async ({ account_id, link }: Row, again: number | undefined): Promise<void> => {
    await db
      .updateTable('guardianships')
      .set(again === undefined ? { send_at: null } : { send_at: new Date(again), send_attempts: 0 })
      .where('account_id', '=', account_id)
      .where('link', '=', link)
      .execute();
  };

  return {
    deliver: at =>
      deliverDue(db, outbox, at, {
        send: async row => {
          const { phone } = row;
          const again = phone === null ? undefined : await send({ ...row, phone }, at);
          if (again === 'soon') return false;
          await finish(row, again);
          return true;
        },
        giveUp: async row => {
          log.warn({ account: row.account_id }, 'a message to a guardian could not be sent');
          await finish(row, undefined);
        },
      }),
  };
};
