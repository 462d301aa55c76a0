/**
 * Keys and platforms stand in every sum of the event store for ever. One network brings up a tenth of the new ones that a collector admits
 * in an hour: what a stranger makes up beyond that counts as `others`, and keeps no other network's names from the sums.
 */
import { type Kysely, sql } from 'kysely';
import { eventKind, type WireData } from '@rollcall/contract';
import { sha256 } from '../../platform/digest.ts';
import { batchDelete } from '../../platform/database/batch-delete.ts';
import type { Database } from '../../platform/database/schema.ts';
import { LruCache } from '../../platform/lru-cache.ts';
import { NewNames } from '../../platform/new-names.ts';
import { isLoopbackAddress, widestNetwork } from '../../platform/networks.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** New names that a server admits in an hour, of one network a tenth: a school may be behind one address, and paths may hold numbers. */
const NEW_NAMES = 20_000;
/** What stands in the place of others. */
const OTHERS = 'others';
/** Names that are remembered, so that most batches need no statement. */
const REMEMBERED = 100_000;
/** Milliseconds for which a name is kept that no process meets again. */
const KEPT = 90 * DAY;
/** Characters beyond which a name is remembered by its digest. */
const LONG = 100;
/** Keys that the library itself sends. */
const OWN: ReadonlySet<string> = new Set(['consent', 'dropped']);

const identityOf = (name: string): string => (name.length > LONG ? sha256(name).toString('base64') : name);

const keyName = (product: string, kind: number, key: string): string =>
  identityOf(`${product}\n${kind}\n${key}`);
const platformName = (platform: string): string => identityOf(`platform\n${platform}`);

/** The names of a batch, whose events and facts are good. */
export const namesOf = ({ meta, ext, body }: WireData): ReadonlySet<string> => {
  const product = String(meta.product_code);
  const names = new Set<string>();
  for (const { e, k = eventKind.custom } of body) if (!OWN.has(e)) names.add(keyName(product, k, e));
  for (const { pf } of ext) if (pf !== undefined) names.add(platformName(pf));
  return names;
};

/** A batch with `others` in the place of some names. */
export const withOthers = (data: WireData, names: ReadonlySet<string>): WireData => {
  const product = String(data.meta.product_code);
  return {
    ...data,
    body: data.body.map(event =>
      names.has(keyName(product, event.k ?? eventKind.custom, event.e)) ? { ...event, e: OTHERS } : event,
    ),
    ext: data.ext.map(facts =>
      facts.pf !== undefined && names.has(platformName(facts.pf)) ? { ...facts, pf: OTHERS } : facts,
    ),
  };
};

export class NetworkNames {
  readonly #db: Kysely<Database>;
  readonly #names: NewNames;
  /** The hour in which a name was not stored. */
  readonly #absent = new LruCache<string, number>(REMEMBERED);

  /** @param perHour new names that are admitted in an hour */
  constructor(db: Kysely<Database>, perHour = NEW_NAMES) {
    this.#db = db;
    this.#names = new NewNames(perHour, REMEMBERED);
  }

  /** Whether this process does not know a name, which may be stored. */
  isNew(name: string): boolean {
    return !this.#names.has(name);
  }

  /** @param ip the sender. @param at milliseconds since 1970. @returns those of new names that count as `others` */
  async others(names: readonly string[], ip: string, at: number): Promise<ReadonlySet<string>> {
    const others = new Set<string>();
    // A developer's own pages, not a stranger's.
    if (isLoopbackAddress(ip)) return others;
    const hour = Math.floor(at / HOUR);
    const asked = new Map(
      names.flatMap(name => (this.#absent.get(name) === hour ? [] : [[sha256(name).toString('hex'), name]])),
    );
    // A database that is away makes a name new: it spends of its network's budget.
    const stored = asked.size === 0 ? [] : await this.#stored([...asked.keys()], at).catch(() => []);
    const known = new Set(stored.map(digest => asked.get(digest) ?? ''));
    this.#names.recognise(known);
    const admitted: string[] = [];
    const network = widestNetwork(ip);
    for (const name of names) {
      if (!this.isNew(name)) continue;
      if (this.#names.admit(name, at, network)) admitted.push(name);
      else {
        this.#absent.set(name, hour);
        others.add(name);
      }
    }
    if (admitted.length > 0) await this.#keep(admitted, at).catch(() => undefined);
    return others;
  }

  /** Of digests in hex. What is met again on a later day is kept from then. */
  async #stored(digests: readonly string[], at: number): Promise<readonly string[]> {
    const { rows } = await sql<{ digest: string }>`
      with asked as materialized (
        select digest, seen_at from usage_names
        where digest = any (array(select decode(unnest(${digests}::text[]), 'hex')))
      ), old as (
        select digest from usage_names where digest = any (array(
          select digest from asked where seen_at < ${new Date(at - DAY)}::timestamptz)) for update skip locked
      ), renewed as (
        update usage_names set seen_at = ${new Date(at)} where digest = any (array(select digest from old))
      )
      select encode(digest, 'hex') as digest from asked`.execute(this.#db);
    return rows.map(({ digest }) => digest);
  }

  async #keep(names: readonly string[], at: number): Promise<void> {
    await this.#db
      .insertInto('usage_names')
      // In one order, so that two collectors do not wait for each other.
      .values(
        names
          .map(name => sha256(name))
          .sort(Buffer.compare)
          .map(digest => ({ digest, seen_at: new Date(at) })),
      )
      .onConflict(conflict => conflict.column('digest').doNothing())
      .execute();
  }
}

/** Forgets names that no process met for long. @param at milliseconds since 1970 */
export const forgetNames = (db: Kysely<Database>, at: number): Promise<number> =>
  batchDelete(db, 'usage_names', sql`seen_at < ${new Date(at - KEPT)}::timestamptz`);
