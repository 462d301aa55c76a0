/** Counts the codes that were asked for, in the database: a limit holds for all servers together. */
import type { Kysely } from 'kysely';
import { prefixOf } from '../../messages/message-budget.ts';
import { type Budget, spend, spentOf } from '../../platform/database/budgets.ts';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { networkScales } from '../../platform/networks.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Requests } from './risk.ts';
import type { Requester } from './requester.ts';

const HOUR = 3600 * 1000;
/** Counts without a limit: a request behind a passed challenge. */
const UNLIMITED = 2 ** 31 - 1;

export interface RequestCounters {
  /** Codes that were asked for in the running hour. */
  counts(requester: Requester): Promise<Requests>;
  /** Counts one more unless a count is at its limit. One step, so that a burst is treated like requests in sequence. */
  admit(requester: Requester, limits: Requests): Promise<boolean>;
  /** Counts one more. */
  add(requester: Requester): Promise<void>;
}

interface Counter {
  readonly kind: keyof Requests;
  readonly name: string;
  /** Multiple of the limit that this counter allows. */
  readonly scale: number;
}

const countersOf = ({ identity, device, ip }: Requester): Counter[] => {
  const prefix = prefixOf(identity.value);
  return [
    { kind: 'identity', name: `asked|${identity.kind} ${identity.value}`, scale: 1 },
    ...(device === '' ? [] : [{ kind: 'device' as const, name: `asked|device ${device}`, scale: 1 }]),
    ...networkScales(ip).map(({ name, scale }) => ({
      kind: 'address' as const,
      name: `asked|network ${name}`,
      scale,
    })),
    ...(prefix === undefined ? [] : [{ kind: 'prefix' as const, name: `asked|prefix ${prefix}`, scale: 1 }]),
  ];
};

export const createRequestCounters = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
}): RequestCounters => {
  const { db, now } = deps;
  const spendAll = (budgets: readonly Budget[]) => transaction(db, trx => spend(trx, budgets, now()));

  return {
    counts: async requester => {
      const counters = countersOf(requester);
      const spent = await spentOf(
        db,
        counters.map(({ name }) => name),
        now(),
      );
      const counts = { identity: 0, device: 0, address: 0, prefix: 0 };
      for (const { kind, name, scale } of counters) {
        counts[kind] = Math.max(counts[kind], Math.floor((spent.get(name) ?? 0) / scale));
      }
      return counts;
    },

    admit: async (requester, limits) => {
      const budgets = countersOf(requester).map(({ kind, name, scale }) => ({
        name,
        limit: Math.min(limits[kind] * scale, UNLIMITED),
        windowMs: HOUR,
      }));
      try {
        await spendAll(budgets);
        return true;
      } catch (error) {
        if (error instanceof Refusal) return false;
        throw error;
      }
    },

    add: async requester => {
      await spendAll(countersOf(requester).map(({ name }) => ({ name, limit: UNLIMITED, windowMs: HOUR })));
    },
  };
};
