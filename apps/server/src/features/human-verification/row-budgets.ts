/**
 * Hourly budgets of the rows that calls write for any identity in their body. Without them a program that sends a new identity
 * each time would fill the database, because those calls need neither a session nor a passed challenge.
 */
import type { Kysely } from 'kysely';
import { spend } from '../../platform/database/budgets.ts';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { networkScales } from '../../platform/networks.ts';
import type { Place } from './requester.ts';

const HOUR = 3600 * 1000;

/**
 * Most an hour, by use. A school of 2,000 pupils who all sign in within the hour behind one address stays well below: two or
 * three rules each where all are asked for a challenge, and far fewer wrong passwords than pupils. A browser that a class of
 * 50 shares stays below the device's. Larger networks have a multiple (`networkScales`).
 */
export const ROW_BUDGETS = {
  /** Rules that were told. By network alone: the device is what the caller says. */
  rules: { network: 10_000, device: 0 },
  /** Identities that are asked for a challenge because of the browser that signs in. */
  challenged: { network: 4_000, device: 60 },
} as const;

export interface RowBudgets {
  /**
   * Takes one row out of the budgets of its device and networks, before it is written.
   * @throws the refusal TooManyAttempts, with `retry_after` in seconds; nothing is spent then
   */
  spend(use: keyof typeof ROW_BUDGETS, place: Place): Promise<void>;
}

export const createRowBudgets = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
}): RowBudgets => ({
  spend: async (use, { ip, device }) => {
    const { network, device: ofDevice } = ROW_BUDGETS[use];
    const budgets = [
      ...networkScales(ip).map(({ name, scale }) => ({
        name: `${use}|network ${name}`,
        limit: network * scale,
      })),
      ...(device === '' ? [] : [{ name: `${use}|device ${device}`, limit: ofDevice }]),
    ];
    await transaction(deps.db, trx =>
      spend(
        trx,
        budgets.map(budget => ({ ...budget, windowMs: HOUR })),
        deps.now(),
        'TooManyAttempts',
      ),
    );
  },
});
