import * as argon2 from '@node-rs/argon2';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PARAMETERS } from '../platform/hasher.ts';
import { createPasswords } from './passwords.ts';
import { isWrapped, readDigest, readStoredHash, wrapDigest } from './password-schemes.ts';

const ip = '192.0.2.1';
const ours = 'Sunflower-7';

/** Made by other implementations: the reference of argon2, RFC 6070 and 7914, OpenBSD's bcrypt, glibc's crypt, CPython's hashlib. */
const vectors = [
  [
    'argon2id',
    'password',
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ],
  [
    'argon2i',
    'password',
    '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA',
  ],
  [
    'argon2d',
    'x',
    '$argon2d$v=19$m=1024,t=2,p=1$kMf9lHSgcRoKLOLQFQOCJQ$kE2TzGfkaGSPrfyjl1Qb5NVKSeYrljkEDnAot4WvwxE',
  ],
  ['bcrypt 2a', 'U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['bcrypt 2b', ours, '$2b$05$abcdefghijklmnopqrstuu7gOlQreYgRX6rEsSA0h6oE03/2AxqSa'],
  ['bcrypt 2y', ours, '$2y$06$abcdefghijklmnopqrstuul3mpiLTqVx8NaknabCrix2xf0tlJidi'],
  ['bcrypt of Django', ours, 'bcrypt$$2b$05$abcdefghijklmnopqrstuu7gOlQreYgRX6rEsSA0h6oE03/2AxqSa'],
  [
    'scrypt of RFC 7914',
    'pleaseletmein',
    '$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw',
  ],
  [
    'scrypt',
    ours,
    '$scrypt$ln=15,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$/2yznrXrpRXuZhehm8tBcxDYKmfkmQlS43by8QbQBsw',
  ],
  ['PBKDF2 of RFC 6070', 'password', '$pbkdf2$4096$c2FsdA$SwB5AbdlSJq.rUnZJvch0GWkKcE'],
  [
    'PBKDF2 with SHA-512',
    ours,
    '$pbkdf2-sha512$i=25000,l=64$c2FsdHNhbHRzYWx0c2FsdA$VOEHcDlK+ya496RsGlLFIbOCRV7B//RdkkiJuLTNlS0HSfGCsFOpDBA8ZUGo6xXmptBBNc4p+3eRpME9YKs8KA',
  ],
  ['PBKDF2 of Django', ours, 'pbkdf2_sha256$26000$seasalt$JRIUY73Y8bsAMCnQ3n965Y/1NL1uP1hhBcVp9lDv6uI='],
] as const;

const digests = [
  [
    'sha256(salt+password)$s1$d097d8d2a51b146a18862865f2822302d4115c90009134fb294ddc9148b98695',
    'sha256(salt+password)',
  ],
  ['md5(md5(password)+salt)$a1b2c3$0723bc6fee925ad26810d4b50ac55c0a', 'md5(md5(password)+salt)'],
  ['sha1$xy$1FA40E5FA36FCAC7059AEE53080CA9C3FE50BFC6', 'sha1(salt+password)'],
  ['md5(password)$$087dd78b5b4513e3b707a733b2b94528', 'md5(password)'],
  [
    'sha512(password+salt)$盐$e97c4ed864d0b0dff68007d517338afe1608d85d1a36e6bc7c57d177dd12f88dfc63b2195b8263bce00d04758e594903e2a91f046c58a85d905268a563213087',
    'sha512(password+salt)',
  ],
] as const;

describe('hashes of other systems', () => {
  test.each(vectors)('%s is right for its password only, and is to be renewed', async (_, password, hash) => {
    const passwords = await createPasswords({ parallel: 2, queue: 10 });
    expect(await passwords.check(hash, password, ip)).toBe('stale');
    expect(await passwords.check(hash, `${password}x`, ip)).toBe('wrong');
  });

  test.each(digests)('%s is kept as argon2id of it', async (text, form) => {
    const digest = readDigest(text);
    if (!digest) throw new Error('It was not read.');
    const wrapped = await wrapDigest(digest, hex => argon2.hash(hex, PARAMETERS));
    expect(wrapped).toMatch(/\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(wrapped).toContain(`$wrapped$${form}$`);
    expect(wrapped.toLowerCase()).not.toContain(digest.digest);
    const passwords = await createPasswords({ parallel: 1, queue: 10 });
    expect(await passwords.check(wrapped, ours, ip)).toBe('right');
    expect(await passwords.check(wrapped, digest.digest, ip)).toBe('wrong');
    expect(isWrapped(wrapped)).toBe(true);
  });

  test.each([
    ['$2b$15$abcdefghijklmnopqrstuu7gOlQreYgRX6rEsSA0h6oE03/2AxqSa'],
    ['$scrypt$ln=17,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$/2yznrXrpRXuZhehm8tBcxDYKmfkmQlS43by8QbQBsw'],
    ['$scrypt$ln=16,r=8,p=5$c2FsdHNhbHRzYWx0c2FsdA$/2yznrXrpRXuZhehm8tBcxDYKmfkmQlS43by8QbQBsw'],
    ['$pbkdf2-sha256$i=2000001$c2FsdA$/2yznrXrpRXuZhehm8tBcxDYKmfkmQlS43by8QbQBsw'],
    ['$argon2id$v=19$m=131073,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'],
    ['$argon2id$v=19$m=65536,t=11,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'],
  ])('%s costs too much, and is not compared', async hash => {
    expect(readStoredHash(hash)).toBe('too-costly');
    const passwords = await createPasswords({ parallel: 1, queue: 10 });
    expect(await passwords.check(hash, ours, ip)).toBe('wrong');
  });

  test('of any other text nothing is right, and nothing throws', async () => {
    const compared: string[] = [];
    const passwords = await createPasswords(
      { parallel: 1, queue: 10 },
      {
        hash: async () => '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
        verify: async hash => {
          compared.push(hash);
          return true;
        },
      },
    );
    const unknown = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '$2x$05$',
        '$5$rounds=5000$salt$',
        '$1$salt$',
        '{SSHA}',
        '$wrapped$md5(x)$',
        '0'.repeat(32),
      ),
    );
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(unknown, async hash => {
        runs += 1;
        expect(readDigest(hash)).toBe(undefined);
        expect(await passwords.check(hash, ours, ip)).toBe('wrong');
      }),
      { numRuns: 200 },
    );
    // The decoy, so that it takes the time of a hash of ours.
    expect(compared).toHaveLength(runs);
  });

  test('a form that is cut short or lengthened is no hash', () => {
    for (const [, , hash] of vectors)
      for (const broken of [hash.slice(0, 24), `${hash}$`, ` ${hash}`, `${hash}\n`, hash.replace('$', '')])
        expect([broken, readStoredHash(broken)]).toEqual([broken, undefined]);
    for (const [text] of digests)
      for (const broken of [text.slice(0, -1), `${text}0`, text.replace('$', '')])
        expect([broken, readDigest(broken)]).toEqual([broken, undefined]);
  });
});
