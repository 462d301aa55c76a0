/** The server's secret: validation, and the generated file outside production. */
import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Minimum length in characters. */
export const SECRET_LENGTH = 32;

/** Beginnings of example values. */
const known =
  /^(?:change[-_ ]?me|example|default|secret|development|password|replace[-_ ]?(?:me|this)|rollcall)/i;

/** Minimum size in bytes of a compressed secret; that of 32 random hexadecimal digits is over 30. */
const COMPRESSED = 24;

/** Whether most characters follow their predecessor in the alphabet, as in `abcdef` or `987654`. */
const isSequence = (text: string): boolean => {
  const codes = [...text].map(character => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).filter((code, at) => Math.abs(code - (codes[at] ?? 0)) <= 1);
  return steps.length > text.length / 2;
};

/** What a valid secret would be, as a text after "expected: "; undefined if this one is valid. */
export const secretProblem = (secret: string): string | undefined => {
  if (secret.length < SECRET_LENGTH) return `at least ${SECRET_LENGTH} characters`;
  if (known.test(secret)) return 'a secret of your own, not a default or an example';
  if (/[<>]/.test(secret)) return 'a secret of your own, not the placeholder of a document';
  if (new Set(secret).size < 10) return 'a random secret; this one repeats a few characters';
  if (isSequence(secret) || deflateRawSync(secret).length < COMPRESSED)
    return 'a random secret; this one can be guessed';
  return undefined;
};

/**
 * Reads the secret in `<folder>/secret` (mode 0600), or generates it. Two servers that start concurrently get the same one: the
 * complete file is linked into place, which succeeds once.
 *
 * @throws Error if the file does not contain a valid secret; a new one would invalidate every session and code
 */
export const readOrCreateSecret = (folder: string): string => {
  const path = join(folder, 'secret');
  const kept = read(path);
  if (kept !== undefined) return kept;
  mkdirSync(folder, { recursive: true });
  const part = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(part, `${randomBytes(32).toString('base64url')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    linkSync(part, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(part, { force: true });
  }
  const made = read(path);
  if (made === undefined) throw new Error(`The secret in ${path} went away while it was made.`);
  return made;
};

const read = (path: string): string | undefined => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const failure = secretProblem(text);
  if (failure)
    throw new Error(`${path} does not hold a secret (${failure}); put the old one back, or remove the file.`);
  return text;
};
