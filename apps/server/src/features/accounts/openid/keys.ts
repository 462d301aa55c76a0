/** The keys that sign ID tokens: a set for each algorithm, which rotate as those of access tokens do. */
import type { JWK } from 'jose';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/schema.ts';
import type { Secret } from '../../../platform/derive-key.ts';
import { openSigningKeys, type SigningKeys } from '../sessions/signing-keys.ts';

/** How ID tokens can be signed; a client names one of them. */
export const idTokenAlgorithms = ['RS256', 'ES256', 'EdDSA'] as const;

export interface OpenidKeys {
  /** The private keys, for each algorithm the one that signs now first, and a text that changes with them. */
  current(): { readonly jwks: JWK[]; readonly version: string };
  /** As `SigningKeys`. */
  rotate(): Promise<void>;
  takeUp(): Promise<void>;
}

/** Opens the keys, or makes the first. */
export const openOpenidKeys = async (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
  readonly secret: Secret;
}): Promise<OpenidKeys> => {
  const sets: { readonly algorithm: string; readonly keys: SigningKeys }[] = [];
  // One after the other: each takes a connection for its lock.
  for (const algorithm of idTokenAlgorithms)
    sets.push({
      algorithm,
      keys: await openSigningKeys({ ...deps, set: { table: 'openid_keys', algorithm } }),
    });
  const each = async (work: (keys: SigningKeys) => Promise<void>) => {
    for (const { keys } of sets) await work(keys);
  };
  return {
    current: () => {
      const signing = sets.flatMap(({ algorithm, keys }) =>
        keys.signing().map(one => ({ algorithm, ...one })),
      );
      return {
        get jwks() {
          return signing.map(({ algorithm, kid, key }) => ({
            ...(key.export({ format: 'jwk' }) as JWK),
            kid,
            alg: algorithm,
            use: 'sig',
          }));
        },
        version: signing.map(({ kid }) => kid).join(' '),
      };
    },
    rotate: () => each(keys => keys.rotate()),
    takeUp: () => each(keys => keys.takeUp()),
  };
};
