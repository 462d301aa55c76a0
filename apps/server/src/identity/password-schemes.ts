/**
 * The forms of password hashes that an account may hold: ours, and those of systems that people came from. All are bounded, so that a
 * hash that somebody else made cannot keep a core or the memory busy.
 */
import { createHash, pbkdf2, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import * as bcrypt from '@node-rs/bcrypt';
import { isSame } from '../platform/digest.ts';
import type { Hasher } from '../platform/hasher.ts';

/** The most that one comparison may cost. */
const LIMITS = {
  argon2: { kibibytes: 131_072, passes: 10, lanes: 16 },
  bcryptCost: 14,
  scrypt: { bytes: 64 * 2 ** 20, work: 256 * 2 ** 20 },
  pbkdf2Iterations: 2_000_000,
} as const;

/** How the digests are made that are wrapped as they come in; `salt` is the second part of their form. */
const DIGEST_FORMS = {
  password: password => password,
  'salt+password': (password, salt) => salt + password,
  'password+salt': (password, salt) => password + salt,
  'md5(password)+salt': (password, salt) => hexDigest('md5', password) + salt,
} as const satisfies Record<string, (password: string, salt: string) => string>;
type DigestForm = keyof typeof DIGEST_FORMS;

const DIGEST_LENGTHS = { md5: 32, sha1: 40, sha256: 64, sha512: 128 } as const;
type DigestAlgorithm = keyof typeof DIGEST_LENGTHS;

/** A fast digest of a password. It is never kept: `wrap` makes of it what is. */
export interface PasswordDigest {
  readonly algorithm: DigestAlgorithm;
  readonly form: DigestForm;
  readonly salt: string;
  /** Lower-case hexadecimal. */
  readonly digest: string;
}

/** A hash that can be compared with a password. */
export interface StoredHash {
  readonly scheme: 'argon2' | 'bcrypt' | 'scrypt' | 'pbkdf2' | 'wrapped';
  /** As it is stored. */
  readonly text: string;
  compare(password: string, hasher: Pick<Hasher, 'verify'>): Promise<boolean>;
}

const hexDigest = (algorithm: DigestAlgorithm, text: string): string =>
  createHash(algorithm).update(text).digest('hex');

/** Base64 of PHC strings, and passlib's with a dot for the plus sign. */
const bytesOf = (text: string): Buffer => Buffer.from(text.replaceAll('.', '+'), 'base64');

type Read = StoredHash | 'too-costly' | undefined;

const ARGON2 =
  /^(?:argon2(?=\$))?(\$argon2(?:id|i|d)\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,10})\$[\w+/-]{11,86}\$[\w+/-]{22,86})$/;

const readArgon2 = (text: string): Read => {
  const found = ARGON2.exec(text);
  if (!found) return undefined;
  const [, phc = '', memory, passes, lanes] = found;
  const { argon2: limits } = LIMITS;
  if (Number(memory) > limits.kibibytes || Number(passes) > limits.passes || Number(lanes) > limits.lanes)
    return 'too-costly';
  return { scheme: 'argon2', text: phc, compare: (password, hasher) => hasher.verify(phc, password) };
};

const BCRYPT = /^(?:bcrypt\$)?(\$2[aby]\$(\d\d)\$[./A-Za-z\d]{53})$/;

const readBcrypt = (text: string): Read => {
  const found = BCRYPT.exec(text);
  if (!found) return undefined;
  const [, hash = '', cost] = found;
  if (Number(cost) < 4) return undefined;
  if (Number(cost) > LIMITS.bcryptCost) return 'too-costly';
  return { scheme: 'bcrypt', text: hash, compare: password => bcrypt.verify(password, hash) };
};

const SCRYPT =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,10}),p=(\d{1,10})\$([A-Za-z\d+/.]{1,171}={0,2})\$([A-Za-z\d+/.]{22,86}={0,2})$/;

const readScrypt = (text: string): Read => {
  const found = SCRYPT.exec(text);
  if (!found) return undefined;
  const [ln, r, p] = found.slice(1, 4).map(Number) as [number, number, number];
  if (ln < 1 || r < 1 || p < 1) return undefined;
  const bytes = 128 * 2 ** ln * r;
  if (bytes > LIMITS.scrypt.bytes || bytes * p > LIMITS.scrypt.work) return 'too-costly';
  const salt = bytesOf(found[4] ?? '');
  const wanted = bytesOf(found[5] ?? '');
  const options = { N: 2 ** ln, r, p, maxmem: bytes + 128 * r * p + 2 ** 20 };
  return {
    scheme: 'scrypt',
    text,
    compare: async password => isSame(await scryptAsync(password, salt, wanted.length, options), wanted),
  };
};

