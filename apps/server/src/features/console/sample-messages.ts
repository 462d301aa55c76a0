/** The messages of the sample data: the counts and failures of a sender that does not exist. */
import type { Kysely } from 'kysely';
import { sampleSender } from '@rollcall/contract/console';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';

const HOUR = 3_600_000;
/** Hours of the counts; the console shows as many. */
const HOURS = 31 * 24;
const FAILED_EVERY = 90;

/** What is sent in an hour of the school's busiest, by channel and purpose. */
const sent = [
  ['sms', 'login', 26],
  ['sms', 'register', 7],
  ['sms', 'reset', 3],
  ['sms', 'notice', 6],
  ['email', 'login', 4],
  ['email', 'notice', 2],
] as const;

/** How busy an hour of the day is in mainland China: most in the evening, nothing at night. */
const busyness = (hour: number): number => {
  const local = (hour + 8) % 24;
  if (local < 7) return 0;
  return local >= 18 && local <= 21 ? 1 : 0.3;
};

/** @returns the part of the sample data that messages are */
export const sampleMessages = (db: Kysely<Database>) => ({
  make: ({ now }: { readonly now: number }) =>
    transaction(db, async trx => {
      const last = Math.floor(now / HOUR);
      const counts = [];
      const failures = [];
      let messages = 0;
      for (let hour = last - HOURS + 1; hour <= last; hour += 1)
        for (const [channel, purpose, most] of sent) {
          const count = Math.round(most * busyness(hour) * (0.6 + ((hour * 7) % 10) / 12));
          if (count === 0) continue;
          const row = { hour: new Date(hour * HOUR), sender: sampleSender, channel, purpose };
          counts.push({ ...row, outcome: 'sent' as const, count });
          messages += count;
          if ((hour + most) % FAILED_EVERY !== 0) continue;
          const outcome = most > 5 ? ('limited' as const) : ('failed' as const);
          counts.push({ ...row, outcome, count: 1 });
          const { hour: at, ...facts } = row;
          const reason = outcome === 'limited' ? 'CaptchaTooFrequent' : 'timeout';
          failures.push({ ...facts, at, outcome, reason });
        }
      await trx.insertInto('message_counts').values(counts).execute();
      if (failures.length > 0) await trx.insertInto('message_failures').values(failures).execute();
      return { messages };
    }),
  remove: () =>
    transaction(db, async trx => {
      await trx.deleteFrom('message_counts').where('sender', '=', sampleSender).execute();
      await trx.deleteFrom('message_failures').where('sender', '=', sampleSender).execute();
      return {};
    }),
});
