/** Limits how many new products the loaders of an installation admit, so that made-up ones do not fill tables and lists. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { LruCache } from '../../platform/lru-cache.ts';
import type { ProductNames } from './loader.ts';

const HOUR = 3_600_000;
/** Admitted and refused names that are remembered, so that most batches need no statement. */
const REMEMBERED = 10_000;
/** Milliseconds for which an admitted name is kept; a later one is new again, unless it is stored. */
const KEPT = 90 * 24 * HOUR;
/** PostgreSQL and the stores take no such text. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

export class InstallationProductNames implements ProductNames {
  readonly #db: Kysely<Database>;
  readonly #perHour: number;
  readonly #known = new Set<string>();
  readonly #admitted = new LruCache<string, true>(REMEMBERED);
  /** The hour in which a name was refused. */
  readonly #refused = new LruCache<string, number>(REMEMBERED);

  /** @param perHour new products that are admitted in an hour */
  constructor(db: Kysely<Database>, perHour: number) {
    this.#db = db;
    this.#perHour = perHour;
  }

  know(products: Iterable<string>): void {
    for (const product of products) this.#known.add(product);
  }

  async admitted(products: ReadonlySet<string>, at: number): Promise<ReadonlySet<string>> {
    const hour = Math.floor(at / HOUR);
    const found = new Set<string>();
    const asked: string[] = [];
    for (const product of products) {
      if (this.#known.has(product) || this.#admitted.get(product)) found.add(product);
      else if (!UNSTORABLE.test(product) && this.#refused.get(product) !== hour) asked.push(product);
    }
    if (asked.length === 0) return found;
    const admitted = new Set(await this.#admit(asked, hour));
    for (const product of asked) {
      if (!admitted.has(product)) {
        this.#refused.set(product, hour);
        continue;
      }
      this.#admitted.set(product, true);
      found.add(product);
    }
    return found;
  }

  /** @returns those that were admitted before, and as many new ones as the hour has room for */
  #admit(products: readonly string[], hour: number): Promise<readonly string[]> {
    return transaction(this.#db, async trx => {
      // Loaders that count concurrently would each admit as many as one may.
      await sql`select pg_advisory_xact_lock(hashtext('usage_products'))`.execute(trx);
      const before = await trx
        .selectFrom('usage_products')
        .select('product')
        .where(sql<boolean>`product = any(${products}::text[])`)
        .execute();
      const known = new Set(before.map(({ product }) => product));
      const { count } = await trx
        .selectFrom('usage_products')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('admitted_at', '>=', new Date(hour * HOUR))
        .where('admitted_at', '<', new Date((hour + 1) * HOUR))
        .executeTakeFirstOrThrow();
      const fresh = products
        .filter(product => !known.has(product))
        .slice(0, Math.max(0, this.#perHour - count));
      if (fresh.length > 0) {
        await trx
          .insertInto('usage_products')
          .values(fresh.map(product => ({ product, admitted_at: new Date(hour * HOUR) })))
          .execute();
      }
      return [...known, ...fresh];
    });
  }

  /** Forgets names that were admitted long ago. @param now milliseconds since 1970 */
  async expire(now: number): Promise<void> {
    await this.#db
      .deleteFrom('usage_products')
      .where('admitted_at', '<', new Date(now - KEPT))
      .execute();
  }
}
