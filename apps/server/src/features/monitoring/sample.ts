/** The error groups of the sample data, and an alert that began and ended. Its reports are in the event store. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { saveReleases, type Sighting, writeSightings } from './error-groups.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface SampleSchool {
  readonly product: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly sightings: readonly (Omit<Sighting, 'product' | 'origin' | 'pages' | 'trail'> & {
    readonly page: string;
  })[];
  readonly releases: readonly { readonly release: string; readonly first: number }[];
}

/**
 * @param marks.groups what the ids of the sample's groups begin with, and no other's
 * @param marks.release what the names of its releases end with
 * @returns the part of the sample data that errors and alerts are
 */
export const sampleMonitoring = (
  db: Kysely<Database>,
  marks: { readonly product: string; readonly groups: string; readonly release: string },
) => ({
  make: ({ product, now, sightings, releases }: SampleSchool) =>
    transaction(db, async trx => {
      await saveReleases(
        trx,
        releases.map(({ release, first }) => ({ product, release, at: first })),
      );
      await writeSightings(
        trx,
        sightings.map(sighting => ({
          ...sighting,
          product,
          origin: 'error',
          // A page view of the sample has an error once.
          pages: sighting.count,
          trail: [
            { page: '/', what: 'GET /api/lessons 200', ago: 8400 },
            { page: sighting.page, what: `GET /api${sighting.page} 500`, ago: 310 },
          ],
        })),
      );
      const worst = sightings.toSorted((a, b) => b.count - a.count)[0];
      if (!worst) return { errors: 0, alerts: 0 };
      // Rules measure no sample data, so that this one neither fires nor sends anything.
      const rule = await trx
        .insertInto('alert_rules')
        .values({
          name: '示例：错误突然增多',
          product,
          kind: 'error-rate',
          target: worst.id,
          percentile: 0.95,
          threshold: 2,
          window_minutes: 10,
          least: 5,
          hour_from: null,
          hour_to: null,
          channel_id: null,
          enabled: true,
          changed_at: new Date(now - 30 * 24 * HOUR),
          sample: true,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const began = now - 20 * HOUR;
      await trx
        .insertInto('alert_episodes')
        .values({
          rule_id: rule.id,
          began_at: new Date(began),
          ended_at: new Date(began + 45 * MINUTE),
          value: 3.4,
          worst: 11.2,
          threshold: 2,
          measured_at: new Date(began + 44 * MINUTE),
          ended_by: 'resolved',
        })
        .execute();
      return { errors: new Set(sightings.map(({ id }) => id)).size, alerts: 1 };
    }),
  remove: () =>
    transaction(db, async trx => {
      await trx.deleteFrom('alert_rules').where('sample', '=', true).execute();
      await trx
        .deleteFrom('error_groups')
        .where('id', '>=', marks.groups)
        .where('id', '<', `${marks.groups}g`)
        .execute();
      await trx
        .deleteFrom('monitor_releases')
        .where('product', '=', marks.product)
        .where('release', 'like', `%${marks.release}`)
        .execute();
      return {};
    }),
});
