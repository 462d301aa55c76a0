/** The keys that sign tokens, kept in the database so that every server of one installation signs with the same. */
import { createPrivateKey, type JsonWebKeyInput, type KeyObject } from 'node:crypto';
import {
  calculateJwkThumbprint,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { deriveKeys, type Secret } from '../../../platform/derive-key.ts';
import { ACCESS_LIFE } from './access-life.ts';
import { seal, unseal } from '../../../platform/seal.ts';

export const ALGORITHM = 'EdDSA';

/** What a set of keys signs: the access tokens of accounts, or ID tokens by one algorithm. */
export type KeySet =
  | { readonly table: 'signing_keys'; readonly algorithm: typeof ALGORITHM }
  | { readonly table: 'openid_keys'; readonly algorithm: 'EdDSA' | 'ES256' | 'RS256' };

const OF_ACCESS_TOKENS: KeySet = { table: 'signing_keys', algorithm: ALGORITHM };

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
/** Milliseconds that a key signs before the next one follows: 90 days. */
export const SIGNS_FOR = 90 * DAY;
/** Milliseconds that a key is published before it signs, so that every server and every service knows it by then. */
export const PUBLISHED_BEFORE = DAY;
/** Milliseconds that a key stays published after its last token has expired. */
export const PUBLISHED_AFTER = DAY;
/** Milliseconds that a key of ID tokens stays published after the next one signs: a client shows an old token when it signs somebody out. */
export const ID_TOKENS_SHOWN = 180 * DAY;
/** Milliseconds between two looks into the table for keys that are not known here. */
const LOOK_AGAIN = 5_000;
/** The advisory lock under which keys are made. */
const LOCK = 'rollcall: signing keys';

export interface SigningKey {
  readonly kid: string;
  readonly key: KeyObject;
}

export interface SigningKeys {
  /** The id and private half of the key that signs now. */
  active(): SigningKey;
  /** The published keys whose private half is known here, the one that signs now first. */
  signing(): readonly SigningKey[];
  /** The public half of any published key of this installation, or undefined. One that another server made is looked up. */
  find(kid: string): Promise<CryptoKey | undefined>;
  /** RFC 7517: the key that signs, the one that will, and those whose tokens have not expired. */
  jwks(): Promise<{ keys: JWK[] }>;
  /** Makes the next key where it is due, deletes those that are long over, and takes up what other servers made. */
  rotate(): Promise<void>;
  /** Takes up the keys that other servers made. */
  takeUp(): Promise<void>;
}

interface Row {
  readonly kid: string;
  readonly public_jwk: JWK;
  readonly sealed_private_jwk: Buffer;
  readonly signs_from: Date;
}

/** A key as this process holds it. */
interface Known {
  readonly kid: string;
  readonly jwk: JWK;
  readonly key: CryptoKey;
  /** Undefined where the private half does not open with an accepted secret. */
  readonly privateKey: KeyObject | undefined;
  readonly signsFrom: number;
}

/** When nobody needs each key any more, by the time from which the next one signs; in the order of signing. */
const publishedUntil = ({ table }: KeySet, signsFrom: readonly number[]): number[] => {
  const after = table === 'openid_keys' ? ID_TOKENS_SHOWN : ACCESS_LIFE * 1000 + PUBLISHED_AFTER;
  return signsFrom.map((_, at) => (signsFrom[at + 1] ?? Number.POSITIVE_INFINITY) + after);
};

/**
 * Opens the keys, or makes the first. Servers that start concurrently agree on it: the first that takes the lock
 * makes it, the
 * others find it. A private half that only the previous secret opens is sealed again with the current one. Where none opens
 * a new key is made, and the old public ones are still published.
 */
export const openSigningKeys = async (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
  readonly secret: Secret;
  /** @default those of access tokens */
  readonly set?: KeySet;
}): Promise<SigningKeys> => {
  const { db, now, log, set = OF_ACCESS_TOKENS } = deps;
  const sealing = deriveKeys(deps.secret, 'signing keys');
  let known: readonly Known[] = [];
  let lookedAt = -Infinity;

  /** The private half as JSON. */
  const open = ({ kid, sealed_private_jwk: sealed }: Row): string | undefined => {
    for (const key of sealing) {
      const jwk = unseal(key, kid, sealed);
      if (jwk !== undefined) return jwk;
    }
    return undefined;
  };

  const look = async () => {
    const rows = await readRows(db, set);
    const held = new Map(known.map(one => [one.kid, one]));
    known = await Promise.all(
      rows.map(async row => {
        const before = held.get(row.kid);
        if (before) return before;
        const text = open(row);
        return {
          kid: row.kid,
          jwk: row.public_jwk,
          key: await imported(row.public_jwk, set),
          privateKey:
            text === undefined
              ? undefined
              : createPrivateKey({ key: JSON.parse(text) as JsonWebKeyInput['key'], format: 'jwk' }),
          signsFrom: row.signs_from.getTime(),
        };
      }),
    );
    lookedAt = now();
  };
  const lookIfDue = async () => {
    if (Math.abs(now() - lookedAt) >= LOOK_AGAIN) await look();
  };

  /** Under the lock, so that of several servers one makes a key. */
  const maintain = async (trx: Kysely<Database>) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${lockOf(set)}, 0))`.execute(trx);
    const at = now();
    const rows = await readRows(trx, set);
    const opened = rows.filter(row => open(row) !== undefined);
    for (const row of opened) {
      const text = open(row);
      if (text === undefined || unseal(sealing[0], row.kid, row.sealed_private_jwk) !== undefined) continue;
      await trx
        .updateTable(tableOf(set))
        .set({ sealed_private_jwk: seal(sealing[0], row.kid, text) })
        .where('kid', '=', row.kid)
        .execute();
    }
    if (opened.length === 0) {
      if (rows.length > 0)
        log.warn('no signing key opens with this secret, so a new one is made: was the secret changed?');
      await make(trx, set, sealing[0], at, at);
      return;
    }
    // A key of the far future was made by a clock that has since been put back: it does not keep the next from being made.
    const due = opened.every(({ signs_from }) => {
      const from = signs_from.getTime();
      return from <= at - SIGNS_FOR + PUBLISHED_BEFORE || from > at + 2 * PUBLISHED_BEFORE;
    });
    if (due) await make(trx, set, sealing[0], at, at + PUBLISHED_BEFORE);
    await deleteOld(trx, set, rows, at);
  };

  await transaction(db, maintain);
  await look();

  const published = () => {
    const until = publishedUntil(
      set,
      known.map(({ signsFrom }) => signsFrom),
    );
    return known.filter((_, index) => (until[index] ?? 0) > now());
  };
  const active = () => {
    const own = known.filter(({ privateKey }) => privateKey !== undefined);
    // The newest that signs already; by a clock that was put back, the oldest.
    const signing = own.findLast(({ signsFrom }) => signsFrom <= now()) ?? own[0];
    if (!signing?.privateKey) throw new Error('There is no signing key that opens with the secret.');
    return { kid: signing.kid, key: signing.privateKey };
  };
  return {
    active,
    signing: () => {
      const first = active();
      const others = published().flatMap(({ kid, privateKey: key }) =>
        key === undefined || kid === first.kid ? [] : [{ kid, key }],
      );
      return [first, ...others];
    },
    find: async kid => {
      if (!known.some(one => one.kid === kid)) await lookIfDue();
      return published().find(one => one.kid === kid)?.key;
    },
    jwks: async () => {
      await lookIfDue();
      return { keys: published().map(({ jwk }) => jwk) };
    },
    rotate: async () => {
      await transaction(db, maintain);
      await look();
    },
    takeUp: look,
  };
};

const lockOf = ({ table, algorithm }: KeySet): string =>
  table === 'signing_keys' ? LOCK : `${LOCK} of ID tokens, ${algorithm}`;

/** Both tables have the columns that are used here. */
const tableOf = ({ table }: KeySet) => table as 'signing_keys';

/** In the order in which they sign. */
const readRows = (db: Kysely<Database>, set: KeySet): Promise<Row[]> => {
  const rows = db
    .selectFrom(tableOf(set))
    .select(['kid', 'public_jwk', 'sealed_private_jwk', 'signs_from'])
    .orderBy('signs_from')
    .orderBy('kid');
  return set.table === 'signing_keys'
    ? rows.execute()
    : rows.where(sql<boolean>`algorithm = ${set.algorithm}`).execute();
};

/** Keys that stay in the table however old they are: a clock that jumps ahead must not delete what others sign with. */
const KEPT = 4;

const deleteOld = async (
  db: Kysely<Database>,
  set: KeySet,
  rows: readonly Row[],
  at: number,
): Promise<void> => {
  const until = publishedUntil(
    set,
    rows.map(({ signs_from }) => signs_from.getTime()),
  );
  const over = rows.slice(0, -KEPT).filter((_, index) => (until[index] ?? at) <= at);
  if (over.length === 0) return;
  await db
    .deleteFrom(tableOf(set))
    .where(
      'kid',
      'in',
      over.map(({ kid }) => kid),
    )
    .execute();
};

const imported = async (jwk: JWK, { algorithm }: KeySet): Promise<CryptoKey> => {
  const key = await importJWK(jwk, algorithm);
  if (key instanceof Uint8Array)
    throw new TypeError('A signing key in the database is not an asymmetric one.');
  return key;
};

const make = async (
  db: Kysely<Database>,
  set: KeySet,
  sealingKey: Buffer,
  at: number,
  signsFrom: number,
): Promise<void> => {
  const { table, algorithm } = set;
  const curve = algorithm === ALGORITHM ? { crv: 'Ed25519' } : {};
  const pair = await generateKeyPair(algorithm, { ...curve, extractable: true });
  const privateJwk = await exportJWK(pair.privateKey);
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const row = {
    kid,
    public_jwk: JSON.stringify({ ...publicJwk, kid, alg: algorithm, use: 'sig' }),
    sealed_private_jwk: seal(sealingKey, kid, JSON.stringify(privateJwk)),
    created_at: new Date(at),
    signs_from: new Date(signsFrom),
  };
  await (table === 'signing_keys'
    ? db.insertInto(table).values(row).execute()
    : db
        .insertInto(table)
        .values({ ...row, algorithm })
        .execute());
};