const scryptAsync = promisify<string, Buffer, number, object, Buffer>(scrypt);
const pbkdf2Async = promisify(pbkdf2);

/** As the PHC format says it, as passlib does without names, and Django's with a salt in plain text. */
const PBKDF2 =
  /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,10})(?:,l=(\d{1,3}))?\$([A-Za-z\d+/.]{1,171}={0,2})\$([A-Za-z\d+/.]{22,86}={0,2})$/;
const PBKDF2_DJANGO =
  /^pbkdf2_(sha1|sha256|sha512)\$(\d{1,10})\$([^$\p{C}]{1,128})\$([A-Za-z\d+/]{22,86}={0,2})$/u;

const readPbkdf2 = (text: string): Read => {
  const phc = PBKDF2.exec(text);
  const django = PBKDF2_DJANGO.exec(text);
  if (!phc && !django) return undefined;
  const [, digest = 'sha1', iterations] = (phc ?? django) as RegExpExecArray;
  const wanted = bytesOf((phc ? phc[5] : django?.[4]) ?? '');
  const salt = phc ? bytesOf(phc[4] ?? '') : Buffer.from(django?.[3] ?? '');
  if (phc?.[3] !== undefined && Number(phc[3]) !== wanted.length) return undefined;
  if (Number(iterations) < 1) return undefined;
  if (Number(iterations) > LIMITS.pbkdf2Iterations) return 'too-costly';
  return {
    scheme: 'pbkdf2',
    text,
    compare: async password =>
      isSame(await pbkdf2Async(password, salt, Number(iterations), wanted.length, digest), wanted),
  };
};

const WRAPPED = /^\$wrapped\$(md5|sha1|sha256|sha512)\(([a-z5()+]+)\)\$([\w-]*)(\$argon2.+)$/;

const readWrapped = (text: string): Read => {
  const found = WRAPPED.exec(text);
  if (!found) return undefined;
  const [, algorithm, form = '', salt = '', inner = ''] = found;
  const argon2 = readArgon2(inner);
  if (!Object.hasOwn(DIGEST_FORMS, form) || argon2 === undefined || argon2 === 'too-costly') return argon2;
  const before = DIGEST_FORMS[form as DigestForm];
  const plainSalt = Buffer.from(salt, 'base64url').toString();
  return {
    scheme: 'wrapped',
    text,
    compare: (password, hasher) =>
      argon2.compare(hexDigest(algorithm as DigestAlgorithm, before(password, plainSalt)), hasher),
  };
};

/**
 * Reads a hash as it is stored.
 * @returns `too-costly`: its parameters are beyond the limits; undefined: its form is not known
 */
export const readStoredHash = (text: string): Read =>
  readArgon2(text) ?? readBcrypt(text) ?? readScrypt(text) ?? readPbkdf2(text) ?? readWrapped(text);

/** Whether a stored hash is of a fast digest, so that its password may be known to others: its person is asked for a new one. */
export const isWrapped = (hash: string | null): boolean => hash?.startsWith('$wrapped$') === true;

/** `sha256(salt+password)$SALT$HEX`, and Django's `md5$SALT$HEX`. */
const DIGEST = /^(md5|sha1|sha256|sha512)(?:\(([a-z5()+]+)\))?\$([^$\p{C}]{0,128})\$([\da-fA-F]{32,128})$/u;

/** Reads a digest in one of the stated forms; undefined: it is none. */
export const readDigest = (text: string): PasswordDigest | undefined => {
  const found = DIGEST.exec(text);
  if (!found) return undefined;
  const [, name, form = 'salt+password', salt = '', digest = ''] = found;
  const algorithm = name as DigestAlgorithm;
  if (digest.length !== DIGEST_LENGTHS[algorithm] || !Object.hasOwn(DIGEST_FORMS, form)) return undefined;
  if ((salt === '') !== (form === 'password')) return undefined;
  return { algorithm, form: form as DigestForm, salt, digest: digest.toLowerCase() };
};

/** What is stored of a digest: argon2id of it, with what is needed to make it of a password. */
export const wrapDigest = async (
  { algorithm, form, salt, digest }: PasswordDigest,
  hash: (text: string) => Promise<string>,
): Promise<string> =>
  `$wrapped$${algorithm}(${form})$${Buffer.from(salt).toString('base64url')}${await hash(digest)}`;
