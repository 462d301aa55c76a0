/**
 * Statistics of sign-ins, messages and challenges for the console: hourly counts, also by client, recent refusals and failures. They are collected in
 * memory and written a second later, outside the request. A kill loses up to that second; while the database does not
 * answer, the oldest refusals and failures are dropped beyond MAX_PENDING.
 */
import { type Call, type CallName, type RefusalName, signedIn } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { OnCallEnd } from '../../http/handler.ts';
import type { OnVerificationRefused } from '../../identity/verification.ts';
import type { Observe } from '../../messages/send.ts';
import { createSerialQueue } from '../../platform/serial-queue.ts';
import { tracedApart } from '../../platform/tracing.ts';
import { createClientNames } from './client-names.ts';
import type { RefusalKeys } from './refusal-keys.ts';
import { mergedState, noteService, senderService, writeServiceStates } from './service-states.ts';
import {
  add,
  countKinds,
  deleteExcessRefusals,
  emptyStatistics,
  writeCounts,
  writeFailures,
  writeLastSignIn,
  writeRefusals,
  type PendingStatistics,
} from './statistics-rows.ts';

const HOUR = 3600 * 1000;
/** Delay in ms between the first entry and the write. */
const WRITE_AFTER = 1_000;
/** Maximum number of refusals, and of failed messages, waiting to be written; the oldest are dropped. */
const MAX_PENDING = 2_000;
/** Number of refusals written between two runs of deleteExcessRefusals. */
const TRIM_EVERY = 10_000;

export interface SignInStatistics {
  /** Observer for `createMessages`. */
  readonly message: Observe;
  /** Counts a challenge. @param outcome `passed`, `failed`, a refusal's name, or `fault` */
  readonly challenge: (provider: string, outcome: string) => void;
  /** Counts the calls that start a session or send a code, and keeps the refusals of each identifier. */
  readonly onCallEnd: OnCallEnd;
  /** Keeps the refusals of human verifications, whose calls name nobody. */
  readonly onVerificationRefused: OnVerificationRefused;
  /** Writes pending entries. Rejects if the database fails; the entries are kept for the next write. */
  flush(): Promise<void>;
  /** Stops the timer and writes pending entries. */
  close(): Promise<void>;
}

/** Refusals that lead to a further step of the same sign-in: its last call has the outcome. */
const furtherSteps: ReadonlySet<string> = new Set<RefusalName>([
  'SecondFactorRequired',
  'EnrolmentRequired',
  'PhoneRequired',
]);

/** The third parties of calls, and the refusals that tell of them. */
const providers: Readonly<Partial<Record<string, 'wechat' | 'qq'>>> = {
  loginByWechat: 'wechat',
  loginByQq: 'qq',
} satisfies Partial<Record<CallName, 'wechat' | 'qq'>>;
const vendorRefusals: ReadonlySet<string> = new Set<RefusalName>(['WechatError', 'QqError']);

/** Outcomes of challenges that the provider judged, and those by which it failed; a browser can make up the others. */
const judged: ReadonlySet<string> = new Set(['passed', 'failed']);
const unjudged: ReadonlySet<string> = new Set(['CaptchaVendorTimeout', 'CaptchaVendorConfig', 'fault']);

/** In place of a call's name. */
const VERIFICATION = 'humanVerification';

/** Whether a call starts a session or sends a code. */
const isCounted = (call: Call): boolean => call.answer === signedIn || call.sends !== undefined;

