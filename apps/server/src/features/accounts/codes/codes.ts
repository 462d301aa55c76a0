/** Codes that prove a phone number or an e-mail address: sent, compared, used once. */
import { randomInt } from 'node:crypto';
import type { Purpose, Sent } from '@rollcall/contract';
import { type Kysely, sql } from 'kysely';
import { macOf } from '../../../platform/digest.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Channel, Messages } from '../../../messages/messages.ts';
import type { CodeSettings } from '../../../messages/settings.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { CodeSpending, MessageBudget } from '../../../messages/message-budget.ts';
import { giveBack } from '../../../platform/database/budgets.ts';
import { deriveKeys, type Secret } from '../../../platform/derive-key.ts';

/** Lifetime of a code in milliseconds. */
export const CODE_LIFE = 10 * 60_000;
/** Wrong guesses after which a code is void. */
const CODE_ATTEMPTS = 5;

export interface CodeOrder {
  readonly purpose: Purpose;
  /** An identifier's value: a phone number or an e-mail address, as it is kept; `codes.address` in the database. */
  readonly recipient: string;
  readonly channel: Channel;
  /** The address that asks for it. */
  readonly ip: string;
  /** Whose budgets it spends. */
  readonly of: CodeSpending['of'];
  readonly language: 'zh-CN' | 'en';
  /**
   * A message that there is no account is sent in place of the code, and no code will be right. In all else, and in
   * time, it is the same as a code. By e-mail only.
   * @default false
   */
  readonly withoutAccount?: boolean;
  /**
   * Makes the URL that the message has beside the code, in the transaction in which the message is counted: what is not to be sent makes
   * none. By e-mail only.
   */
  readonly link?: (db: Kysely<Database>, code: CodeMac) => Promise<string | undefined>;
}

/** Names one code among those that are sent to its recipient in turn. */
export type CodeMac = Buffer;

export interface Codes {
  /**
   * Sends a new code; the one before it, for the same purpose and recipient, is void. A sender that fails takes
   * nothing of what may be sent, and another code can be asked for immediately.
   * @throws the refusals CaptchaTooFrequent and CaptchaLimitReached, with `retry_after` in seconds.
   */
  send(order: CodeOrder): Promise<Sent>;
  /**
   * Looks whether the code is right, and counts a wrong one. Cheap, and committed by itself: to be called before
   * anything that costs.
   * @throws the refusal CaptchaMismatch; with `over: true` from the fifth wrong one on, and where the code was used up:
   * only a new one helps then.
   */
  check(purpose: Purpose, recipient: string, code: string): Promise<void>;
  /**
   * Uses the code up, within the transaction `db`: of many that try concurrently one succeeds, and a refusal that rolls
   * back lets the code be used again. Only after `check`, which counts the guesses.
   * @returns when it was made (ms)
   * @throws the refusal CaptchaMismatch.
   */
  consume(db: Kysely<Database>, purpose: Purpose, recipient: string, code: string): Promise<number>;
  /**
   * Makes the code void, for a recipient who did not ask for it. A later one, which another request sent, stays good.
   * @param code absent: whichever was sent last
   */
  end(purpose: Purpose, recipient: string, code?: CodeMac): Promise<void>;
}

