/**
 * The budgets that each message is counted in: of its recipient, of the prefix of its number, of the network that asked for it, and of
 * everything. An attacker who sends to many numbers, or from many addresses, means none of them. Each kind of message has all of these for
 * itself, so that what strangers spend keeps nobody with an account out, and no security message.
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
/** Of the budget of everything, what is sent before each sender is asked for a challenge and the operator is warned. */
const ALERT_SHARE = 0.8;

/** Of strangers' budget of everything, what the largest network around one address may spend. */
const NETWORK_SHARE = 0.1;

/**
 * Who spends. `accounts`: a code to the number or address of an account, asked for by somebody who passed a challenge, has signed in to it
 * from this browser before, or is signed in. `strangers`: any other, answered alike whether there is an account. `notices`: security messages.
 */
export const spenders = ['strangers', 'accounts', 'notices'] as const;
export type Spender = (typeof spenders)[number];

/** The prefix of a phone number; undefined for an e-mail address. */
export const prefixOf = (recipient: string): string | undefined =>
  /^\d{8,}$/.test(recipient) ? recipient.slice(0, PREFIX) : undefined;

/**
 * Purposes of codes that a signed-in caller sends to the account's own number or address, and how many of them one gets in a
 * day. They have a budget of their own, so that a stolen access token cannot use up the codes to sign in.
 */
const TO_OWN: ReadonlySet<Purpose> = new Set(['proof', 'update']);
const DAILY_TO_OWN = 5;

export const RECIPIENT_BUDGETS = 'recipient|';
const recipientBudget = (of: Spender, recipient: string): string =>
  RECIPIENT_BUDGETS + (of === 'strangers' ? recipient : `${of}|${recipient}`);
/** The budgets of the codes that are sent to a recipient without a token. */
export const recipientBudgets = (recipient: string): readonly string[] => [
  recipientBudget('strangers', recipient),
  recipientBudget('accounts', recipient),
];
/** Strangers' budgets by prefix. */
export const PREFIX_BUDGETS = 'prefix|';

export type BudgetWindow = 'hour' | 'day';

export interface TotalBudget extends Budget {
  readonly of: Spender;
  readonly window: BudgetWindow;
}

type Totals = Pick<CodeSettings, 'hourlyTotal' | 'dailyTotal'>;

const totalsOf = (of: Spender, { hourlyTotal, dailyTotal }: Totals): readonly TotalBudget[] => [
  { of, window: 'hour', name: `all|${of}|hour`, limit: hourlyTotal, windowMs: HOUR },
  { of, window: 'day', name: `all|${of}|day`, limit: dailyTotal, windowMs: DAY },
];

/** The budgets of everything; a limit of 0 is none. */
export const totalBudgets = (limits: Totals): readonly TotalBudget[] =>
  spenders.flatMap(of => totalsOf(of, limits));

/** Whether so much of a budget of everything is spent that each sender is asked for a challenge. */
export const isTightShare = (spent: number, limit: number): boolean => spent / limit >= ALERT_SHARE;

/** A budget of everything reached a share. */
export interface BudgetAlert {
  readonly of: Spender;
  readonly window: BudgetWindow;
  /** 0.8: each sender of codes is asked for a challenge from now on; 1: no message of the kind is sent any more. */
  readonly share: number;
  readonly sent: number;
  readonly limit: number;
  readonly endsAt: Date;
}

/**
 * When the budgets allow a message to the recipient again, of an hour, a day or the numbers of a prefix; undefined: they do now.
 * @param of who spends
 * @returns milliseconds since 1970
 */
export const budgetsSpentUntil = async (
  db: Kysely<Database>,
  limits: CodeSettings,
  { of, recipient, at }: { readonly of: Spender; readonly recipient: string; readonly at: number },
): Promise<number | undefined> => {
  const limited = [...totalsOf(of, limits), ...prefixBudget(of, recipient, limits.prefixLimit)].filter(
    ({ limit }) => limit > 0,
  );
  if (limited.length === 0) return undefined;
  const rows = await db
    .selectFrom('budgets')
    .select(['name', 'spent', 'ends_at'])
    .where(
      'name',
      'in',
      limited.map(({ name }) => name),
    )
    .where('ends_at', '>', new Date(at))
    .execute();
  const ends = rows.flatMap(({ name, spent, ends_at: end }) =>
    limited.some(budget => budget.name === name && spent >= budget.limit) ? [end.getTime()] : [],
  );
  return ends.length > 0 ? Math.max(...ends) : undefined;
};

/** Called within the transaction `db` of the message that reached the share, at `at` (ms since 1970). */
export type OnBudgetAlert = (db: Kysely<Database>, alert: BudgetAlert, at: number) => Promise<void>;

