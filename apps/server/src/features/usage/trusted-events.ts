/** Events that a server reports with a service token (`POST /api/v1/events`). */
import type { WireData, WireEvent, WireFacts } from '@rollcall/contract';
import type { OwnCalls } from '@rollcall/contract/api';
import type { CheckedBodyOf } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { knownAccounts } from '../../platform/database/known-accounts.ts';
import type { ApiHandlers } from '../../http/console-handler.ts';
import { LONGEST_AHEAD } from '../../events/record/event-time.ts';
import type { Collector } from './collector.ts';

const DAY = 24 * 3600 * 1000;

type Body = CheckedBodyOf<OwnCalls['sendEvents']>;

/** The events in the form of a page's batch, as all that follows reads it. */
const wireOf = ({ product, dev, events }: Body): WireData => {
  const facts: WireFacts[] = [];
  const places = new Map<string, number>();
  const placeOf = ({ user, device }: Body['events'][number]): number => {
    const name = JSON.stringify([user, device]);
    const place = places.get(name) ?? facts.length;
    if (place === facts.length) {
      places.set(name, place);
      facts.push({
        ...(user === undefined ? {} : { u: user }),
        ...(device === undefined ? {} : { d: device }),
      });
    }
    return place;
  };
  const body = events.map(
    (event, n): WireEvent => ({
      i: event.id,
      t: event.time,
      c: event.time,
      n,
      k: event.kind,
      e: event.key,
      ...(event.data === undefined ? {} : { b: event.data }),
      ...(event.duration === undefined ? {} : { d: event.duration }),
      x: placeOf(event),
    }),
  );
  return { meta: { device_type: 1, product_code: product, is_dev: dev, heatmap: false }, ext: facts, body };
};

/** @param keepDays days that events are kept; 0: for ever */
export const trustedEventHandlers = (options: {
  readonly db: Kysely<Database>;
  readonly collector: Pick<Collector, 'takeTrusted'>;
  readonly keepDays: number;
  readonly now: () => number;
}): ApiHandlers<'sendEvents'> => {
  const { db, collector, keepDays, now } = options;
  return {
    sendEvents: async ({ body }) => {
      // As the database writes it, so that consents and erasures find it.
      const events = body.events.map(event =>
        event.user === undefined ? event : { ...event, user: event.user.toLowerCase() },
      );
      const accounts = await knownAccounts(
        db,
        events.flatMap(({ user }) => user ?? []),
      );
      const isKnown = ({ user }: Body['events'][number]) => user === undefined || accounts.has(user);
      const latest = now() + LONGEST_AHEAD;
      const earliest = keepDays === 0 ? 0 : now() - keepDays * DAY;
      const { accepted, refused } = await collector.takeTrusted(
        wireOf({ ...body, events: events.filter(isKnown) }),
        time => time >= earliest && time <= latest,
      );
      const strangers = events.filter(event => !isKnown(event));
      return { accepted, refused: [...strangers.map(({ id }) => ({ id, why: 'user_id' })), ...refused] };
    },
  };
};