export const createCodes = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly messages: Pick<Messages, 'send'>;
  readonly secret: Secret;
  readonly budget: MessageBudget;
  readonly limits: Pick<CodeSettings, 'retrySeconds'>;
}): Codes => {
  const { db, now, budget, limits } = deps;
  const keys = deriveKeys(deps.secret, 'codes');
  /** Bound to purpose and recipient: a code for one thing is none for another. */
  const macsOf = (purpose: Purpose, recipient: string, code: string): Buffer[] =>
    keys.map(key => macOf(key, `${purpose}|${recipient}|${code}`));

  return {
    send: async ({ purpose, recipient, channel, ip, of, language, withoutAccount = false, link }) => {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const [mac = Buffer.alloc(0)] = macsOf(purpose, recipient, code);
      const at = now();
      const { spent, url } = await transaction(db, async trx => {
        await keep(trx, { purpose, recipient, mac, at, retry: limits.retrySeconds * 1000 });
        const spent = await budget.spendCode(trx, { recipient, purpose, ip, of }, at);
        return { spent, url: await link?.(trx, mac) };
      });
      try {
        // Not within the transaction: a vendor takes seconds, and a row must not be locked for as long.
        await deps.messages.send({
          to: recipient,
          channel,
          purpose,
          code: withoutAccount ? undefined : code,
          language,
          link: url,
        });
      } catch (error) {
        await transaction(db, async trx => {
          // The code stays good: a vendor that timed out may yet deliver it.
          await trx
            .updateTable('codes')
            .set({ sent_at: new Date(at - limits.retrySeconds * 1000) })
            .where('purpose', '=', purpose)
            .where('address', '=', recipient)
            .where('mac', '=', mac)
            .execute();
          await giveBack(trx, spent);
        });
        throw error;
      }
      return { retry_after: limits.retrySeconds, expires_in: CODE_LIFE / 1000 };
    },

    check: async (purpose, recipient, code) => {
      const macs = sql.join(macsOf(purpose, recipient, code));
      // The row's lock serialises concurrent guesses, so no more than five are compared. A right guess is not counted,
      // so that the person can repeat it if the server is too busy for the rest of the call.
      const { rows } = await sql<{ right: boolean; attempts: number }>`
        update codes set attempts = attempts + case when mac in (${macs}) then 0 else 1 end
        where purpose = ${purpose} and address = ${recipient}
          and attempts < ${CODE_ATTEMPTS} and expires_at > ${new Date(now())}
        returning mac in (${macs}) as right, attempts`.execute(db);
      const [guess] = rows;
      if (guess?.right) return;
      const attempts = guess?.attempts ?? (await attemptsOf(db, { purpose, recipient, at: now() }));
      throw refuse('CaptchaMismatch', attempts === CODE_ATTEMPTS ? { data: { over: true } } : {});
    },

    consume: async (trx, purpose, recipient, code) => {
      // Not deleted: its time of sending still tells when the next may be sent.
      const used = await trx
        .updateTable('codes')
        // More than guesses come to: a code that was used is not one that was guessed at, and must not be told apart from none.
        .set({ attempts: CODE_ATTEMPTS + 1 })
        .where('purpose', '=', purpose)
        .where('address', '=', recipient)
        .where('mac', 'in', macsOf(purpose, recipient, code))
        .where('attempts', '<', CODE_ATTEMPTS)
        .where('expires_at', '>', new Date(now()))
        .returning('expires_at')
        .executeTakeFirst();
      if (!used) throw refuse('CaptchaMismatch');
      return used.expires_at.getTime() - CODE_LIFE;
    },

    end: async (purpose, recipient, code) => {
      // Its time of sending stays, as that of a code that was used.
      const sent = db
        .updateTable('codes')
        .set({ attempts: CODE_ATTEMPTS + 1 })
        .where('purpose', '=', purpose)
        .where('address', '=', recipient);
      await (code ? sent.where('mac', '=', code) : sent).execute();
    },
  };
};

/** The guesses at a code that has not expired; 0 where there is none. */
const attemptsOf = async (
  db: Kysely<Database>,
  { purpose, recipient, at }: { readonly purpose: Purpose; readonly recipient: string; readonly at: number },
): Promise<number> => {
  const row = await db
    .selectFrom('codes')
    .select('attempts')
    .where('purpose', '=', purpose)
    .where('address', '=', recipient)
    .where('expires_at', '>', new Date(at))
    .executeTakeFirst();
  return row?.attempts ?? 0;
};

interface NewCode {
  readonly purpose: Purpose;
  readonly recipient: string;
  readonly mac: Buffer;
  readonly at: number;
  /** Milliseconds between two codes. */
  readonly retry: number;
}

/**
 * Replaces the previous code, unless that was sent within the pause. A time of sending further in the future than the
 * pause was written before the clock was set back, and is ignored.
 */
const keep = async (db: Kysely<Database>, { purpose, recipient, mac, at, retry }: NewCode): Promise<void> => {
  const { rows } = await sql`
    insert into codes (purpose, address, mac, attempts, sent_at, expires_at)
    values (${purpose}, ${recipient}, ${mac}, 0, ${new Date(at)}, ${new Date(at + CODE_LIFE)})
    on conflict (purpose, address) do update
      set mac = excluded.mac, attempts = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at
      where codes.sent_at <= ${new Date(at - retry)} or codes.sent_at > ${new Date(at + retry)}
    returning address`.execute(db);
  if (rows.length > 0) return;
  const last = await db
    .selectFrom('codes')
    .select('sent_at')
    .where('purpose', '=', purpose)
    .where('address', '=', recipient)
    .executeTakeFirst();
  const left = Math.ceil(((last?.sent_at.getTime() ?? at) + retry - at) / 1000);
  throw refuse('CaptchaTooFrequent', { data: { retry_after: Math.max(1, left) } });
};
