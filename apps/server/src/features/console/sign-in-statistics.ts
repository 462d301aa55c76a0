/**
 * What the console shows of sign-ins and messages: counts by the hour and the last refusals and failures. They are
 * collected in memory and written a moment later, off the path of the request; a kill loses that moment's, and a database
 * that does not answer the oldest of them at last.
 */
import { type Call, type CallName, calls, signedIn } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { readIdentity } from '../../identity/identifiers.ts';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { Handler, Input } from '../../http/handler.ts';
import type { Observe } from '../../messages/send.ts';
import { createSerialQueue } from '../../platform/serial-queue.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { RefusalNames } from './refusal-keys.ts';
import {
  add,
  boundRefusals,
  nothing,
  writeCounts,
  writeFailures,
  writeRefusals,
  type Collected,
} from './statistics-rows.ts';

const HOUR = 3600 * 1000;
/** Milliseconds after which what was collected is written. */
const WRITE_AFTER = 1_000;
/** Refusals, and failed messages, that wait to be written at most; the oldest go first. */
const WAITING = 2_000;
/** Refusals written between two looks at how many there are. */
const LOOK_EVERY = 10_000;

export interface Tallies {
  /** For `createMessages`. */
  readonly message: Observe;
  /** The same handlers, watched. */
  watch<H extends object>(handlers: H): H;
  /** Writes what was collected so far. Rejects where the database does not take it; it is kept for the next time. */
  flush(): Promise<void>;
  /** Stops the timer and writes what is left. */
  close(): Promise<void>;
}

/** Calls that end in a session or send a code. */
const isWatched = (call: Call): boolean => call.answer === signedIn || call.sends !== undefined;

/** What a body names somebody by, where it does. */
const typedIn = (body: unknown): string | undefined => {
  const { identity, phone_number: phone, email } = (body ?? {}) as Partial<Record<string, unknown>>;
  const typed = identity ?? phone ?? email;
  return typeof typed === 'string' ? typed : undefined;
};

export const createTallies = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
  readonly names: RefusalNames;
}): Tallies => {
  const { db, now, log, names } = deps;
  let collected = nothing();
  let dropped = 0;
  let sinceLook = 0;
  let timer: NodeJS.Timeout | undefined;
  const writes = createSerialQueue();
  let closed = false;

  const bound = (list: unknown[]): void => {
    if (list.length <= WAITING) return;
    dropped += list.length - WAITING;
    list.splice(0, list.length - WAITING);
  };
  const hour = (): string => String(Math.floor(now() / HOUR) * HOUR);

  const write = async (): Promise<void> => {
    const taken = collected;
    if (taken.signIns.size + taken.messages.size + taken.refusals.length + taken.failures.length === 0)
      return;
    collected = nothing();
    try {
      await transaction(db, async within => {
        await writeCounts(within, taken);
        await writeRefusals(within, taken.refusals);
        await writeFailures(within, taken.failures);
      });
    } catch (error) {
      putBack(taken);
      throw error;
    }
    sinceLook += taken.refusals.length;
    if (sinceLook >= LOOK_EVERY) {
      sinceLook = 0;
      await boundRefusals(db);
    }
    if (dropped > 0)
      log.warn({ dropped }, 'refusals for the console were dropped: the database was too slow');
    dropped = 0;
  };

  const putBack = (taken: Collected): void => {
    for (const kind of ['signIns', 'messages'] as const) {
      for (const [key, count] of taken[kind])
        collected[kind].set(key, (collected[kind].get(key) ?? 0) + count);
    }
    collected.refusals.unshift(...taken.refusals);
    collected.failures.unshift(...taken.failures);
    bound(collected.refusals);
    bound(collected.failures);
  };

  const flush = (): Promise<void> => writes.run(write);

  const soon = (): void => {
    if (timer || closed) return;
    timer = setTimeout(() => {
      timer = undefined;
      flush().catch((error: unknown) => {
        log.warn({ err: error }, 'counts for the console were not written; they are kept for the next time');
        soon();
      });
    }, WRITE_AFTER);
    timer.unref();
  };

  const ended = (name: string, input: Input, outcome: string, refusal?: Refusal): void => {
    add(collected.signIns, [hour(), name, outcome]);
    const typed = outcome === 'ok' ? undefined : typedIn(input.body);
    if (typed !== undefined) {
      const identifier = readIdentity(typed);
      collected.refusals.push({
        identity: names.of(identifier),
        kind: identifier.kind,
        at: new Date(now()),
        call: name,
        refusal: outcome,
        rule_required: refusal?.detail.data?.rule_required === true,
        address: input.address,
      });
      bound(collected.refusals);
    }
    soon();
  };

  return {
    message: (sender, channel, outcome, purpose, reason) => {
      add(collected.messages, [hour(), sender, channel, purpose, outcome]);
      if (outcome !== 'sent') {
        collected.failures.push({
          at: new Date(now()),
          sender,
          channel,
          purpose,
          outcome,
          reason: reason ?? null,
        });
        bound(collected.failures);
      }
      soon();
    },

    watch: <H extends object>(handlers: H): H => {
      const watched = Object.entries(handlers).map(([name, handler]) => {
        if (!isWatched(calls[name as CallName])) return [name, handler];
        const ask = handler as Handler<Call>;
        const observed: Handler<Call> = async input => {
          try {
            const answer = await ask(input);
            ended(name, input, 'ok');
            return answer;
          } catch (error) {
            const refusal = error instanceof Refusal ? error : undefined;
            ended(name, input, refusal?.refusal ?? 'fault', refusal);
            throw error;
          }
        };
        return [name, observed];
      });
      return Object.fromEntries(watched) as H;
    },

    flush,

    close: async () => {
      closed = true;
      clearTimeout(timer);
      await flush().catch((error: unknown) => {
        log.warn({ err: error }, 'the last counts for the console were not written');
      });
    },
  };
};
