/** Sends the security messages that `notifyAccount` wrote. Several servers may do so concurrently. */
import { createHmac } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { MessageBudget } from '../../../messages/message-budget.ts';
import type { Messages } from '../../../messages/messages.ts';
import type { NoticeKind } from '../../../messages/notice-kinds.ts';
import type { Notice } from '../../../messages/notices.ts';
import { sha256 } from '../../../platform/digest.ts';
import type { Database, SecurityNoticesTable } from '../../../platform/database/schema.ts';
import { giveBack, type Spent } from '../../../platform/database/budgets.ts';
import { deliverDue, type Outbox } from '../../../platform/database/outbox.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { deriveKey, type Secret } from '../../../platform/derive-key.ts';
import { Refusal } from '../../../platform/refusal.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Milliseconds in which a message waits for budgets that are spent: the longest of their windows has passed then. */
const LONGEST_WAIT = DAY + HOUR;
/** Messages of one account in a day; a sign-in costs an attacker nothing, and must not use up what a change needs. */
const DAILY = { 'new-device': 5, other: 20 } as const;

type Row = Selectable<SecurityNoticesTable>;
type Recipient = NonNullable<Row['recipient']>;

const outbox: Outbox<Row> = {
  table: 'security_notices',
  key: 'id',
  dueAt: 'due_at',
  attempts: 'attempts',
  latest: 2 * HOUR,
};

/** Characters of a link's token: 96 bits, short enough for a variable of a text message's template. */
const TOKEN = 16;

export interface NoticeDelivery {
  /** Sends what is due at `at` (ms). @returns how many rows were taken. */
  deliver(at: number): Promise<number>;
}

/** @param deps.issuer the public URL, before the links' paths */
export const createNoticeDelivery = (deps: {
  readonly db: Kysely<Database>;
  readonly log: Pick<Logger, 'warn'>;
  readonly messages: Pick<Messages, 'serves' | 'notify'>;
  readonly budget: Pick<MessageBudget, 'spendNotice'>;
  readonly secret: Secret;
  readonly issuer: string;
}): NoticeDelivery => {
  const { db, log, messages, budget, issuer } = deps;
  const key = deriveKey(deps.secret, 'notices');
  /** The same at each attempt, so that every copy of a message has the same link; only its digest is stored. */
  const tokenOf = (id: string): string =>
    createHmac('sha256', key).update(`end|${id}`).digest('base64url').slice(0, TOKEN);

  /** Where a message is left that no recipient gets. Nobody who can't get in opens the account page for a link to get in. */
  const leftTo = ({ kind }: Row): 'page' | 'nowhere' => (kind === 'reset-link' ? 'nowhere' : 'page');

  /** @returns the channel that took it; a time (ms): the budgets are spent until then; undefined: it failed */
  const send = async (
    row: Row,
    at: number,
  ): Promise<'sms' | 'email' | 'page' | 'nowhere' | number | undefined> => {
    const may = !(await isOfSample(db, row)) && (await isWithinLimit(db, row, at));
    const options = may ? await recipientsOf(db, row) : [];
    let failed = false;
    let spentUntil: number | undefined;
    // The words for a guardian are the guardian's alone.
    const { child, ...details } = row.details;
    for (const { channel, to } of options) {
      const notice: Notice = {
        to,
        channel,
        kind: row.kind as NoticeKind,
        language: row.language,
        details: { ...details, ...(child && row.recipient?.to === to ? { child } : {}) },
        at: row.created_at.getTime(),
        link: `${issuer}/end/${tokenOf(row.id)}`,
        // Another recipient than the intended one may belong to another person.
        takeBack:
          row.take_back === null || (row.recipient !== null && row.recipient.to !== to)
            ? undefined
            : issuer + row.take_back,
      };
      const outcome = await notify(notice, at);
      if (outcome === 'sent') return channel;
      if (typeof outcome === 'number') spentUntil = Math.min(outcome, spentUntil ?? outcome);
      failed ||= outcome === 'failed';
    }
    // Others' messages are no failure of this one, which is worth nothing later than the longest window.
    if (spentUntil !== undefined && at < row.created_at.getTime() + LONGEST_WAIT) return spentUntil;
    return failed || spentUntil !== undefined ? undefined : leftTo(row);
  };

  /** Within the budgets of security messages. @returns a time (ms) where they are spent until then */
  const notify = async (notice: Notice, at: number): Promise<'sent' | 'unserved' | 'failed' | number> => {
    // Before the budgets: one that is spent and given back could raise their alerts.
    if (!messages.serves(notice)) return 'unserved';
    let spent: readonly Spent[];
    try {
      spent = await transaction(db, trx => budget.spendNotice(trx, notice.to, notice.kind, at));
    } catch (error) {
      if (error instanceof Refusal) return at + (error.detail.data?.retry_after ?? 60) * 1000;
      throw error;
    }
    const outcome = await messages.notify(notice);
    if (outcome !== 'sent') await giveBack(db, spent);
    return outcome;
  };

  const finish = async (row: Row, channel: 'sms' | 'email' | 'page' | 'nowhere'): Promise<void> => {
    await db
      .updateTable('security_notices')
      .set({
        due_at: null,
        channel: channel === 'nowhere' ? null : channel,
        recipient: null,
        take_back: null,
      })
      .where('id', '=', row.id)
      .execute();
  };

  /** Stores the digest by which the link of the message is found. */
  const storeLink = async ({ id }: Row): Promise<void> => {
    await db
      .updateTable('security_notices')
      .set({ link_hash: sha256(tokenOf(id)) })
      .where('id', '=', id)
      .where('link_hash', 'is', null)
      .execute();
  };

  return {
    deliver: at =>
      deliverDue(db, outbox, at, {
        send: async row => {
          await storeLink(row);
          const channel = await send(row, at);
          if (typeof channel === 'number') return channel;
          if (channel) await finish(row, channel);
          return channel !== undefined;
        },
        giveUp: async row => {
          log.warn({ notice: row.id, kind: row.kind }, 'a security message could not be sent');
          await finish(row, leftTo(row));
        },
      }),
  };
};

