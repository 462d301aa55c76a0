/** The keys that sign access tokens, kept in the database so that every server of one school signs with the same. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
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
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { deriveKey } from '../../platform/derive-key.ts';

export const ALGORITHM = 'EdDSA';

export interface SigningKeys {
  /** The id and private half of the key that signs. */
  readonly active: { readonly kid: string; readonly key: CryptoKey };
  /** The public half of any key of this school, or undefined. One that another server made meanwhile is looked up. */
  find(kid: string): Promise<CryptoKey | undefined>;
  /** RFC 7517. */
  jwks(): Promise<{ keys: JWK[] }>;
}

/** Milliseconds between two looks into the table for keys that are not known here. */
const LOOK_AGAIN = 5_000;
/** The advisory lock under which the first key is made. */
const LOCK = 'rollcall: signing keys';

/**
 * Opens the newest key that this secret opens, or makes one. Servers that start at once agree on it: the first that
 * takes the lock makes it, the others find it. Where the secret was changed a new key is made, and the old public
 * ones are still published.
 */
export const openSigningKeys = async (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
  readonly secret: string;
}): Promise<SigningKeys> => {
  const { db, now } = deps;
  const sealingKey = deriveKey(deps.secret, 'signing keys');
  const active = await transaction(db, async within => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(within);
    const rows = await within.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').execute();
    for (const { kid, sealed_private_jwk: sealed } of rows) {
      const jwk = unseal(sealingKey, kid, sealed);
      if (jwk) return { kid, key: await imported(jwk) };
    }
    if (rows.length > 0) {
      deps.log.warn('no signing key opens with this secret, so a new one is made: was the secret changed?');
    }
    return make(within, sealingKey, now());
  });

  let known = new Map<string, { jwk: JWK; key: CryptoKey }>();
  let lookedAt = -Infinity;
  const look = async () => {
    const rows = await db
      .selectFrom('signing_keys')
      .select(['kid', 'public_jwk'])
      .orderBy('created_at')
      .execute();
    known = new Map(
      await Promise.all(
        rows.map(
          async row => [row.kid, { jwk: row.public_jwk, key: await imported(row.public_jwk) }] as const,
        ),
      ),
    );
    lookedAt = now();
  };
  const lookIfDue = async () => {
    if (Math.abs(now() - lookedAt) >= LOOK_AGAIN) await look();
  };
  await look();
  return {
    active,
    find: async kid => {
      if (!known.has(kid)) await lookIfDue();
      return known.get(kid)?.key;
    },
    jwks: async () => {
      await lookIfDue();
      return { keys: [...known.values()].map(({ jwk }) => jwk) };
    },
  };
};

const imported = async (jwk: JWK): Promise<CryptoKey> => {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array)
    throw new TypeError('A signing key in the database is not an asymmetric one.');
  return key;
};

const make = async (db: Kysely<Database>, sealingKey: Buffer, at: number) => {
  const pair = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true });
  const privateJwk = await exportJWK(pair.privateKey);
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  await db
    .insertInto('signing_keys')
    .values({
      kid,
      public_jwk: JSON.stringify({ ...publicJwk, kid, alg: ALGORITHM, use: 'sig' }),
      sealed_private_jwk: seal(sealingKey, kid, privateJwk),
      created_at: new Date(at),
    })
    .execute();
  return { kid, key: pair.privateKey };
};

const IV = 12;
const TAG = 16;

/** AES-256-GCM: 12 bytes nonce, 16 bytes tag, then the JWK; bound to the key's id. */
const seal = (sealingKey: Buffer, kid: string, jwk: JWK): Buffer => {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', sealingKey, iv).setAAD(Buffer.from(kid));
  const body = Buffer.concat([cipher.update(JSON.stringify(jwk), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
};

const unseal = (sealingKey: Buffer, kid: string, sealed: Buffer): JWK | undefined => {
  try {
    const decipher = createDecipheriv('aes-256-gcm', sealingKey, sealed.subarray(0, IV), {
      authTagLength: TAG,
    })
      .setAAD(Buffer.from(kid))
      .setAuthTag(sealed.subarray(IV, IV + TAG));
    const text = Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]).toString(
      'utf8',
    );
    return JSON.parse(text) as JWK;
  } catch {
    return undefined;
  }
};
