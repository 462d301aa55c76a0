/**
 * Where any product code is taken, one network brings up a quarter of the new ones that the loaders admit in an hour: what it makes up
 * keeps no other network's products from their names.
 */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { LruCache } from '../../platform/lru-cache.ts';
import { NewNames } from '../../platform/new-names.ts';
import { isLoopbackAddress, widestNetwork } from '../../platform/networks.ts';

const HOUR = 3_600_000;
/** New products that are stored by name in an hour; events of further ones are stored under `other`. */
export const NEW_PRODUCTS = 20;
/** Products that were looked for and not found. */
const REMEMBERED = 10_000;

export class NetworkProducts {
  readonly #db: Kysely<Database>;
  readonly #names = new NewNames(NEW_PRODUCTS);
  /** The hour in which a product was not stored. */
  readonly #absent = new LruCache<string, number>(REMEMBERED);

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Whether events that `ip` sends at `at` (milliseconds since 1970) count as this product's. */
  async admits(product: string, ip: string, at: number): Promise<boolean> {
    // A developer's own pages are not a stranger's.
    if (this.#names.has(product) || isLoopbackAddress(ip)) return true;
    const hour = Math.floor(at / HOUR);
    if (this.#absent.get(product) !== hour) {
      // A database that is away makes a name new: it spends of its network's budget.
      if (await this.#isStored(product).catch(() => false)) this.#names.recognise([product]);
      else this.#absent.set(product, hour);
    }
    return this.#names.admit(product, at, widestNetwork(ip));
  }

  async #isStored(product: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('usage_products')
      .select('product')
      .where('product', '=', product)
      .executeTakeFirst();
    return row !== undefined;
  }
}