/** Whether `npm run sample` made the account: nothing is sent of it, to anybody. */
const isOfSample = async (db: Kysely<Database>, { account_id: id }: Row): Promise<boolean> => {
  const account = await db.selectFrom('accounts').select('sample').where('id', '=', id).executeTakeFirst();
  return account?.sample === true;
};

const isWithinLimit = async (db: Kysely<Database>, row: Row, at: number): Promise<boolean> => {
  // Its number or address is about to lose the account, and each costs a code: other changes must not use it up.
  if (/^(?:phone|email)-/.test(row.kind)) return true;
  const frequent = row.kind === 'new-device';
  const { sent } = await db
    .selectFrom('security_notices')
    .select(eb => eb.fn.countAll<string>().as('sent'))
    .where('account_id', '=', row.account_id)
    .where('kind', frequent ? '=' : '!=', 'new-device')
    .where('channel', 'in', ['sms', 'email'])
    .where('created_at', '>', new Date(at - DAY))
    .executeTakeFirstOrThrow();
  return Number(sent) < (frequent ? DAILY['new-device'] : DAILY.other);
};

/**
 * Where a message may go, in the order tried. A change of the number or the address is never told to the new one alone:
 * that is what a thief would have entered.
 */
const recipientsOf = async (db: Kysely<Database>, row: Row): Promise<Recipient[]> => {
  const rows = await db
    .selectFrom('identifiers')
    .select(['kind', 'value'])
    .where('account_id', '=', row.account_id)
    .where('kind', 'in', ['phone', 'email'])
    .execute();
  const of = (kind: 'phone' | 'email', channel: Recipient['channel']): Recipient[] =>
    row.kind.startsWith(`${kind}-`)
      ? []
      : rows.filter(found => found.kind === kind).map(({ value }) => ({ channel, to: value }));
  const own = [...of('phone', 'sms'), ...of('email', 'email')];
  return row.recipient ? [row.recipient, ...own.filter(({ to }) => to !== row.recipient?.to)] : own;
};