const prefixBudget = (of: Spender, recipient: string, limit: number): Budget[] => {
  const prefix = prefixOf(recipient);
  if (prefix === undefined) return [];
  return [{ name: (of === 'strangers' ? '' : `${of}|`) + PREFIX_BUDGETS + prefix, limit, windowMs: HOUR }];
};

/** Of each network around an address that asks for codes; of strangers' also a part of the budget of everything. */
const networkBudgets = (of: Spender, ip: string, limits: CodeSettings): Budget[] => {
  const scales = networkScales(ip);
  const prefix = of === 'strangers' ? '' : `${of}|`;
  const own = scales.map(({ name, scale }) => ({
    name: `${prefix}network|${name}`,
    limit: limits.networkLimit * scale,
    windowMs: HOUR,
  }));
  const largest = scales.at(-1)?.name;
  if (of !== 'strangers' || largest === undefined) return own;
  const parts = totalsOf(of, limits)
    .filter(({ limit }) => limit > 0)
    .map(({ name, limit, windowMs }) => ({
      name: `${name}|${largest}`,
      limit: Math.max(1, Math.floor(limit * NETWORK_SHARE)),
      windowMs,
    }));
  return [...own, ...parts];
};

/** A code that is to be sent. */
export interface CodeSpending {
  readonly recipient: string;
  readonly purpose: Purpose;
  /** The address that asked for it. */
  readonly ip: string;
  readonly of: Exclude<Spender, 'notices'>;
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
  /** Whether so many codes were sent to everybody that each further one needs a challenge. */
  isTight(at: number): Promise<boolean>;
  /** The share of the budget of everything that is spent, of whom it is most, by window; without limits, nothing. */
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
  const all = () => totalBudgets(limits);

  /** Exactly one message reaches a share of the budget; the request that sends it raises the alert. */
  const alert = async (db: Kysely<Database>, spent: readonly Spent[], at: number): Promise<void> => {
    for (const { of, window, name, limit } of all()) {
      const found = spent.find(one => one.name === name);
      if (!found) continue;
      const { spent: sent, endsAt } = found;
      const reached = (share: number) => onAlert?.(db, { of, window, share, sent, limit, endsAt }, at);
      if (sent === Math.ceil(limit * ALERT_SHARE)) {
        log.warn(
          { of, window, sent, limit },
          of === 'notices'
            ? 'most of the message budget is spent'
            : 'most of the message budget is spent; each sender is asked for a challenge',
        );
        await reached(ALERT_SHARE);
      }
      if (sent === limit) {
        log.error({ of, window, sent, limit }, 'the message budget is spent; no message is sent');
        await reached(1);
      }
    }
  };
  const spendAll = async (
    db: Kysely<Database>,
    own: readonly Budget[],
    { of, recipient }: { readonly of: Spender; readonly recipient: string },
    at: number,
  ) => {
    const prefix = prefixBudget(of, recipient, limits.prefixLimit);
    const spent = await spend(db, [...own, ...prefix, ...totalsOf(of, limits)], at);
    await alert(db, spent, at);
    return spent;
  };
  /** The share that is spent of each budget of everything. */
  const shares = async (at: number) => {
    const limited = all().filter(({ limit }) => limit > 0);
    if (limited.length === 0) return [];
    const spent = await spentOf(
      deps.db,
      limited.map(({ name }) => name),
      at,
    );
    return limited.map(({ of, window, name, limit }) => ({
      of,
      window,
      share: (spent.get(name) ?? 0) / limit,
    }));
  };

  return {
    spendCode: (db, { recipient, purpose, ip, of }, at) =>
      spendAll(
        db,
        [
          TO_OWN.has(purpose)
            ? { name: `own|${recipient}`, limit: Math.min(DAILY_TO_OWN, limits.dailyLimit), windowMs: DAY }
            : { name: recipientBudget(of, recipient), limit: limits.dailyLimit, windowMs: DAY },
          ...networkBudgets(of, ip, limits),
        ],
        { of, recipient },
        at,
      ),
    spendNotice: (db, recipient, kind, at) => {
      // Others must not use up the messages about a change of the number or the address.
      const name = /^(?:phone|email)-/.test(kind) ? 'change' : 'notice';
      const budget = { name: `${name}|${recipient}`, limit: DAILY_NOTICES, windowMs: DAY };
      // A pupil who waits names any number as a guardian's.
      const of = kind === 'guardian-asked' ? 'strangers' : 'notices';
      return spendAll(db, [budget], { of, recipient }, at);
    },
    isTight: async at =>
      (await shares(at)).some(({ of, share }) => of !== 'notices' && isTightShare(share, 1)),
    used: async at => {
      const most: { hour?: number; day?: number } = {};
      for (const { window, share } of await shares(at)) most[window] = Math.max(most[window] ?? 0, share);
      return most;
    },
  };
};