export const createSignInStatistics = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
  readonly keys: RefusalKeys;
}): SignInStatistics => {
  const { db, now, log, keys } = deps;
  let pending = emptyStatistics();
  let dropped = 0;
  let sinceTrim = 0;
  let timer: NodeJS.Timeout | undefined;
  const clientNames = createClientNames();
  const writes = createSerialQueue();
  let closed = false;

  const bound = (list: unknown[]): void => {
    if (list.length <= MAX_PENDING) return;
    dropped += list.length - MAX_PENDING;
    list.splice(0, list.length - MAX_PENDING);
  };
  const hour = (): string => String(Math.floor(now() / HOUR) * HOUR);

  const write = async (): Promise<void> => {
    const taken = pending;
    const { signIns, messages, challenges, refusals, failures } = taken;
    if (signIns.size + messages.size + challenges.size + refusals.length + failures.length === 0) return;
    pending = emptyStatistics();
    try {
      await transaction(db, async trx => {
        await writeCounts(trx, taken);
        await writeRefusals(trx, taken.refusals);
        await writeFailures(trx, taken.failures);
        await writeLastSignIn(trx, taken.lastSignIn);
        await writeServiceStates(trx, taken.services, now());
      });
    } catch (error) {
      restore(taken);
      throw error;
    }
    sinceTrim += taken.refusals.length;
    if (sinceTrim >= TRIM_EVERY) {
      sinceTrim = 0;
      await deleteExcessRefusals(db);
    }
    if (dropped > 0)
      log.warn({ dropped }, 'refusals for the console were dropped: the database was too slow');
    dropped = 0;
  };

  const restore = (taken: PendingStatistics): void => {
    for (const kind of countKinds) {
      for (const [key, count] of taken[kind]) pending[kind].set(key, (pending[kind].get(key) ?? 0) + count);
    }
    pending.lastSignIn ??= taken.lastSignIn;
    for (const [service, state] of taken.services)
      pending.services.set(service, mergedState(state, pending.services.get(service) ?? {}));
    pending.refusals.unshift(...taken.refusals);
    pending.failures.unshift(...taken.failures);
    bound(pending.refusals);
    bound(pending.failures);
  };

  const flush = (): Promise<void> => writes.run(write);

  const soon = (): void => {
    if (timer || closed) return;
    timer = setTimeout(() => {
      timer = undefined;
      // The call that set the timer is not the only one that is counted.
      tracedApart('sign-in statistics', {}, flush).catch((error: unknown) => {
        log.warn({ err: error }, 'counts for the console were not written; they are kept for the next time');
        soon();
      });
    }, WRITE_AFTER);
    timer.unref();
  };

  const onCallEnd: OnCallEnd = (name, call, { identifier, ip, client }, outcome) => {
    if (!isCounted(call)) return;
    const refusal = typeof outcome === 'string' ? undefined : outcome;
    const result = typeof outcome === 'string' ? outcome : outcome.refusal;
    add(pending.signIns, [hour(), name, result]);
    if (call.answer === signedIn && !furtherSteps.has(result)) {
      const clientName = clientNames(client, Math.floor(now() / HOUR), result === 'ok');
      add(pending.clients, [hour(), ...clientName, result]);
      if (result === 'ok') pending.lastSignIn = new Date(now());
    }
    const provider = providers[name];
    if (provider !== undefined) {
      const service = `third-party:${provider}`;
      if (result === 'ok' || furtherSteps.has(result)) noteService(pending.services, service, true, now());
      // Without a time to try again the authorisation was wrong, which says nothing of the vendor.
      else if (vendorRefusals.has(result) && refusal?.detail.data?.retry_after !== undefined)
        noteService(pending.services, service, false, now());
    }
    if (result !== 'ok' && identifier) {
      pending.refusals.push({
        identity: keys.of(identifier),
        kind: identifier.kind,
        at: new Date(now()),
        call: name,
        refusal: result,
        rule_required: refusal?.detail.data?.rule_required === true,
        address: ip,
        rule: null,
      });
      bound(pending.refusals);
    }
    soon();
  };

  const onVerificationRefused: OnVerificationRefused = ({ identifier, rule, refusal, ip }) => {
    pending.refusals.push({
      identity: keys.of(identifier),
      kind: identifier.kind,
      at: new Date(now()),
      call: VERIFICATION,
      refusal,
      rule_required: false,
      address: ip,
      rule,
    });
    bound(pending.refusals);
    soon();
  };

  return {
    message: (sender, channel, outcome, purpose, reason, ofRecipient = false) => {
      add(pending.messages, [hour(), sender, channel, purpose, outcome]);
      // What one recipient is at fault for says nothing of the sender.
      if (outcome !== 'limited' && !ofRecipient) {
        const sent = outcome === 'sent';
        noteService(pending.services, `message:${channel}`, sent, now());
        noteService(pending.services, senderService(sender, channel), sent, now());
      }
      if (outcome !== 'sent') {
        pending.failures.push({
          at: new Date(now()),
          sender,
          channel,
          purpose,
          outcome,
          reason: reason ?? null,
        });
        bound(pending.failures);
      }
      soon();
    },

    challenge: (provider, outcome) => {
      add(pending.challenges, [hour(), provider, outcome]);
      if (judged.has(outcome) || unjudged.has(outcome))
        noteService(pending.services, `challenge:${provider}`, judged.has(outcome), now());
      soon();
    },

    onCallEnd,

    onVerificationRefused,

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
