/**
 * The budgets that each message is counted in: of its recipient, of the prefix of its number, of the network that asked
 * for it, and of everything. An attacker who sends to many numbers, or from many addresses, means none of them.
 */
import type { Purpose } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/schema.ts';
import { type Budget, type Spent, spend, spentOf } from '../platform/database/budgets.ts';
import { networkScales } from '../platform/networks.ts';
import type { NoticeKind } from './notice-kinds.ts';
import type { CodeSettings } from './settings.ts';

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
/** Digits of a number that its neighbours share: ten thousand of them. */
const PREFIX = 7;
/** Of a prefix's budget, what numbers without an account may use up. */
const OPEN_SHARE = 0.8;
/** Of the budget of everything, what is sent before each sender is asked for a challenge and the operator is warned. */
const ALERT_SHARE = 0.8;

/** The prefix of a phone number; undefined for an e-mail address. */
export const prefixOf = (recipient: string): string | undefined =>
  /^\d{8,}$/.test(recipient) ? recipient.slice(0, PREFIX) : undefined;

/**
 * Purposes of codes that a signed-in caller sends to the account's own number or address, and how many of them one gets in a
 * day. They have a budget of their own, so that a stolen access token cannot use up the codes to sign in.
 */
const TO_OWN: ReadonlySet<Purpose> = new Set(['proof', 'update']);
const DAILY_TO_OWN = 5;

/** The budget of the codes that are sent to a recipient without a token. */
export const recipientBudget = (recipient: string): string => `recipient|${recipient}`;
export const PREFIX_BUDGETS = 'prefix|';

export type BudgetWindow = 'hour' | 'day';

/** The budgets of everything; a limit of 0 is none. */
export const totalBudgets = ({
  hourlyTotal,
  dailyTotal,
}: Pick<CodeSettings, 'hourlyTotal' | 'dailyTotal'>): readonly (Budget & {
  readonly window: BudgetWindow;
})[] => [
  { window: 'hour', name: 'all|hour', limit: hourlyTotal, windowMs: HOUR },
  { window: 'day', name: 'all|day', limit: dailyTotal, windowMs: DAY },
];

/** Whether so much of a budget of everything is spent that each sender is asked for a challenge. */
export const isTightShare = (spent: number, limit: number): boolean => spent / limit >= ALERT_SHARE;

/** A budget of everything reached a share. */
export interface BudgetAlert {
  readonly window: BudgetWindow;
  /** 0.8: each sender is asked for a challenge from now on; 1: no message is sent any more. */
  readonly share: number;
  readonly sent: number;
  readonly limit: number;
  readonly endsAt: Date;
}

/** Called within the transaction `db` of the message that reached the share, at `at` (ms since 1970). */
export type OnBudgetAlert = (db: Kysely<Database>, alert: BudgetAlert, at: number) => Promise<void>;

const prefixBudget = async (db: Kysely<Database>, recipient: string, limit: number): Promise<Budget[]> => {
  const prefix = prefixOf(recipient);
  if (prefix === undefined || limit === 0) return [];
  const known = await db
    .selectFrom('identifiers')
    .select('account_id')
    .where('kind', '=', 'phone')
    .where('value', '=', recipient)
    .executeTakeFirst();
  const most = known ? limit : Math.max(1, Math.floor(limit * OPEN_SHARE));
  return [{ name: PREFIX_BUDGETS + prefix, limit: most, windowMs: HOUR }];
};

/** A code that is to be sent. */
export interface CodeSpending {
  readonly recipient: string;
  readonly purpose: Purpose;
  /** The address that asked for it. */
  readonly ip: string;
}

export interface MessageBudget {
  /**
   * Takes a code out of every budget, within the transaction `db`, which is rolled back by a refusal.
   * @throws the refusal CaptchaLimitReached, with `retry_after` in seconds.
   */
  spendCode(db: Kysely<Database>, code: CodeSpending, at: number): Promise<readonly Spent[]>;
  /** The same for a security message, whose recipients have a daily budget of their own and whose sender is the server. */
  spendNotice(
    db: Kysely<Database>,
    recipient: string,
    kind: NoticeKind,
    at: number,
  ): Promise<readonly Spent[]>;
  /** Whether so much was sent to everybody that each further message needs a challenge. */
  isTight(at: number): Promise<boolean>;
  /** The share of the budget of everything that is spent, by window; without limits, nothing. */
  used(at: number): Promise<{ readonly hour?: number; readonly day?: number }>;
}

/** Security messages that one recipient gets in a day at most. */
const DAILY_NOTICES = 20;

export const createMessageBudget = (deps: {
  readonly db: Kysely<Database>;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  readonly limits: CodeSettings;
  readonly onAlert?: OnBudgetAlert;
}): MessageBudget => {
  const { log, limits, onAlert } = deps;
  const all = totalBudgets(limits);

  /** Exactly one message reaches a share of the budget; the request that sends it raises the alert. */
  const alert = async (db: Kysely<Database>, spent: readonly Spent[], at: number): Promise<void> => {
    for (const { window, name, limit } of all) {
      const found = spent.find(one => one.name === name);
      if (!found) continue;
      const { spent: sent, endsAt } = found;
      const reached = (share: number) => onAlert?.(db, { window, share, sent, limit, endsAt }, at);
      if (sent === Math.ceil(limit * ALERT_SHARE)) {
        log.warn(
          { window, sent, limit },
          'most of the message budget is spent; each sender is asked for a challenge',
        );
        await reached(ALERT_SHARE);
      }
      if (sent === limit) {
        log.error({ window, sent, limit }, 'the message budget is spent; no message is sent');
        await reached(1);
      }
    }
  };
  const spendAll = async (db: Kysely<Database>, own: readonly Budget[], recipient: string, at: number) => {
    const prefix = await prefixBudget(db, recipient, limits.prefixLimit);
    const spent = await spend(db, [...own, ...prefix, ...all], at);
    await alert(db, spent, at);
    return spent;
  };
  const used = async (at: number) => {
    const limited = all.filter(({ limit }) => limit > 0);
    if (limited.length === 0) return {};
    const spent = await spentOf(
      deps.db,
      limited.map(({ name }) => name),
      at,
    );
    return Object.fromEntries(
      limited.map(({ window, name, limit }) => [window, (spent.get(name) ?? 0) / limit]),
    );
  };

  return {
    spendCode: (db, { recipient, purpose, ip }, at) =>
      spendAll(
        db,
        [
          TO_OWN.has(purpose)
            ? { name: `own|${recipient}`, limit: Math.min(DAILY_TO_OWN, limits.dailyLimit), windowMs: DAY }
            : { name: recipientBudget(recipient), limit: limits.dailyLimit, windowMs: DAY },
          ...networkScales(ip).map(({ name, scale }) => ({
            name: `network|${name}`,
            limit: limits.networkLimit * scale,
            windowMs: HOUR,
          })),
        ],
        recipient,
        at,
      ),
    spendNotice: (db, recipient, kind, at) => {
      // Others must not use up the messages about a change of the number or the address.
      const name = /^(?:phone|email)-/.test(kind) ? 'change' : 'notice';
      const budget = { name: `${name}|${recipient}`, limit: DAILY_NOTICES, windowMs: DAY };
      return spendAll(db, [budget], recipient, at);
    },
    isTight: async at => Object.values(await used(at)).some(share => isTightShare(share, 1)),
    used,
  };
};
